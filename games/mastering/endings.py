"""The ends of a game: won by one power, a draw, or closed."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock, phases, positions
from ..deadlines import schedule
from ..errors import Refused
from ..models import Event, Game, Notice, Pause, Phase, Seat, Tenure
from ..seats import sitting
from ..telling import notifications


def finish(game: Game, ending: Game.Ending, *, winner: Seat | None = None) -> None:
    """Write that a game is over. No phase of it may be open."""
    now = clock.now()
    game.status = Game.Status.FINISHED
    game.ending = ending
    game.ended_at = now
    game.winner = winner
    game.error = ""
    game.save(update_fields=["status", "ending", "ended_at", "winner", "error"])
    Tenure.objects.filter(seat__game=game, until=None).update(
        until=now, ending=Tenure.Ending.GAME_OVER
    )


def draw(game: Game, *, among: Collection[str], by: User | None, reason: str = "") -> None:
    """End the game as a draw among powers that still have units or centers."""
    with transaction.atomic():
        phase = _playable(game)
        left = survivors(phase)
        sharing = [power for power in left if power in set(among)]
        if len(sharing) < 2 or len(sharing) != len(set(among)):
            raise Refused(_("A draw is shared by at least two of the powers that are left."))
        phase.game.seats.filter(power__in=sharing).update(shares_draw=True)
        _stop(phase, Game.Ending.DRAW, Event.Kind.GAME_DRAWN, by=by, reason=reason)


def close(game: Game, *, by: User | None, reason: str) -> None:
    """End the game without a result."""
    with transaction.atomic():
        phase = _playable(game)
        _stop(phase, Game.Ending.CLOSED, Event.Kind.GAME_CLOSED, by=by, reason=reason.strip())


def survivors(phase: Phase) -> list[str]:
    """The powers that have units or centers in `phase`, in the order of the set-up."""
    units, owners = positions.stored(phase)
    alive = {unit.power for unit in units} | set(owners.values())
    return [seat.power for seat in phase.game.seats.order_by("place") if seat.power in alive]


def _playable(game: Game) -> Phase:
    phase = phases.lock_current(game)
    if phase is None:
        raise Refused(_("This game is not being played."))
    return phase


def _stop(
    phase: Phase, ending: Game.Ending, kind: Event.Kind, *, by: User | None, reason: str
) -> None:
    """Keep the open phase as the last position. Its orders were never resolved: nobody else ever
    reads them."""
    game = phase.game
    phase.status = Phase.Status.FINAL
    schedule.promise(phase, None, now=clock.now())
    phase.save(update_fields=["status", *schedule.PROMISED])
    Pause.objects.filter(phase=phase, ended_at=None).update(ended_at=clock.now())
    sitting.return_lent(phase, game.seats.all(), over=True)
    everyone = notifications.everyone(game)
    finish(game, ending)
    event = audit.log(kind, game=game, phase=phase, actor=by, text=reason)
    notifications.tell(Notice.Kind.GAME_OVER, everyone, game=game, phase=phase, event=event)
