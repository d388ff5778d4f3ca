"""What a game master does beyond the lobby."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from . import audit, clock, notifications, orders, schedule
from .errors import Refused
from .models import Event, Game, Phase


def resume(game: Game, *, by: User | None) -> None:
    """Start the clock of a game that was set aside: its open phase gets its whole length.

    Nobody is ready any more: who was may look again. `by` is none for whoever runs the site.
    """
    with transaction.atomic():
        # The phase first, as everywhere: two who lock in different order wait for each other.
        phase = game.phases.select_for_update().filter(status=Phase.Status.OPEN).first()
        woken = Game.objects.filter(pk=game.pk, status=Game.Status.ASIDE).update(
            status=Game.Status.PLAYING, error=""
        )
        if phase is None or not woken:
            raise Refused(_("This game is not set aside."))
        phase.due_at = schedule.first_deadline(game, phase.type, clock.now())
        phase.reminded_at = None  # of a deadline that is no longer
        phase.save(update_fields=["due_at", "reminded_at"])
        game.seats.update(ready_phase=None)
        event = audit.log(Event.Kind.GAME_RESUMED, game=game, phase=phase, actor=by)
        phase.game = game
        notifications.tell_of_turn(phase, orders.due(phase), event=event)
