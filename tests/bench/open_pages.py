"""`./run bench pages`: the cost of pages, and how soon fifty open pages show what is new.

The site runs on PostgreSQL and Redis, in the processes of production. Each page asks as its script
does: every three seconds for the state of its game, and for the whole page when that has changed.
"""

import argparse
import datetime as dt
import http.client
import json
import random
import threading
import time
from collections.abc import Sequence
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests import measured

from . import host, site

if TYPE_CHECKING:
    from games.models import Game

PAGES = 50
EVERY = 3.0  # seconds between two questions of a page: static/js/news.js
QUIET = 30.0  # seconds
EVENTS = 20
PAUSE = 8.0  # seconds between two events, in all games at once


class OpenPage(threading.Thread):
    """An open page of a game: `shown` are the times at which it had taken up something new."""

    def __init__(self, game: "Game", session: str, port: int, first: float) -> None:
        super().__init__(daemon=True)
        self.path = game.get_absolute_url()
        self.headers = {
            "Host": site.HOST,
            "X-Forwarded-Proto": "https",
            "Cookie": f"sessionid={session}",
        }
        self.port, self.first = port, first
        self.over = threading.Event()
        self.shown: list[float] = []
        self.errors: list[str] = []
        self.state = ""

    def run(self) -> None:
        self.over.wait(self.first)
        while not self.over.is_set():
            began = time.monotonic()
            try:
                self._look()
            except (OSError, http.client.HTTPException) as error:
                self.errors.append(str(error))
            self.over.wait(max(0.0, EVERY - (time.monotonic() - began)))

    def _look(self) -> None:
        tag = {"If-None-Match": f'"{self.state}"'} if self.state else {}
        status, text = self._get("state/", **tag)
        if status == http.HTTPStatus.NOT_MODIFIED:
            return
        if status != http.HTTPStatus.OK or self._get("")[0] != http.HTTPStatus.OK:
            self.errors.append(f"{status} for {self.path}")
            return
        self.state = json.loads(text)["state"]
        self.shown.append(time.monotonic())

    def _get(self, path: str, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", self.path + path, headers=self.headers | headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench pages", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers() as (folder, variables, _servers):
        from . import page_costs, tables

        costs = page_costs.lines()
        games = _games(options.pages)
        with site.running(folder, variables) as roots:
            pages = _open(games, options.pages, int(variables["PORT"]))
            lines = _measure(games, pages, roots)
        lines = [
            *machine[1:],
            f"{tables.server()}. {options.pages} pages.",
            "",
            *costs,
            "",
            *lines,
        ]
    lines = ["## Pages of a game", "", f"`./run bench pages`. {machine[0]}", *lines]
    print("\n".join(lines))
    if not options.keep:
        measured.write("pages", lines)


def _games(pages: int) -> "list[Game]":
    from games.models import Game

    from . import tables

    keys = tables.fill(-(-pages // 7), due_in=dt.timedelta(days=30))
    return list(Game.objects.filter(pk__in=keys))


def _open(games: "list[Game]", number: int, port: int) -> list[OpenPage]:
    """Open the pages of all players, up to `number`, at different moments."""
    from django.conf import settings
    from django.test import Client

    from games.models import Tenure

    chance = random.Random(1901)
    pages: list[OpenPage] = []
    for tenure in Tenure.objects.filter(seat__game__in=games).select_related(
        "person", "seat__game"
    ):
        client = Client()
        client.force_login(tenure.person)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        pages.append(OpenPage(tenure.seat.game, session, port, chance.uniform(0, EVERY)))
    pages = pages[:number]
    for page in pages:
        page.start()
    return pages


def _measure(games: "list[Game]", pages: list[OpenPage], roots: dict[str, list[int]]) -> list[str]:
    from .usage import Reading

    time.sleep(2 * EVERY)
    before = Reading.take(roots)
    time.sleep(QUIET)
    quiet = Reading.take(roots).cores_since(before)
    before = Reading.take(roots)
    times = [_announce(games) for _ in range(EVENTS)]
    busy = Reading.take(roots).cores_since(before)
    for page in pages:
        page.over.set()
    errors = [error for page in pages for error in page.errors]
    assert not errors, errors[:5]
    delays = [_delay(page, began, times) for page in pages for began in times]
    each = 1000 * EVERY / len(pages)
    return [
        "| | |",
        "| --- | ---: |",
        f"| until a page shows an announcement: median | {median(delays):.1f} s |",
        f"| p95 | {quantiles(delays, n=20)[-1]:.1f} s |",
        f"| longest of {len(delays)} | **{max(delays):.1f} s** |",
        f"| web processes while nothing happens | {quiet['web']:.3f} cores |",
        f"| that is, for each question of a page | {quiet['web'] * each:.1f} ms of CPU |",
        f"| web processes, an event in each game every {PAUSE:.0f} s | {busy['web']:.3f} cores |",
    ]


def _announce(games: "list[Game]") -> float:
    """Announce something in all games at once; return when, after the pages had time for it."""
    from games.core import audit
    from games.models import Event

    at = time.monotonic()
    for game in games:
        audit.log(Event.Kind.ANNOUNCED, game=game, text="Hear, hear!")
    time.sleep(PAUSE)
    return at


def _delay(page: OpenPage, began: float, times: list[float]) -> float:
    """Seconds from an event until the page showed it; infinite if it did so only after the next."""
    ends = min((later for later in times if later > began), default=float("inf"))
    return min((at for at in page.shown if began <= at < ends), default=float("inf")) - began
