"""Nothing more can be written: orders are refused with a page that says so, and nothing is lost.

The disk is full for the site's processes alone: a limit on the size of files lets every write of
theirs fail, in the database, in the queue and in the log, as it does on a disk without room. On
SQLite; PostgreSQL would end itself when its log cannot be written, and come back with the disk,
which is the fault of a crashed server (test_faults).
"""

import re
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from games import clock
from games.models import Game, Order
from tests import factories
from tests.site import Site, running, until

from . import play, promises
from .play import Browser, SiteClock

pytestmark = [pytest.mark.processes, pytest.mark.timeout(180)]

NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
FULL = 6.0  # seconds; workers look three times meanwhile
ORDERS, OTHERS = (
    ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"],
    ["A PAR - PIC", "A MAR S A PAR - BUR", "F BRE - ENG"],
)


def fill_disk(site: Site) -> None:
    for process in site.processes():
        process.rlimit(psutil.RLIMIT_FSIZE, (0, psutil.RLIM_INFINITY))


def make_room(site: Site) -> None:
    """For those that run; what has died is started again by the supervisor, which comes first."""
    for process in site.processes():
        process.rlimit(psutil.RLIMIT_FSIZE, (psutil.RLIM_INFINITY, psutil.RLIM_INFINITY))


def standing(game: Game) -> set[str]:
    orders = Order.objects.filter(phase__game=game, phase__number=1, typed__isnull=False)
    return set(orders.values_list("text", flat=True))


def status_of(game: Game) -> tuple[str, int]:
    game.refresh_from_db()
    return game.status, play.newest(game).number


def test_a_full_disk_loses_nothing_and_all_goes_on_once_there_is_room(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    offset = SiteClock(tmp_path)
    with (
        running(tmp_path, **offset.environment) as site,
        play.looking_into(site, django_db_blocker),
    ):
        game = factories.begun_game(*_table(), phase_hours=1)
        player = factories.holder(factories.seat(game, "FRANCE"))
        with Browser(site, player) as browser:
            browser.sign_in()
            form = f"/games/{game.slug}/S1901M/orders/FRANCE/"
            browser.get(form)
            assert browser.order(game, "S1901M", "FRANCE", ORDERS, mode="text")[0] == 302
            browser.get(form)

            fill_disk(site)
            for mode in ("text", "rows"):
                status, page = browser.order(game, "S1901M", "FRANCE", OTHERS, mode=mode)
                assert status == 503
                assert "could not be saved" in page
                assert all(came_back(page, order, mode) for order in OTHERS)
            factories.let_be_due(game, clock.now())
            time.sleep(FULL)
            assert status_of(game) == (Game.Status.PLAYING, 1)
            assert standing(game) == set(ORDERS)
            assert browser.ask("GET", f"/games/{game.slug}/")[0] == 200

            make_room(site)
            seconds = until(lambda: status_of(game)[1] == 2, seconds=60, what="it is resolved")
            assert standing(game) == set(ORDERS)
            browser.get(f"/games/{game.slug}/F1901M/orders/FRANCE/")
            status, page = browser.order(game, "F1901M", "FRANCE", ["A BUR - RUH"], mode="text")
            assert status == 302, page
        assert list(promises.every_phase_was_resolved_exactly_once()) == []
    print(f"after {FULL} s without room the phase was resolved in {seconds:.1f} s")


def _table() -> tuple[Any, list[Any]]:
    master, *players = play.people("Mia Master", *NAMES)
    return master, players


def came_back(page: str, order: str, mode: str) -> bool:
    """Whether what was typed or chosen stands in the form again."""
    if mode == "text":
        area = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
        return area is not None and order in area[1].replace("&gt;", ">")
    options = play.elements(page, tags=("option",))
    return any(each.get("value") == order and "selected" in each for each in options)
