"""What masters and others do to a running game, and what they were answered.

A deed is meant for the phase that whoever does it has read. Its reason is nobody else's: by it the
record tells whether it was done.
"""

import datetime as dt
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from games import clock, positions
from games.deadlines import readiness
from games.errors import Refused
from games.mastering import clockwork, repair
from games.models import Phase, Seat
from games.seats import sitting
from tests import factories

from .crowd import Answer


@dataclass(frozen=True)
class Deed:
    """`phase` is the key of the one it was meant for; the times are seconds of `time.monotonic`."""

    what: str
    phase: int
    reason: str
    answer: Answer
    began: float
    ended: float

    def __str__(self) -> str:
        return f"{self.what} in phase {self.phase}, answered “{self.answer}”"


@dataclass(frozen=True)
class Hand:
    """Who does it, with what it takes."""

    master: User
    seat: Seat  # the one that is given to a newcomer, or that gets ready
    pause: dt.timedelta = dt.timedelta(seconds=0.3)

    def do(self, what: str, phase: Phase) -> Deed:
        """Do it, and remember the answer; an error other than a refusal is the caller's."""
        reason, began = f"{what} {secrets.token_hex(8)}", time.monotonic()
        answer = Answer.SAVED
        try:
            DEEDS[what](self, phase, reason)
        except Refused:
            answer = Answer.REFUSED
        return Deed(what, phase.pk, reason, answer, began, time.monotonic())


def extend(hand: Hand, phase: Phase, reason: str) -> None:
    clockwork.extend(phase.game, to=None, by=hand.master, reason=reason, seen=phase.deadline)


def hurry(hand: Hand, phase: Phase, reason: str) -> None:
    clockwork.hurry(phase.game, by=hand.master, reason=reason, seen=phase.deadline)


def pause(hand: Hand, phase: Phase, reason: str) -> None:
    until = clock.now() + hand.pause
    game, by = phase.game, hand.master
    clockwork.pause(game, until=until, by=by, reason=reason, seen=phase.deadline)


def replace(hand: Hand, phase: Phase, reason: str) -> None:
    newcomer = factories.person(f"Newcomer {reason}"[:40], password=None)
    sitting.replace(hand.seat, newcomer, by=hand.master, reason=reason)


def roll_back(hand: Hand, phase: Phase, reason: str) -> None:
    before = phase.game.phases.filter(status=Phase.Status.RESOLVED).order_by("number").last()
    if before is None:
        raise Refused("There is nothing to go back to.")
    number, by = before.number, hand.master
    repair.roll_back(phase.game, number, by=by, reason=reason, seen=phase.number)


def correct(hand: Hand, phase: Phase, reason: str) -> None:
    position = positions.load(phase)
    repair.correct(phase.game, position, by=hand.master, reason=reason, seen=phase.number)


def get_ready(hand: Hand, phase: Phase, _reason: str) -> None:
    person = factories.holder(hand.seat)
    readiness.set_ready(phase, hand.seat, ready=True, person=person)


DEEDS: dict[str, Callable[[Hand, Phase, str], None]] = {
    "extend": extend,
    "hurry": hurry,
    "pause": pause,
    "replace": replace,
    "roll back": roll_back,
    "correct": correct,
    "get ready": get_ready,
}
