"""On a full disk orders are refused with a page that says so, and nothing is lost.

`disks` explains how the disk is filled. A PostgreSQL whose log is on the full disk stops, and
starts again once there is room: that is the fault of a crashed server (test_faults).
"""

import re
import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from games.models import Game, Order
from tests import factories
from tests.site import until

from . import play, promises
from .disks import site_on_a_disk
from .faulty_site import POSTGRESQL, SQLITE
from .play import Browser

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240)]

TABLES = 3
FULL = 6.0  # seconds; workers look three times in it
SHEETS = 200  # PostgreSQL still fills the pages it has, so that a later one is refused
ORDERS, OTHERS = (
    ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"],
    ["A PAR - PIC", "A MAR S A PAR - BUR", "F BRE - ENG"],
)


def begin() -> list[Game]:
    master, players = play.table()
    titles = [f"Table {number}" for number in range(TABLES)]
    return [factories.begun_game(master, players, phase_hours=1, title=title) for title in titles]


def standing(game: Game) -> list[str]:
    orders = Order.objects.filter(phase__game=game, phase__number=1, typed__isnull=False)
    return list(orders.order_by("pk").values_list("text", flat=True))


def resolved(games: list[Game]) -> int:
    """Count the games that are in their second phase; all games must be running."""
    assert not Game.objects.exclude(status=Game.Status.PLAYING).exists()
    return sum(play.newest(game).number == 2 for game in games)


@pytest.mark.parametrize("kind", [SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.soak)])
def test_a_full_disk_loses_nothing_and_all_goes_on_once_there_is_room(
    kind: str, tmp_path: Path, redis_url: str, django_db_blocker: Any
) -> None:
    with site_on_a_disk(kind, tmp_path, django_db_blocker, redis_url) as disk:
        games = begin()
        game, *_others = games
        with Browser(disk.site, factories.holder(factories.seat(game, "FRANCE"))) as browser:
            open_form(browser, game)
            assert browser.order(game, "S1901M", "FRANCE", ORDERS, mode="text")[0] == 302
            browser.get(f"/games/{game.slug}/S1901M/orders/FRANCE/")

            disk.fill()
            saved = ORDERS
            for mode in ("text", "rows"):
                saved = save_until_refused(browser, game, saved, mode=mode)
            disk.clock.move_past(max(map(factories.deadline, games)))
            time.sleep(FULL)
            assert resolved(games) < TABLES
            assert standing(game) == saved
            assert browser.ask("GET", f"/games/{game.slug}/")[0] == 200

            disk.make_room()
            seconds = until(lambda: resolved(games) == TABLES, seconds=60, what="all are resolved")
            assert standing(game) == saved
            browser.get(f"/games/{game.slug}/F1901M/orders/FRANCE/")
            status, page = browser.order(game, "F1901M", "FRANCE", [], mode="text")
            assert status == 302, page
        assert list(promises.every_phase_was_resolved_exactly_once()) == []
    print(f"after {FULL} s without room all was resolved in {seconds:.1f} s")


@pytest.mark.soak
@pytest.mark.parametrize("kind", [SQLITE, POSTGRESQL])
def test_where_the_answer_does_not_wait_for_the_disk_a_full_one_loses_orders(
    kind: str, tmp_path: Path, redis_url: str, django_db_blocker: Any
) -> None:
    """Negative control of the test above."""
    without = play.without("the commit before the answer")
    with site_on_a_disk(kind, tmp_path, django_db_blocker, redis_url, **without) as disk:
        game, *_others = begin()
        with Browser(disk.site, factories.holder(factories.seat(game, "FRANCE"))) as browser:
            open_form(browser, game)
            disk.fill()
            for sheet in islice(cycle((ORDERS, OTHERS)), SHEETS):
                assert browser.order(game, "S1901M", "FRANCE", sheet, mode="text")[0] == 302
                if standing(game) != sheet:
                    break
            else:
                pytest.fail("no order was lost")
            disk.make_room()


def open_form(browser: Browser, game: Game) -> None:
    browser.sign_in()
    browser.get(f"/games/{game.slug}/S1901M/orders/FRANCE/")


def save_until_refused(browser: Browser, game: Game, saved: list[str], *, mode: str) -> list[str]:
    """Send one sheet after the other until one is refused; return the last that was saved."""
    for sheet in islice(cycle((OTHERS, ORDERS)), SHEETS):
        status, page = browser.order(game, "S1901M", "FRANCE", sheet, mode=mode)
        if status != 302:
            assert status == 503
            assert "couldn’t be saved" in page
            assert all(came_back(page, order, mode) for order in sheet)
            return saved
        saved = sheet
    pytest.fail(f"{SHEETS} sheets were saved: the disk is not full")


def came_back(page: str, order: str, mode: str) -> bool:
    """Whether the form shows again what was typed or chosen."""
    if mode == "text":
        area = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
        return area is not None and order in area[1].replace("&gt;", ">")
    options = play.elements(page, tags=("option",))
    return any(each.get("value") == order and "selected" in each for each in options)
