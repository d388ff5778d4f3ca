"""The transfer size of the page of a crowded phase, with the best compression of brotli."""

import re
from collections import Counter, defaultdict
from os.path import normpath
from pathlib import Path

import brotli
import pytest
import time_machine
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from accounts import notation
from adjudicator import LANGUAGES
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
    return weight(content_of_file(path))


def content_of_file(path: str) -> bytes:
    """A static file; a style sheet with those that it imports, as browsers get it."""
    found = finders.find(path)
    assert found, path
    content = Path(found).read_bytes()
    imports = re.findall(rb'^@import url\("(.+)"\);$', content, re.MULTILINE)
    parts = [content_of_file(f"css/{name.decode()}") for name in imports]
    return b"".join(parts) if parts else content


def by_power(rows: list[tuple[str, str]]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for power, each in rows:
        found[power].append(each)
    return dict(found)


@pytest.fixture
def unresolved(game: Game) -> Phase:
    """An open movement phase with 34 units and an order for each."""
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
    assert phase.units.count() >= 34
    return phase


@pytest.fixture
def full(unresolved: Phase) -> Phase:
    """The same phase, resolved."""
    with time_machine.travel(factories.deadline(unresolved.game)):
        due_phases.resolve_due()
    unresolved.refresh_from_db()
    return unresolved


def files_of(page: str, ending: str) -> set[str]:
    """The static files that a page names."""
    return set(re.findall(rf'"{settings.STATIC_URL}([^"#]+\.{ending})"', page))


def modules(page: str) -> set[str]:
    """All modules that a page loads."""
    found: set[str] = set()
    new = files_of(page, "js")
    while new:
        found |= new
        imports = {
            normpath(Path(name).parent / each)
            for name in new
            for each in re.findall(
                r'^import .*"(\.\.?/.*)";$', Path(str(finders.find(name))).read_text(), re.M
            )
        }
        new = imports - found
    return found


def parts_of(client: Client, url: str) -> dict[str, int]:
    """The weights of a page with a board, and of its styles and scripts beyond a list of games."""
    page, games = client.get(url).content, client.get("/games/").content.decode()
    styles = files_of(page.decode(), "css") - files_of(games, "css")
    scripts = modules(page.decode()) - {name for name in modules(games) if "/board/" not in name}
    return {"page": weight(page)} | {name: weight_of_file(name) for name in styles | scripts}


def test_the_geometry_weighs_less_than_a_hundred_kilobytes():
    assert weight_of_file("board/standard.svg") <= 100 * KB


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_a_language_weigh_less_than_three_kilobytes(language: str):
    assert weight_of_file(f"board/standard-{language}.svg") <= 3 * KB


def test_a_reader_gets_the_names_of_their_notation(unresolved: Phase, client: Client):
    with notation.override("bg"):
        page = client.get(unresolved.game.get_absolute_url()).content.decode()
    assert "/board/standard-bg.svg#small-seas" in page
    assert "/board/standard-en.svg" not in page


def test_the_page_of_a_crowded_phase_adds_less_than_forty_kilobytes(full: Phase, client: Client):
    parts = parts_of(client, full.get_absolute_url())
    assert "css/boards.css" in parts
    assert {"js/board/view.js", "js/board/steps.js", "js/board/results.js"} <= parts.keys()
    assert "js/board/orders.js" not in parts
    assert sum(parts.values()) <= 40 * KB, parts


def test_the_page_of_a_crowded_phase_with_orders_adds_less_than_sixty_kilobytes(
    unresolved: Phase, client: Client
):
    units = Counter(unresolved.units.values_list("seat__power", flat=True))
    largest, _ = units.most_common(1)[0]
    client.force_login(factories.holder(factories.seat(unresolved.game, largest)))
    parts = parts_of(client, unresolved.game.get_absolute_url())
    assert {"js/board/view.js", "js/board/orders.js", "js/board/save.js"} <= parts.keys()
    assert sum(parts.values()) <= 60 * KB, parts


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
