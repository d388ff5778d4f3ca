"""A bot orders for powers in civil disorder, in games that have agreed to it.

Nothing waits for it. If it does nothing, or fails, the units hold as the rules say.
"""

import datetime as dt

import structlog
from django.core.cache import cache
from django.db.models import Q

from accounts import bots, clock
from accounts.models import Bot

from ..core.errors import Refused, SheetRefused, describe
from ..models import Game, Phase, Seat
from ..orders import bot_sheets
from ..state import phases
from . import people_first, playing, seats

logger = structlog.get_logger(__name__)

AFTER_OPENING = dt.timedelta(minutes=10)
BEFORE_DEADLINE = dt.timedelta(hours=1)
"""A seat is played from the earlier of these times on."""
_PAUSE_SECONDS = 10 * 60  # of a seat whose program failed
_SETTLED_SECONDS = 24 * 3600  # of a seat that has nothing to order in a phase


def is_due() -> bool:
    """Whether a power in civil disorder waits for a bot, as far as its rows tell."""
    return bool(_due())


def play_due() -> int:
    """Order for all powers in civil disorder that wait for a bot; return their number."""
    done = 0
    for phase, seat in _due():
        people_first.wait()
        if cache.add(_key(phase, seat), True, _PAUSE_SECONDS):
            with structlog.contextvars.bound_contextvars(game=phase.game.slug, phase=phase.code):
                done += _play(phase, seat)
    return done


def _due() -> list[tuple[Phase, Seat]]:
    """The seats that wait, each with its open phase; without those that another process plays."""
    now = clock.now()
    in_disorder = Seat.objects.filter(disorder_since__isnull=False)
    soon = Q(due_at__lte=now + BEFORE_DEADLINE) | Q(opened_at__lte=now - AFTER_OPENING)
    opened = Phase.objects.open().filter(
        soon,
        game__in=in_disorder.order_by().values("game"),
        game__status=Game.Status.PLAYING,
        game__practice=False,
        settings__bots_in_disorder=True,
        due_at__gt=now,
        closed_at=None,
    )
    found = [
        (phase, seat)
        for phase in opened.select_related("game", "settings").order_by("due_at")
        for seat in bot_sheets.without_sheet(phase.game.seats.order_by("place"), phase)
    ]
    settled = cache.get_many([_key(*each) for each in found])
    return [each for each in found if _key(*each) not in settled]


def _key(phase: Phase, seat: Seat) -> str:
    return f"bots.disorder.{phase.pk}.{seat.pk}"


def _play(phase: Phase, seat: Seat) -> bool:
    """Save what Novice orders for a seat; return whether it did. An error stops no other seat."""
    try:
        if seat.power not in phases.orders_due(phase):
            cache.set(_key(phase, seat), True, _SETTLED_SECONDS)
            return False
        chosen = playing.decide(seats.view_of(phase, seat.power), Bot.NOVICE)
        if chosen is None:
            return False
        return bot_sheets.save(phase, seat, chosen, bot=bots.account_of(Bot.NOVICE))
    except SheetRefused:
        logger.error("bot_gave_illegal_orders", bot=Bot.NOVICE.value)
    except Refused as refusal:  # the phase is over
        logger.info("bot_too_late", bot=Bot.NOVICE.value, reason=describe(refusal))
    except Exception as error:
        logger.error("bots_failed", error=describe(error))
    return False
