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
from contextlib import suppress
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
from ..orders import submission
from ..orders.submission import Line
from ..state import phases
from . import seats
from .programs.view import SeatView

logger = structlog.get_logger(__name__)

SECONDS = 20
"""Limit of a decision. It is usually made in two; on a machine with much to do it takes longer."""
_CLAIMED_SECONDS = 200  # longer than seven decisions at their limit


def play_due() -> int:
    """Give the orders of all bots that a phase waits for; return the number of seats.

    Several processes may do so at once: each takes other phases.
    """
    number = 0
    while waiting := [each for each in seats.due() if _claim(each.phase)]:
        for phase, bots in waiting:
            with structlog.contextvars.bound_contextvars(game=phase.game.slug, phase=phase.code):
                if not practice.end_if_lost(phase):
                    number += sum(_play(phase, seat, bot) for seat, bot in bots.items())
    return number


def _claim(phase: Phase) -> bool:
    """Whether this process plays the bots of a phase. A claim ends by itself if it dies."""
    return bool(cache.add(f"bots.{phase.pk}", True, _CLAIMED_SECONDS))


def _play(phase: Phase, seat: Seat, bot: User) -> bool:
    """Give the orders of a seat and say that it is ready; return whether it was in time."""
    due = seat.power in phases.orders_due(phase)
    try:
        if due:
            _give_orders(phase, seat, bot)
        _be_ready(phase, seat, bot, is_awaited=due and seat.disorder_since is None)
    except Refused as refusal:  # the phase is over, or somebody else has the seat
        logger.info("bot_too_late", bot=bot.bot, reason=describe(refusal))
        return False
    return True


def _give_orders(phase: Phase, seat: Seat, bot: User) -> None:
    """Store what the bot chooses; its units hold if these are no orders of the seat."""
    chosen = decide(seats.view_of(phase, seat.power), bot.bot)
    with suppress(SheetRefused):
        _submit(phase, seat, bot, chosen)
        return
    logger.error("bot_gave_illegal_orders", bot=bot.bot)
    _submit(phase, seat, bot, None)


def _submit(phase: Phase, seat: Seat, bot: User, orders: Sequence[str] | None) -> None:
    if orders is None:
        orders = _holding(phase, seat)
    lines = [Line(str(number), text) for number, text in enumerate(orders)]
    submission.submit(phase, seat, lines, person=bot)


def _holding(phase: Phase, seat: Seat) -> list[str]:
    """Orders to hold for a movement phase; in other phases nothing is ordered."""
    if phase.type != PhaseType.MOVEMENT:
        return []
    return [f"{unit} H" for unit in seats.view_of(phase, seat.power).units[seat.power]]


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
    except (subprocess.SubprocessError, ValueError, TypeError) as error:
        logger.error("bot_failed", bot=bot, error=type(error).__name__)
        return None
    return list(orders)


def _be_ready(phase: Phase, seat: Seat, bot: User, *, is_awaited: bool) -> None:
    """Say that a seat is ready; one that the phase does not wait for is only marked as done."""
    if is_awaited:
        readiness.set_ready(phase, [seat], ready=True, person=bot)
        return
    with transaction.atomic():
        locked = open_phase.lock_open(phase)
        Seat.objects.filter(pk=seat.pk).update(ready_phase=locked)
