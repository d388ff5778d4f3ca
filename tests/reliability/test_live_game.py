"""A live game of seven scripted players, whose open pages follow it.

They open it, join, are there at its joining time and send the orders of a recorded game, all by the
forms of a running site. The clock of the site jumps over most of each phase of three minutes, and
runs at its real pace from a second before the deadline: so what a worker and an open page need is
measured in real seconds. Each player's page asks once a second, as its script does.
"""

import contextlib
import datetime as dt
import json
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games.models import Game, Phase, Tenure
from tests import measured, settings_sheets
from tests.site import Site, running, until
from tests.soak import SOAK

from . import play
from .play import Browser, SiteClock
from .test_recorded_games import FEWER, NAMES, Entry, await_resolution, record

pytestmark = [pytest.mark.processes, pytest.mark.timeout(400)]

PHASES = 20 if SOAK else 6
KINDS = ["SQLite and files", pytest.param("PostgreSQL and Redis", marks=pytest.mark.soak)]
MOST = 3.0  # seconds from the deadline to the resolution, and from there to each page
EVERY = 1.0
LEAD = 1.0
IN_A_HURRY = {"ENTENTE_ORDERS_PER_MINUTE": "1000000"}


class OpenPage(threading.Thread):
    """The page of a player that asks every second; `seen` is when it first showed each phase."""

    def __init__(self, browser: Browser, game: Game, clock: SiteClock, *, place: int) -> None:
        super().__init__(daemon=True)
        self.browser = Browser(browser.site, browser.person)
        self.browser.cookies = browser.cookies  # the same session
        self.path = f"/games/{game.slug}/state/?here"
        self.clock = clock
        self.first = place * EVERY / len(NAMES)
        self.seen: dict[int, dt.datetime] = {}
        self.over = threading.Event()
        self.errors: list[Exception] = []

    def run(self) -> None:
        self.over.wait(self.first)
        with self.browser as browser:
            while not self.over.is_set():
                began = time.monotonic()
                try:
                    self._ask(browser)
                except Exception as error:
                    self.errors.append(error)
                self.over.wait(max(0.0, EVERY - (time.monotonic() - began)))

    def _ask(self, browser: Browser) -> None:
        status, _where, text = browser.ask("GET", self.path)
        assert status == 200, text
        phase = int(json.loads(text)["stage"].rpartition("-")[2])
        self.seen.setdefault(phase, self.clock.now())


@contextlib.contextmanager
def open_pages(
    browsers: Sequence[Browser], game: Game, clock: SiteClock
) -> Iterator[list[OpenPage]]:
    pages = [OpenPage(each, game, clock, place=n) for n, each in enumerate(browsers)]
    for page in pages:
        page.start()
    try:
        yield pages
    finally:
        for page in pages:
            page.over.set()
        for page in pages:
            page.join(10)
    assert [error for page in pages for error in page.errors] == []


@pytest.mark.parametrize("services", KINDS, indirect=True)
def test_no_phase_is_late_and_each_page_follows(
    services: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    clock = SiteClock(tmp_path)
    with (
        running(tmp_path, **services, **clock.environment, **IN_A_HURRY) as site,
        play.looking_into(site, django_db_blocker),
        contextlib.ExitStack() as stack,
    ):
        browsers = [stack.enter_context(Browser(site, each)) for each in play.people(*NAMES)]
        pool = stack.enter_context(ThreadPoolExecutor(len(browsers)))
        play.until_alive()
        game = open_live_game(pool, browsers, clock)
        pages = stack.enter_context(open_pages(browsers, game, clock))
        begun = begin(game, clock, pages)
        late, behind = play_phases(site, game, clock, pool, browsers, pages)
    report(services, begun, late, behind)
    assert len(late) == PHASES
    assert len(behind) == PHASES * len(NAMES)
    assert max(begun, *late) <= MOST
    assert max(behind) <= MOST


@pytest.mark.soak
def test_with_a_worker_that_looks_every_ten_seconds_phases_would_be_late(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    """Negative control of the test above."""
    clock = SiteClock(tmp_path)
    rarely = {**clock.environment, "ENTENTE_RESOLVE_SECONDS": "10"}
    with (
        running(tmp_path, **rarely, **IN_A_HURRY) as site,
        play.looking_into(site, django_db_blocker),
        contextlib.ExitStack() as stack,
    ):
        browsers = [stack.enter_context(Browser(site, each)) for each in play.people(*NAMES)]
        pool = stack.enter_context(ThreadPoolExecutor(len(browsers)))
        play.until_alive()
        game = open_live_game(pool, browsers, clock)
        pages = stack.enter_context(open_pages(browsers, game, clock))
        begin(game, clock, pages)
        late, _behind = play_phases(site, game, clock, pool, browsers, pages, number=3)
    assert max(late) > MOST


def open_live_game(pool: ThreadPoolExecutor, browsers: list[Browser], clock: SiteClock) -> Game:
    """Let the first player open a game, and the others join it, before its joining time."""
    list(pool.map(Browser.sign_in, browsers))
    starts_at = (clock.now() + dt.timedelta(minutes=3)).replace(second=0, microsecond=0)
    first, *others = browsers
    first.get("/games/new/")
    status, _where, page = first.post("/games/new/", sheet(starts_at))
    assert status == 302, page
    game = Game.objects.get()
    list(pool.map(lambda each: each.join(game), others))
    game.refresh_from_db()
    assert game.in_lobby
    assert game.entries.count() == len(NAMES)
    return game


def sheet(starts_at: dt.datetime) -> dict[str, str]:
    return {
        "title": f"Live {FEWER[0]}",
        "role": "player",
        "request_key": str(uuid.uuid4()),
        "setup": "standard",
        "rules": "2000",
        "visibility": "public",
        "orders_watched_by": "master",
        "solo_after": "fall",
        "solo_of": "setup",
        "draw_shared_by": "all",
        "provisional_days": "2",
        "ends": "never",
        "ends_with": "centers",
        "press": "full",
        "allotment": "lot",
        "language": "en",
        **settings_sheets.LIVE,
        "starts_at": starts_at.strftime("%Y-%m-%dT%H:%M"),
    }


def begin(game: Game, clock: SiteClock, pages: list[OpenPage]) -> float:
    """Let the joining time come; return how many seconds later the game has begun."""
    assert game.starts_at is not None
    clock.move_before(game.starts_at, seconds=2 * LEAD)
    until(lambda: all(1 in page.seen for page in pages), seconds=30, what="the game begins")
    phase = play.newest(game)
    return (phase.opened_at - game.starts_at).total_seconds()


def play_phases(
    site: Site,
    game: Game,
    clock: SiteClock,
    pool: ThreadPoolExecutor,
    browsers: list[Browser],
    pages: list[OpenPage],
    *,
    number: int = PHASES,
) -> tuple[list[float], list[float]]:
    """Play the phases; return how late each was, and how far behind each page, in seconds."""
    late: list[float] = []
    behind: list[float] = []
    for step, entry in enumerate(record()[FEWER[0]][:number]):
        phase = play.newest(game)
        assert phase.code == entry.position.phase
        give_orders(game, entry, pool, browsers, text=step % 3 == 0)
        phase.refresh_from_db()  # retreats and builds end sooner once all are given
        assert phase.due_at is not None
        clock.move_before(phase.due_at, seconds=LEAD)
        await_resolution([phase], site)
        phase = Phase.objects.get(pk=phase.pk)
        assert phase.resolved_at is not None
        assert phase.due_at is not None
        late.append((phase.resolved_at - phase.due_at).total_seconds())
        following = phase.number + 1
        until(
            lambda following=following: all(following in page.seen for page in pages),  # type: ignore[misc]
            seconds=30,
            what=f"all pages show what follows {phase}",
        )
        behind += [(page.seen[following] - phase.resolved_at).total_seconds() for page in pages]
    return late, behind


def give_orders(
    game: Game, entry: Entry, pool: ThreadPoolExecutor, browsers: list[Browser], *, text: bool
) -> None:
    """Send the recorded orders of a phase, each by its player."""
    by_person = {browser.person.pk: browser for browser in browsers}
    seated = Tenure.objects.current().filter(seat__game=game)
    holders = dict(seated.values_list("seat__power", "person"))
    code = entry.position.phase

    def send(power: str) -> None:
        orders, browser = entry.orders[power], by_person[holders[power]]
        mode = "text" if text else "rows"
        status, page = browser.order(game, code, power, orders, mode=mode)
        assert status == 302, page

    list(pool.map(send, entry.orders))


def report(services: dict[str, str], begun: float, late: list[float], behind: list[float]) -> None:
    lines = [
        "| what | number | mean | most |",
        "|---|---:|---:|---:|",
        row("begun after the joining time", [begun]),
        row("phases: late", late),
        row("pages: behind", behind),
    ]
    print("\n".join(lines))
    if SOAK:
        kind = "PostgreSQL and Redis" if services else "SQLite and files"
        measured.write(f"live game on {kind}", [f"{kind}: {measured.machine()}.", "", *lines])


def row(what: str, seconds: list[float]) -> str:
    mean = sum(seconds) / len(seconds)
    return f"| {what} | {len(seconds)} | {mean:.2f} s | {max(seconds):.2f} s |"
