"""Resigning a seat, taking one over, and replacing its holder.

All functions lock the open phase first and then the seat. Stored orders become void when somebody
else gets the seat, and a new holder has the time of a whole phase.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..models import Event, Seat, Tenure
from ..notifications import notify
from .civil_disorder import start_disorder
from .handover import current_tenure, end_tenure, hand_over, lock_seat
from .substitutes import return_seat


def resign(seat: Seat, person: User) -> None:
    """Resign a seat. Stored orders count until somebody takes it over.

    If a substitute resigns, the seat returns to the person for whom they play.
    """
    with transaction.atomic():
        phase, seat = lock_seat(seat, also_due=True)
        tenure = current_tenure(seat)
        if tenure is None or tenure.person_id != person.pk:
            raise Refused(_("You do not hold this seat."))
        if tenure.stands_in_for is not None and not tenure.stands_in_for.is_leaving:
            return_seat(phase, seat, by=person)
            return
        end_tenure(tenure, Tenure.Ending.RESIGNED)
        start_disorder(phase, seat)
        event = audit.log(
            Event.Kind.RESIGNED, game=phase.game, phase=phase, seat=seat, subject=person
        )
        notify.notify_event(event)


def resign_all(person: User) -> None:
    """Resign all seats of a person who closes their account."""
    held = Tenure.objects.current().filter(person=person).select_related("seat__game")
    for tenure in held:
        try:
            resign(tenure.seat, person)
        except Refused:  # the game has just ended
            continue


def take(seat: Seat, person: User) -> None:
    """Let `person` take over a power in civil disorder.

    The caller has checked `access.may_take_seat`.
    """
    with transaction.atomic():
        phase, seat = lock_seat(seat)
        if seat.disorder_since is None:
            raise Refused(_("Somebody plays this power; it is not open."))
        hand_over(phase, seat, person, by=person)


def replace(seat: Seat, person: User, *, by: User, reason: str = "") -> None:
    """Give a seat to a person on the waiting list for good, whoever holds it.

    Other people are invited first (see `invitations`).
    """
    with transaction.atomic():
        phase, seat = lock_seat(seat)
        hand_over(phase, seat, person, by=by, reason=reason)
