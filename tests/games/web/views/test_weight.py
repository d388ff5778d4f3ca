"""The transfer size of the page of a crowded phase, with the best compression of brotli."""

import re
from collections import defaultdict
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest
import time_machine
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from games.adjudication import due_phases
from games.models import Game, Phase
from games.orders import submission
from games.orders.submission import Line
from tests import factories
from tests.games.board import crowded

KB = 1000


def weight(content: bytes) -> int:
    return len(brotli.compress(content))


def weight_of_file(path: str) -> int:
    found = finders.find(path)
    assert found, path
    return weight(Path(found).read_bytes())


def by_power(rows: list[tuple[str, str]]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for power, each in rows:
        found[power].append(each)
    return dict(found)


@pytest.fixture
def full(game: Game) -> Phase:
    """A movement phase with 34 units and an order for each, resolved."""
    picture = next(
        each for each in crowded.pictures() if min(len(each.units), len(each.orders)) >= 34
    )
    phase = factories.set_up_position(
        game,
        "F1909M",
        units=by_power([(each.power, each.unit) for each in picture.units]),
        centers=by_power([(power, center) for center, power in picture.owners.items()]),
    )
    for power, texts in by_power([(each.power, each.text) for each in picture.orders]).items():
        seat = factories.seat(game, power)
        lines = [Line(f"line-{number}", text) for number, text in enumerate(texts)]
        submission.submit(phase, seat, lines, person=factories.holder(seat))
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    phase.refresh_from_db()
    assert phase.units.count() >= 34
    return phase


def files_of(page: str, ending: str) -> set[str]:
    """The static files that a page names."""
    return set(re.findall(rf'"{settings.STATIC_URL}([^"#]+\.{ending})"', page))


def modules() -> set[str]:
    """All modules that the pages load."""
    found: set[str] = set()
    new = {"js/main.js"}
    while new:
        found |= new
        imports = {
            (Path(name).parent / each).as_posix()
            for name in new
            for each in re.findall(
                r'^import .*"\./?(.*)";$', Path(str(finders.find(name))).read_text(), re.M
            )
        }
        new = {each.replace("//", "/") for each in imports} - found
    return found


def test_the_geometry_weighs_less_than_a_hundred_kilobytes():
    assert weight_of_file("board/standard.svg") <= 100 * KB


def test_the_page_of_a_crowded_phase_adds_less_than_forty_kilobytes(full: Phase, client: Client):
    page = client.get(full.get_absolute_url()).content
    styles = files_of(page.decode(), "css") - files_of(
        client.get("/games/").content.decode(), "css"
    )
    scripts = {name for name in modules() if name.startswith("js/board/")}
    assert {"css/board.css", "css/view.css"} <= styles
    assert {"js/board/view.js", "js/board/steps.js", "js/board/results.js"} <= scripts
    parts = {"page": weight(page)} | {name: weight_of_file(name) for name in styles | scripts}
    assert sum(parts.values()) <= 40 * KB, parts


def test_the_page_of_a_long_game_grows_little(full: Phase, client: Client):
    short = weight(client.get(full.get_absolute_url()).content)
    Phase.objects.bulk_create(
        Phase(
            game=full.game,
            settings=full.settings,
            number=1000 + number,
            code=f"{'SF'[number % 2]}{1800 + number // 2}M",
            status=Phase.Status.RESOLVED,
            opened_at=full.opened_at,
            resolved_at=full.resolved_at,
        )
        for number in range(60)
    )
    assert weight(client.get(full.get_absolute_url()).content) <= short + 2 * KB
