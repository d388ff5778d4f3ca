"""What the locks of phases hold where masters act: with them a slow deed keeps its word; without
them, on PostgreSQL, the same deed breaks it.

The deed rests between its look at the clock and what it stores, until the other side has been there
or has waited in vain.
"""

import contextlib
import datetime as dt
import os
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
from django.db import OperationalError, connection

from games import clock, phases
from games.deadlines import resolving
from games.errors import Refused
from games.mastering import clockwork
from games.models import Game, Pause, Phase, Receipt
from games.orders import submission
from games.orders.submission import Line
from games.seats import sitting

from .. import factories
from . import amended
from .crowd import Answer
from .deeds import Hand
from .races import seconds_to

pytestmark = pytest.mark.django_db(transaction=True)

needs_locks = pytest.mark.skipif(
    "sqlite" in os.environ.get("DATABASE_URL", "sqlite"),
    reason="on SQLite it is the IMMEDIATE transaction that locks, and it cannot be left out",
)
SOON = dt.timedelta(seconds=0.5)
REST = 1.0  # seconds, for what must not happen


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phase is only looked at, as its rows were when the deed began."""

    def look_at_current(game: Game) -> Phase | None:
        found = Phase.objects.select_related("game", "conduct")
        return found.filter(game=game, status=Phase.Status.OPEN).first()

    def look_at_open(phase: Phase) -> Phase:
        phase = Phase.objects.select_related("game", "conduct").get(pk=phase.pk)
        phases.must_be_open(phase)
        return phase

    monkeypatch.setattr(phases, "lock_current", look_at_current)
    monkeypatch.setattr(phases, "lock_open", look_at_open)


def wait_for(happened: Callable[[], bool]) -> bool:
    """Whether it did before the rest was over."""
    ends = time.monotonic() + REST
    while time.monotonic() < ends:
        if happened():
            return True
        time.sleep(0.02)
    return False


class Beside(threading.Thread):
    """Does one thing again and again, on a connection of its own, until it is told to stop."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.act, self.over = act, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            try:
                self.act()
            except (Refused, OperationalError):
                continue
        connection.close()

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.join(30)


@pytest.fixture
def game() -> Game:
    return factories.begun_game()


@pytest.fixture
def hand(game: Game) -> Hand:
    return Hand(game.masterships.get().person, factories.seat(game, "FRANCE"))


def extend_slowly(game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A deed that has looked at the clock just before a deadline, and stores after it, while a
    worker waits for that; returns what is broken."""
    factories.let_be_due(game, clock.now() + SOON)
    phase, move = factories.open_phase(game), clockwork.move

    def rest(locked: Phase, to: dt.datetime) -> None:
        time.sleep(max(0, seconds_to(phase)))
        wait_for(lambda: factories.open_phase(game).pk != phase.pk)
        move(locked, to)

    monkeypatch.setattr(clockwork, "move", rest)
    with Beside(resolving.resolve_due):
        deed = hand.do("extend", phase)
        time.sleep(0.2)
    assert deed.answer == Answer.SAVED
    return list(amended.broken([deed]))


def test_an_extension_that_is_stored_after_the_deadline_counts(
    game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert extend_slowly(game, hand, monkeypatch) == []
    assert factories.open_phase(game).number == 1


@needs_locks
def test_without_the_lock_an_extension_is_answered_and_the_phase_resolved_at_the_old_deadline(
    game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    broken = extend_slowly(game, hand, monkeypatch)
    assert any("before" in line for line in broken), broken
    assert any("which was over" in line for line in broken)


def replace_slowly(game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A seat is given away while its player saves; returns what is broken once it is resolved."""
    phase, seat = factories.open_phase(game), hand.seat
    player, give_time = factories.holder(seat), sitting._give_time
    mine = Receipt.objects.filter(phase=phase, person=player)

    def save() -> None:
        now = dt.datetime.now(dt.UTC).microsecond % 2
        text = ("A PAR - BUR", "A PAR - PIC")[now]
        submission.submit(phase, seat, [Line("1", text)], person=player)

    def rest(*what: object) -> None:  # the old orders are void by now
        before = mine.count()
        wait_for(lambda: mine.count() > before)
        give_time(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(sitting, "_give_time", rest)
    with Beside(save):
        deed = hand.do("replace", phase)
        time.sleep(0.2)
    assert deed.answer == Answer.SAVED
    clockwork.hurry(game, by=None)
    assert resolving.resolve_due() == 1
    return list(amended.broken([deed]))


def test_no_order_counts_of_a_player_who_is_replaced_while_saving(
    game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replace_slowly(game, hand, monkeypatch) == []


@needs_locks
def test_without_the_lock_orders_of_a_replaced_player_count(
    game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    broken = replace_slowly(game, hand, monkeypatch)
    assert any("FRANCE" in line and "; replaced" in line for line in broken), broken


def resume_twice(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The master and a worker start the clock of the same pause at once; what is broken."""
    clockwork.pause(game, until=clock.now() + dt.timedelta(days=1), by=None)
    move, both = clockwork.move, threading.Barrier(2)

    def rest(locked: Phase, to: dt.datetime) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):  # with the lock nobody else comes
            both.wait(REST)
        move(locked, to)

    monkeypatch.setattr(clockwork, "move", rest)
    with Beside(partial(clockwork.resume, game, by=None)):
        with contextlib.suppress(Refused):
            clockwork.resume(game, by=None)
        time.sleep(0.1)
    assert not Pause.objects.filter(ended_at=None).exists()
    return list(amended.broken([]))


def test_a_pause_that_two_end_at_once_ends_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert resume_twice(game, monkeypatch) == []


@needs_locks
def test_without_the_lock_a_pause_ends_twice(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch)
    broken = resume_twice(game, monkeypatch)
    assert any("the clock was started 2 times" in line for line in broken), broken
