"""After an outage or sleep of the site nobody loses a turn, however many workers wake up.

Real processes use one database. Negative control: without the heartbeat turns are lost.
"""

import contextlib
import datetime as dt
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from accounts import clock
from games.models import Event, Game, Heartbeat, Outage, Phase
from tests import factories
from tests import services as servers
from tests.site import ROOT, Site, until
from tests.soak import SOAK

from . import master_promises, play, promises
from .faulty_site import nothing_is_due
from .play import SiteClock

if TYPE_CHECKING:
    from subprocess import Popen

pytestmark = [pytest.mark.processes, pytest.mark.timeout(180)]
KINDS = ["SQLite and files", pytest.param("PostgreSQL and Redis", marks=pytest.mark.soak)]

GAMES, WORKERS = (40, 6) if SOAK else (6, 3)
HOURS = 2  # length of the outage
MINUTE = dt.timedelta(minutes=1)


@dataclass
class Sleepers:
    """Workers that resolve the deadlines of `games`; `clock` is the site's clock."""

    folder: Path
    clock: SiteClock
    games: list[Game]
    workers: list["Popen[bytes]"]

    def begin(self) -> None:
        (self.folder / "start").touch()

    def last_lines(self) -> dict[int, str]:
        """Return the last line that each worker wrote to the log."""
        lines = (self.folder / "watch").read_text().splitlines()
        return {int(process): word for word, process in (line.split() for line in lines)}

    def all_wrote(self, *words: str) -> bool:
        said = self.last_lines()
        return all(said.get(worker.pid) in words for worker in self.workers)

    def send(self, number: int) -> None:
        for worker in self.workers:
            worker.send_signal(number)


@contextlib.contextmanager
def sleepers(
    folder: Path, blocker: Any, services: dict[str, str], *, watch: str
) -> Iterator[Sleepers]:
    """Begin games with deadlines in the first hour, and start workers that wait for `begin`."""
    clock_of_all = SiteClock(folder)
    environment = {**services, **clock_of_all.environment, "ENTENTE_OUTAGE_MINUTES": "3"}
    site = Site(folder, **environment)
    site.migrate()
    (folder / "watch").touch()
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "START": str(folder / "start"),
        "WATCH_LOG": str(folder / "watch"),
        "WATCH": watch,
    }
    command = [sys.executable, "-m", "tests.reliability.deadline_worker"]
    with contextlib.ExitStack() as stack:
        workers = []
        for number in range(WORKERS):
            log = folder / f"worker-{number}.log"
            workers.append(
                stack.enter_context(
                    servers.started(command, log, cwd=ROOT, env=site.environment | own)
                )
            )
        stack.enter_context(play.looking_into(site, blocker))
        games = begin_games(GAMES)
        sleeping = Sleepers(folder, clock_of_all, games, workers)
        until(lambda: sleeping.all_wrote("ready"), seconds=60, what="all workers are ready")
        yield sleeping


def begin_games(number: int) -> list[Game]:
    """Begin games that are due one after the other within the next hour."""
    with transaction.atomic():
        master, *players = [factories.person(f"Person {n}", password=None) for n in range(8)]
        games = [
            factories.begun_game(master, players, title=f"Asleep {n}", phase_hours=1)
            for n in range(number)
        ]
        for place, game in enumerate(games):
            factories.let_be_due(game, clock.now() + MINUTE * (5 + 50 * place / number))
        Heartbeat.objects.update(at=clock.now())
    return games


def missed_turns() -> int:
    return Event.objects.filter(kind=Event.Kind.NO_MOVES_RECEIVED).count()


def made_up() -> Counter[int]:
    """Count, for each phase, how often an outage was compensated."""
    events = Event.objects.filter(kind=Event.Kind.MADE_UP)
    return Counter(events.values_list("phase", flat=True))


def assert_nobody_lost_a_turn(sleeping: Sleepers) -> None:
    """Each phase is compensated once, and resolved once when it is due."""
    until(Outage.objects.exclude(done_at=None).exists, seconds=60, what="it is made up for")
    until(nothing_is_due, seconds=60, what="nothing is due")
    assert not missed_turns()
    outage = Outage.objects.get()  # a single row, however many workers saw the outage
    assert made_up() == dict.fromkeys((factories.open_phase(game).pk for game in sleeping.games), 1)
    for game in sleeping.games:
        phase = factories.open_phase(game)
        assert (phase.number, phase.deadline) == (1, outage.made_up_until)
    for game in sleeping.games:
        factories.let_be_due(game, clock.now())
    until(nothing_is_due, seconds=60, what="all are resolved")
    assert Phase.objects.open().filter(number=2).count() == GAMES
    assert list(promises.every_phase_was_resolved_exactly_once()) == []
    assert list(master_promises.nothing_was_done_to_a_phase_that_was_over()) == []
    print(f"{len(sleeping.workers)} workers made up for {GAMES} phases, each once")


@pytest.mark.parametrize("services", KINDS, indirect=True)
def test_workers_that_start_together_after_an_outage_make_up_for_it_once(
    services: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    with sleepers(tmp_path, django_db_blocker, services, watch="on") as sleeping:
        sleeping.clock.advance(hours=HOURS)
        sleeping.begin()
        assert_nobody_lost_a_turn(sleeping)


@pytest.mark.parametrize("services", KINDS, indirect=True)
def test_workers_that_froze_between_look_and_claim_resolve_nothing_of_their_sleep(
    services: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    with sleepers(tmp_path, django_db_blocker, services, watch="on") as sleeping:
        caught = freeze_for_hours(sleeping)
        assert_nobody_lost_a_turn(sleeping)
    print(f"{caught} of {WORKERS} froze between look and claim")


def freeze_for_hours(sleeping: Sleepers) -> int:
    """Stop all workers until one is stopped between its look and its claim, and let hours pass.

    Return how many were stopped there.
    """
    sleeping.begin()
    until(lambda: sleeping.all_wrote("asked", "claimed"), seconds=60, what="all workers look")
    caught = 0
    while not caught:
        sleeping.send(signal.SIGSTOP)
        caught = Counter(sleeping.last_lines().values())["asked"]
        if not caught:
            sleeping.send(signal.SIGCONT)
    assert not missed_turns()
    sleeping.clock.advance(hours=HOURS)
    sleeping.send(signal.SIGCONT)
    return caught


@pytest.mark.parametrize("asleep", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_without_signs_of_life_turns_are_lost(
    tmp_path: Path, django_db_blocker: Any, *, asleep: bool
) -> None:
    """Negative control of both tests above."""
    with sleepers(tmp_path, django_db_blocker, {}, watch="off") as sleeping:
        if asleep:
            freeze_for_hours(sleeping)
        else:
            sleeping.clock.advance(hours=HOURS)
            sleeping.begin()
        until(nothing_is_due, seconds=60, what="all are resolved")
        assert missed_turns() == 7 * GAMES
