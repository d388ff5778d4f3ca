"""Games that all their players have left: they rest, and are closed if nobody comes back.

When all powers with units have been in civil disorder for two movement deadlines, or their players
have missed both and kept their seats, the clock is stopped and the people of the game are asked to
come back. Orders of one of them, or a new player,
start it again. After `LONGEST_REST` the game is closed without a result.
"""

import datetime as dt
from collections.abc import Collection, Iterable

import structlog
from django.db import transaction

from accounts import clock
from adjudicator.terms import PhaseType

from ..core import audit
from ..core.errors import Refused, describe
from ..deadlines import control
from ..models import Event, Game, GameSettings, Pause, Phase, Seat
from ..notifications import notify
from ..state import missed_turns
from . import endings

logger = structlog.get_logger(__name__)

LONGEST_REST = dt.timedelta(days=60)


def is_abandoned(phase: Phase, seats: Iterable[Seat], ordering: Collection[str]) -> bool:
    """Whether nobody has ordered for two movement deadlines before `phase`, which just opened.

    `seats` are those of the game, `ordering` the powers that have units. Only a movement phase
    rests: in others most powers have nothing to order with which they could come back.
    """
    playing = [seat for seat in seats if seat.hand is not None and seat.power in ordering]
    if phase.type != PhaseType.MOVEMENT or not playing:
        return False
    kept = {seat.hand for seat in playing if seat.disorder_since is None}
    if kept and not _can_be_kept(phase.game):
        return False
    moves = phase.game.phases.resolved().filter(code__endswith=PhaseType.MOVEMENT.value)
    missed = moves.order_by("-number")[1:2].first()
    if missed is None or missed.resolved_at is None:
        return False
    since = [seat.disorder_since for seat in playing if seat.disorder_since is not None]
    if any(moment > missed.resolved_at for moment in since):
        return False
    return all(each.in_a_row >= 2 for each in missed_turns.count(phase.game, kept).values())


def _can_be_kept(game: Game) -> bool:
    """Whether players of a game keep seats whose turns they have missed."""
    assert game.settings is not None
    return game.settings.disorder_after != GameSettings.DisorderAfter.FIRST


def rest(phase: Phase) -> None:
    """Stop the clock of a locked phase that just opened, and ask the people of its game."""
    until = clock.now() + LONGEST_REST
    control.stop_clock(phase, until=until, now=clock.now(), is_rest=True)
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
