"""Resigning a seat, taking one over, and replacing its holder.

All functions lock the open phase first and then the seats of the person. Stored orders become void
when somebody else gets the seats, and a new holder has the time of a whole phase.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access
from ..core.errors import NeedsConfirmation, Refused
from ..models import Event, Seat, Tenure
from ..notifications import notify
from .civil_disorder import start_disorder
from .handover import current_tenure, end_tenures, hand_over, lock_hand, log_each, may_take
from .substitutes import return_seats


def resign(seat: Seat, person: User) -> None:
    """Resign a seat, and all others of the person in the game.

    Stored orders count until somebody takes the seats over.

    If a substitute resigns, the seat returns to the person for whom they play.
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat, also_due=True)
        if phase.game.practice:
            raise Refused(_("Nobody can take over a practice game. End it instead."))
        tenure = current_tenure(seats)
        if tenure is None or tenure.person_id != person.pk:
            raise Refused(_("You don’t hold this seat."))
        if tenure.stands_in_for is not None and not tenure.stands_in_for.is_leaving:
            return_seats(phase, seats, by=person)
            return
        end_tenures(seats, Tenure.Ending.RESIGNED)
        start_disorder(phase, seats)
        event = log_each(Event.Kind.RESIGNED, phase, seats, subject=person)
        notify.notify_event(event)


def resign_all(person: User) -> None:
    """Resign all seats of a person who closes their account."""
    held = Tenure.objects.current().filter(person=person).select_related("seat__game")
    for tenure in held:
        try:
            resign(tenure.seat, person)
        except Refused:  # the game has just ended
            continue


def consequences_of_resigning() -> str:
    """The text that a person reads before they resign."""
    return _(
        "Everyone is notified. Until someone takes over, there is civil disorder, "
        "but saved orders count. You keep the messages you can read now. You can’t "
        "take another seat in this game."
    )


def take_offered(seat: Seat, person: User, *, key: str = "", house_rules_accepted: bool) -> None:
    """Let `person` take over a seat that is offered to them; `key` is that of an invitation.

    Raises `Refused` with the reason if they cannot, and `NeedsConfirmation` for house rules.
    """
    if not access.may_take_seat(person, seat, key):
        raise Refused(_("This seat isn’t open."))
    if problem := may_take(person, seat):
        raise Refused(problem)
    if seat.game.house_rules and not house_rules_accepted:
        raise NeedsConfirmation(_("Read and accept the house rules to join this game."))
    take(seat, person)


def take(seat: Seat, person: User) -> None:
    """Let `person` take over a power in civil disorder.

    The caller has checked `access.may_take_seat`, as `take_offered` does.
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat)
        if all(each.disorder_since is None for each in seats):
            raise Refused(_("Someone plays this power. Its seat isn’t open."))
        hand_over(phase, seats, person, by=person)


def replace(seat: Seat, person: User, *, by: User, reason: str = "") -> None:
    """Give a seat to a person on the waiting list for good, whoever holds it.

    Other people are invited first (see `invitations`).
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat)
        hand_over(phase, seats, person, by=by, reason=reason)
