"""Negative controls of the locks of phases: without them a slow action of a master goes wrong.

With the locks its answer is kept. An action is delayed between its look at the clock and its
writes, until the other side has acted or has waited in vain. The controls run on PostgreSQL.
"""

import contextlib
import datetime as dt
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection

from accounts import clock
from games.adjudication import due_phases
from games.core.errors import Refused, SaveFailedError
from games.deadlines import control, open_phase
from games.models import Game, Pause, Phase, Receipt
from games.orders import submission
from games.orders.submission import Line
from games.seats import handover

from .. import factories
from . import master_promises
from .actions import Actor
from .crowd import Answer
from .races import seconds_to

pytestmark = pytest.mark.django_db(transaction=True)

needs_locks = pytest.mark.skipif(
    "sqlite" in os.environ.get("DATABASE_URL", "sqlite"),
    reason="on SQLite it is the IMMEDIATE transaction that locks, and it cannot be left out",
)
SOON = dt.timedelta(seconds=3)  # so long that the action begins before
REST = 1.0  # seconds to wait for something that must not happen
PATIENCE = 20.0  # seconds to wait for it where it must happen


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read phases without locking them."""

    def look_at_current(game: Game) -> Phase | None:
        found = Phase.objects.select_related("game", "settings")
        return found.filter(game=game, status=Phase.Status.OPEN).first()

    def look_at_open(phase: Phase, *, late: bool = False) -> Phase:
        phase = Phase.objects.select_related("game", "settings").get(pk=phase.pk)
        open_phase.must_be_open(phase, late=late)
        return phase

    monkeypatch.setattr(open_phase, "lock_current", look_at_current)
    monkeypatch.setattr(open_phase, "lock_open", look_at_open)


def wait_for(happened: Callable[[], bool], *, seconds: float) -> bool:
    """Whether `happened` becomes true within so many seconds."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if happened():
            return True
        time.sleep(0.02)
    return False


class Beside(threading.Thread):
    """Call `act` again and again in a thread with its own connection, until the block ends."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.act, self.over = act, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            try:
                self.act()
            except (Refused, SaveFailedError, OperationalError):  # without locks some deadlock
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
def actor(game: Game) -> Actor:
    return Actor(game.masterships.get().person, factories.seat(game, "FRANCE"))


def extend_slowly(
    game: Game, actor: Actor, monkeypatch: pytest.MonkeyPatch, *, rests: float = REST
) -> list[str]:
    """Extend a deadline: check the clock before it and store after it, while a worker waits.

    It rests in between until the phase is resolved, `rests` seconds at most. Return the broken
    promises.
    """
    factories.let_be_due(game, clock.now() + SOON)
    phase, move = factories.open_phase(game), control.move_deadline

    def rest(locked: Phase, to: dt.datetime) -> None:
        time.sleep(max(0, seconds_to(phase)))
        wait_for(lambda: factories.open_phase(game).pk != phase.pk, seconds=rests)
        move(locked, to)

    monkeypatch.setattr(control, "move_deadline", rest)
    with Beside(due_phases.resolve_due):
        action = actor.do("extend", phase)
        time.sleep(0.2)
    assert action.answer == Answer.SAVED
    return list(master_promises.broken([action]))


def test_an_extension_that_is_stored_after_the_deadline_counts(
    game: Game, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert extend_slowly(game, actor, monkeypatch) == []
    assert factories.open_phase(game).number == 1


@needs_locks
def test_without_the_lock_an_extension_is_answered_and_the_phase_resolved_at_the_old_deadline(
    game: Game, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    broken = extend_slowly(game, actor, monkeypatch, rests=PATIENCE)
    assert any("before" in line for line in broken), broken
    assert any("which was over" in line for line in broken)


def replace_slowly(
    game: Game, actor: Actor, monkeypatch: pytest.MonkeyPatch, *, rests: float = REST
) -> list[str]:
    """Replace a player while they save; return the broken promises once the phase is resolved.

    The replacement rests until a sheet is saved, `rests` seconds at most.
    """
    phase, seat = factories.open_phase(game), actor.seat
    player, give_time = factories.holder(seat), handover.give_time
    mine = Receipt.objects.filter(phase=phase, person=player)

    def save() -> None:
        now = dt.datetime.now(dt.UTC).microsecond % 2
        text = ("A PAR - BUR", "A PAR - PIC")[now]
        submission.submit(phase, seat, [Line("1", text)], person=player)

    def rest(*what: object) -> None:  # the old orders are void by now
        before = mine.count()
        wait_for(lambda: mine.count() > before, seconds=rests)
        give_time(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(handover, "give_time", rest)
    with Beside(save):
        action = actor.do("replace", phase)
        time.sleep(0.2)
    assert action.answer == Answer.SAVED
    control.end_now(game, by=None)
    assert due_phases.resolve_due() == 1
    return list(master_promises.broken([action]))


def test_no_order_counts_of_a_player_who_is_replaced_while_saving(
    game: Game, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replace_slowly(game, actor, monkeypatch) == []


@needs_locks
def test_without_the_lock_orders_of_a_replaced_player_count(
    game: Game, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    broken = replace_slowly(game, actor, monkeypatch, rests=PATIENCE)
    assert any("FRANCE" in line and "; replaced" in line for line in broken), broken


def resume_twice(game: Game, monkeypatch: pytest.MonkeyPatch, *, rests: float = REST) -> list[str]:
    """Resume the same pause at once as the master and as a worker; return the broken promises.

    Whoever has found the pause running rests until the other has too, `rests` seconds at most.
    """
    control.pause(game, until=clock.now() + dt.timedelta(days=1), by=None)
    save, both = Pause.save, threading.Barrier(2)

    def rest(found: Pause, **fields: Any) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):  # the lock keeps the other out
            both.wait(rests)
        save(found, **fields)

    monkeypatch.setattr(Pause, "save", rest)
    with Beside(partial(control.resume, game, by=None)):
        with contextlib.suppress(Refused):
            control.resume(game, by=None)
        time.sleep(0.1)
    assert not Pause.objects.filter(ended_at=None).exists()
    return list(master_promises.broken([]))


def test_a_pause_that_two_end_at_once_ends_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert resume_twice(game, monkeypatch) == []


@needs_locks
def test_without_the_lock_a_pause_ends_twice(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch)
    broken = resume_twice(game, monkeypatch, rests=PATIENCE)
    assert any("the clock was started 2 times" in line for line in broken), broken
