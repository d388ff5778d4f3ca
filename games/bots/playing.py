"""Bots give their orders: the seats that a phase waits for, one after the other.

Each decision is made in a process of its own, at the lowest priority, with the view of that seat
alone. If it fails, says nonsense or takes too long, its units hold and the operator's log says so,
without the orders of anybody.
"""

import json
import secrets
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from adjudicator.terms import PhaseType

from ..core.errors import Refused, SheetRefused, describe
from ..deadlines import open_phase, readiness
from ..lifecycle import practice
from ..models import Phase, Seat
from ..orders import holding, submission
from ..orders.submission import Line
from ..state import phases
from . import answering, people_first, seats
from .programs import proposals
from .programs.view import SeatView

logger = structlog.get_logger(__name__)

SECONDS = 20
"""Limit of a decision. It is usually made in a second; a machine with much to do takes longer."""
_CLAIMED_SECONDS = 2 * SECONDS  # of a phase, while a decision is made in it
_PAUSE_SECONDS = 60  # of a phase in which something failed


def is_due() -> bool:
    """Whether a phase waits for bots, and no process plays it or has just failed to."""
    phases_waiting = seats.waiting_phases()
    return len(cache.get_many([_key(each) for each in phases_waiting])) < len(phases_waiting)


def play_due() -> int:
    """Give the orders of all bots that a phase waits for; return the number of seats.

    One seat of each phase in turn, so that a game with many bots delays no other, and messages are
    answered between them. Several processes may do so at once: they never play in the same phase.
    """
    answering.answer_due()
    number, goes_on = 0, True
    while goes_on:
        done = []
        for each in seats.due():
            people_first.wait()
            done.append(_play_in(each))
            answering.answer_due()
        number, goes_on = number + sum(done), any(done)
    return number


def _play_in(due: seats.Due) -> bool:
    """Play one seat of a phase; return whether that was done. An error stops no other game."""
    key = _key(due.phase.pk)
    if not cache.add(key, True, _CLAIMED_SECONDS):
        return False
    with structlog.contextvars.bound_contextvars(game=due.phase.game.slug, phase=due.phase.code):
        try:
            done = _play_one(due)
        except Exception as error:
            logger.error("bots_failed", error=describe(error))
            done = False
    if done:
        cache.delete(key)
    else:
        cache.set(key, True, _PAUSE_SECONDS)
    return done


def _key(phase: int) -> str:
    return f"bots.{phase}"


def _play_one(due: seats.Due) -> bool:
    """Play the first seat that still waits, or end the game of a person who has lost.

    Called with the phase claimed: another process may have played since the seats were read.
    """
    if practice.end_if_lost(due.phase):
        return True
    waiting = set(seats.waiting_tenures().filter(seat__in=due.seats).values_list("seat", flat=True))
    for seat, bot in due.seats.items():
        if seat.pk in waiting:
            return _play(due.phase, seat, bot)
    return False


def _play(phase: Phase, seat: Seat, bot: User) -> bool:
    """Give the orders of a seat and say that it is ready; return whether it was in time."""
    due = seat.power in phases.orders_due(phase)
    try:
        if due:
            _give_orders(phase, seat, bot)
        else:
            _be_done(phase, seat)
    except Refused as refusal:  # the phase is over, or somebody else has the seat
        if due:
            logger.info("bot_too_late", bot=bot.bot, reason=describe(refusal))
        return False
    return True


def _give_orders(phase: Phase, seat: Seat, bot: User) -> None:
    """Store what the bot chooses; its units hold if these are no orders of the seat."""
    view = seats.view_of(phase, seat.power)
    chosen = decide(view, bot.bot)
    try:
        _submit(phase, seat, bot, chosen)
    except SheetRefused:
        logger.error("bot_gave_illegal_orders", bot=bot.bot)
        _submit(phase, seat, bot, None)
    _be_ready(phase, seat, bot, view.agreements)


def _submit(phase: Phase, seat: Seat, bot: User, orders: Sequence[str] | None) -> None:
    if orders is None:
        lines = holding.hold_lines(phase, seat)
    else:
        lines = [Line(str(number), text) for number, text in enumerate(orders)]
    submission.submit(phase, seat, lines, person=bot)


def decide(view: SeatView, bot: str) -> list[str] | None:
    """Return the orders that a bot chooses for a seat; None if its program fails.

    The log says why, and for which bot; what the program printed stays out of it.
    """
    asked = {"bot": bot, "seed": secrets.randbits(64), "view": asdict(view)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "games.bots.programs"],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=True,
            cwd=settings.BASE_DIR,
            env={"PYTHONHASHSEED": "0"},  # none of the site's settings
            timeout=SECONDS,
        )
        orders = json.loads(done.stdout)
        if not all(isinstance(order, str) for order in orders):
            raise TypeError("not a list of texts")
        if not orders and view.phase.endswith(PhaseType.MOVEMENT.value):
            raise ValueError("no orders")
    except (subprocess.SubprocessError, OSError, ValueError, TypeError) as error:
        logger.error("bot_failed", bot=bot, error=type(error).__name__)
        return None
    return list(orders)


def _be_ready(
    phase: Phase, seat: Seat, bot: User, agreements: Sequence[proposals.Proposal]
) -> None:
    """Say that a seat is ready, unless its bot has agreed to more while it was deciding."""
    with transaction.atomic():
        locked = open_phase.lock_open(phase)
        if seats.agreements_of(locked, seat.power) == tuple(agreements):
            readiness.set_ready(phase, [seat], ready=True, person=bot)


def _be_done(phase: Phase, seat: Seat) -> None:
    """Mark a seat that has nothing to order as ready."""
    with transaction.atomic():
        locked = open_phase.lock_open(phase)
        Seat.objects.filter(pk=seat.pk).update(ready_phase=locked)
