"""Games that all their players have left: they rest, and are closed if nobody comes back.

When all powers that are left have been in civil disorder for two deadlines, the clock is stopped
and the people of the game are asked to come back. Orders of one of them, or a new player, start it
again. After `LONGEST_REST` the game is closed without a result.
"""

import datetime as dt
from collections.abc import Iterable

import structlog
from django.db import transaction

from accounts import clock

from ..core import audit
from ..core.errors import Refused, describe
from ..deadlines import control
from ..models import Event, Game, Pause, Phase, Seat
from ..notifications import notify
from . import endings

logger = structlog.get_logger(__name__)

LONGEST_REST = dt.timedelta(days=60)


def is_abandoned(resolved: Phase, seats: Iterable[Seat], left: Iterable[str]) -> bool:
    """Whether all powers that are `left` missed the deadline of `resolved` and the one before.

    `seats` are those of the game. Neutral powers do not count.
    """
    alive = set(left)
    playing = [seat for seat in seats if seat.hand is not None and seat.power in alive]
    return bool(playing) and all(
        seat.disorder_since is not None and seat.disorder_since <= resolved.opened_at
        for seat in playing
    )


def rest(phase: Phase) -> None:
    """Stop the clock of a locked phase that just opened, and ask the people of its game."""
    until = clock.now() + LONGEST_REST
    control.stop_clock(phase, until=until, now=clock.now(), by=None)
    event = audit.log(Event.Kind.GAME_RESTS, game=phase.game, phase=phase, due_after=until)
    notify.notify_event(event)


def close_abandoned() -> int:
    """Close every game whose rest is over; return how many."""
    over = Pause.objects.resting().filter(until__lte=clock.now()).select_related("phase__game")
    count = 0
    for found in over:
        game = found.phase.game
        try:
            count += _close(game)
        except Exception as error:  # an error in one game must not stop the others
            logger.error("abandoned_game_not_closed", game=game.slug, error=describe(error))
    return count


def _close(game: Game) -> bool:
    with transaction.atomic():
        try:
            endings.close_as_abandoned(game)
        except Refused:  # somebody has just come back
            return False
    return True
