"""Actions of masters and players on a running game, and the answers to them.

An action is meant for the phase that its person has seen. Its reason is unique, so that the event
of the action can be found by it.
"""

import datetime as dt
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from accounts import clock
from accounts.models import User
from games.core.errors import Refused
from games.deadlines import control, readiness
from games.game_master import corrections
from games.models import Phase, Seat
from games.seats import tenures, waiting_list
from games.state import positions
from tests import factories

from .crowd import Answer


@dataclass(frozen=True)
class Action:
    """An action and its answer.

    `phase` is the primary key of the phase it was meant for; `began` and `ended` are seconds of
    `time.monotonic()`.
    """

    what: str
    phase: int
    reason: str
    answer: Answer
    began: float
    ended: float

    def __str__(self) -> str:
        return f"{self.what} in phase {self.phase}, answered “{self.answer}”"


@dataclass(frozen=True)
class Actor:
    """The person who acts, and the arguments of the actions."""

    master: User
    seat: Seat  # given to a newcomer, or set ready
    pause: dt.timedelta = dt.timedelta(seconds=0.3)

    def do(self, what: str, phase: Phase) -> Action:
        """Do the action `what` and return it with its answer. Only refusals are caught."""
        reason, began = f"{what} {secrets.token_hex(8)}", time.monotonic()
        answer = Answer.SAVED
        try:
            ACTIONS[what](self, phase, reason)
        except Refused:
            answer = Answer.REFUSED
        return Action(what, phase.pk, reason, answer, began, time.monotonic())


def extend(actor: Actor, phase: Phase, reason: str) -> None:
    control.extend(phase.game, to=None, by=actor.master, reason=reason, seen=phase.deadline)


def end_now(actor: Actor, phase: Phase, reason: str) -> None:
    control.end_now(phase.game, by=actor.master, reason=reason, seen=phase.deadline)


def pause(actor: Actor, phase: Phase, reason: str) -> None:
    until = clock.now() + actor.pause
    game, by = phase.game, actor.master
    control.pause(game, until=until, by=by, reason=reason, seen=phase.deadline)


def replace(actor: Actor, phase: Phase, reason: str) -> None:
    newcomer = factories.person(f"Newcomer {reason}"[:40], password=None)
    waiting_list.enlist(newcomer, "")  # such people are seated at once, in one transaction
    tenures.replace(actor.seat, newcomer, by=actor.master, reason=reason)


def roll_back(actor: Actor, phase: Phase, reason: str) -> None:
    before = phase.game.phases.resolved().order_by("number").last()
    if before is None:
        raise Refused("There is nothing to go back to.")
    number, by = before.number, actor.master
    corrections.roll_back(phase.game, number, by=by, reason=reason, seen=phase.number)


def correct(actor: Actor, phase: Phase, reason: str) -> None:
    position = positions.load(phase)
    corrections.correct(phase.game, position, by=actor.master, reason=reason, seen=phase.number)


def get_ready(actor: Actor, phase: Phase, _reason: str) -> None:
    person = factories.holder(actor.seat)
    readiness.set_ready(phase, [actor.seat], ready=True, person=person)


ACTIONS: dict[str, Callable[[Actor, Phase, str], None]] = {
    "extend": extend,
    "end now": end_now,
    "pause": pause,
    "replace": replace,
    "roll back": roll_back,
    "correct": correct,
    "get ready": get_ready,
}
