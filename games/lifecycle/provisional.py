"""Provisional ends: until `Game.final_at`, an end can be undone and opens nothing.

The moment needs no task: whatever an end opens asks `Game.is_final`. It comes sooner if all who
were left accept the result; `game_master.corrections.reopen` undoes the end before it.
"""

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core import audit
from ..core.errors import NeedsConfirmation, Refused
from ..deadlines import open_phase
from ..models import Event, Game, Phase, Seat, Tenure
from ..notifications import notify
from . import endings


def is_provisional(game: Game) -> bool:
    """Whether the game is over, and its end can still be undone."""
    return game.status == Game.Status.FINISHED and not game.is_final


def accepting_seats(final: Phase) -> QuerySet[Seat]:
    """The seats whose holders can waive the time in which the end can be undone.

    They have units or centers in the final position, and a holder who still has an account. Powers
    in civil disorder are among them: a few who still play do not decide for the others. Of several
    that one person plays it is the first.
    """
    holders = Tenure.objects.lasting().filter(seat=OuterRef("pk"), person__closed_at=None)
    alive = final.game.seats.filter(Exists(holders.order_by()), power__in=endings.survivors(final))
    before = alive.filter(hand=OuterRef("hand"), place__lt=OuterRef("place"))
    return alive.exclude(Exists(before.order_by())).order_by("place")


def accept_end(seat: Seat, person: User, *, may_make_final: bool = True) -> bool:
    """Accept the result with all powers that `person` played; return whether it is final now.

    Once all who were left have accepted, the end can no longer be undone. Accepting twice changes
    nothing. Raises `Refused` if the game goes on, or if `person` is not asked, and
    `NeedsConfirmation` if this is the last acceptance and not one that `may_make_final`.
    """
    with transaction.atomic():
        final = open_phase.lock_final(seat.game)
        if final is None:
            raise Refused(_("This game is still in progress. There’s no result to accept."))
        if final.game.is_final:
            return True
        own = accepting_seats(final).filter(hand=seat.hand).first()
        if own is None or not access.may_write_as(person, final.game, own):
            raise Refused(_("Only players of surviving powers can accept the result."))
        if not own.accepts_end:
            others = accepting_seats(final).filter(accepts_end=False).exclude(pk=own.pk)
            if not may_make_final and not others.exists():
                raise NeedsConfirmation(
                    _("Everyone else has accepted the result. If you do, too, it is final at once.")
                )
            final.game.seats.in_hand_with(own).update(accepts_end=True)
            audit.log(Event.Kind.END_ACCEPTED, game=final.game, phase=final, seat=own, actor=person)
            _make_final_if_accepted(final, by=person)
    return final.game.is_final


def _make_final_if_accepted(final: Phase, *, by: User) -> None:
    game = final.game
    if accepting_seats(final).filter(accepts_end=False).exists():
        return
    game.final_at = clock.now()
    game.save(update_fields=["final_at"])
    event = audit.log(Event.Kind.END_FINAL, game=game, phase=final)
    last = Tenure.objects.lasting().filter(seat__game=game)
    notify.notify_event(event, also=last.values_list("person", flat=True), acting=by)
