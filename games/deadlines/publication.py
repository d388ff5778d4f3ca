"""Publishing by hand: a game master checks the results of a phase before they come out.

At its deadline such a phase takes no more orders but late ones, which a master enters for players
until a master has seen the results. It is resolved when a game master publishes it, or by itself
after the hours on which the game has agreed, or as soon as no master is left.
"""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..models import Event, Game, Notification, Phase
from ..notifications import notify, recipients
from ..state import phase_clock
from . import open_phase


def is_awaited(game: Game) -> bool:
    """Whether the results of a game wait to be published."""
    return game.publish_hours is not None and Phase.objects.closed().filter(game=game).exists()


def must_wait(game: Game) -> bool:
    """Whether the phases of a game wait until a game master publishes their results."""
    return game.publish_hours is not None and game.masterships.present().exists()


def close(phase: Phase, now: dt.datetime) -> None:
    """Take no more orders in a due phase, which the caller has locked; notify the game masters."""
    game = phase.game
    assert game.publish_hours is not None
    until = now + dt.timedelta(hours=game.publish_hours)
    phase_clock.close(phase, now=now, until=until)
    phase.save(update_fields=phase_clock.CLOSED_FIELDS)
    event = audit.log(Event.Kind.ORDERS_CLOSED, game=game, phase=phase, due_after=until)
    notify.notify(
        Notification.Kind.NEWS, recipients.masters(game), game=game, phase=phase, event=event
    )


def publish(game: Game, *, by: User) -> None:
    """Let the results of a closed phase come out now. Raises `Refused`."""
    with transaction.atomic():
        phase = lock_closed(game)
        now = clock.now()
        phase_clock.set_end(phase, now, now=now)
        phase.save(update_fields=phase_clock.END_FIELDS)
        audit.log(Event.Kind.PUBLISHED, game=phase.game, phase=phase, actor=by)


def publish_without_masters(phase: Phase) -> None:
    """Let the results of a locked phase come out if it is closed, and no master can publish it."""
    if phase.is_closed and not must_wait(phase.game):
        now = clock.now()
        phase_clock.set_end(phase, now, now=now)
        phase.save(update_fields=phase_clock.END_FIELDS)


def mark_previewed(game: Game, *, by: User) -> Phase:
    """Log the first look of a game master at the results of a closed phase; return the phase.

    From then on nobody enters late orders. Raises `Refused`.
    """
    with transaction.atomic():
        phase = lock_closed(game)
        if phase.previewed_at is None:
            phase.previewed_at = clock.now()
            phase.save(update_fields=["previewed_at"])
            audit.log(Event.Kind.PREVIEWED, game=phase.game, phase=phase, actor=by)
    return phase


def lock_closed(game: Game) -> Phase:
    """Lock the open phase of a game; raise `Refused` unless its results wait to be published."""
    phase = open_phase.lock_current(game)
    if phase is None or not phase.is_closed or phase.due_at is None:
        raise Refused(_("No results wait to be published in this game."))
    if phase.due_at <= clock.now():
        raise Refused(_("The results are coming out right now."))
    return phase
