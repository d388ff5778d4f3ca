"""Undoing a replacement by mistake, as long as the new player has done nothing in the seat."""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User

from ..core.errors import Refused
from ..models import Ballot, Draft, Event, Message, Receipt, Seat, Tenure
from ..notifications import notify
from .handover import current_tenure, lock_hand, log_each


def taken_over(seats: Sequence[Seat]) -> set[int]:
    """Seats, by primary key, whose players have replaced somebody.

    Whether they have acted since is said only to whoever asks to undo it.
    """
    current = Tenure.objects.current().filter(seat__in=seats, stands_in_for=None)
    ended = Tenure.objects.filter(
        seat=OuterRef("seat"),
        ending=Tenure.Ending.REPLACED,
        stands_in_for=None,
        until__gte=OuterRef("since"),
    )
    return set(current.filter(Exists(ended)).values_list("seat", flat=True))


def undo_replacement(seat: Seat, *, by: User) -> None:
    """Give a seat, and all others of its player, back to the player who was replaced.

    That player reads everything that was sent meanwhile; the orders that became void stay so, and
    the phase keeps its deadline. Raises `Refused` if the new player has acted, or the former one
    is gone.
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat)
        newcomer = current_tenure(seats)
        former = _replaced_by(newcomer, seats) if newcomer else []
        if newcomer is None or newcomer.stands_in_for_id is not None or not former:
            raise Refused(_("Nobody has taken this seat over, so there is nothing to undo."))
        if _has_acted(newcomer.person, seats, newcomer.since):
            raise Refused(
                _(
                    "The new player has already saved orders, voted or written. You can replace "
                    "them instead."
                )
            )
        person = former[0].person
        if not User.objects.lock_taking_part(person.pk):
            raise Refused(_("This account is closed."))
        Draft.objects.filter(seat__in=seats, person=newcomer.person).delete()
        Tenure.objects.current().filter(seat__in=seats).delete()
        Tenure.objects.filter(pk__in=[each.pk for each in former]).update(until=None, ending="")
        for each in seats:
            each.disorder_since = each.ready_phase = None
            each.save(update_fields=["disorder_since", "ready_phase"])
        event = log_each(Event.Kind.SEAT_RETURNED, phase, seats, actor=by, subject=person)
        notify.notify_event(event, also=[newcomer.person_id, person.pk])
        notify.notify_turn(phase, [each.power for each in seats], event=event)


def _replaced_by(newcomer: Tenure, seats: Sequence[Seat]) -> list[Tenure]:
    """The tenures that ended when this one began, one for each seat; empty if nobody had them.

    A substitute who was replaced does not come back: the time for which they played is over.
    """
    ended = Tenure.objects.filter(
        seat__in=seats,
        ending=Tenure.Ending.REPLACED,
        stands_in_for=None,
        until__gte=newcomer.since,
    )
    return list(ended.select_related("person"))


def _has_acted(person: User, seats: Sequence[Seat], since: dt.datetime) -> bool:
    """Whether `person` has saved orders, voted or written for the seats, or a master for them."""
    return (
        Receipt.objects.filter(
            Q(person=person) | Q(on_behalf=True), seat__in=seats, saved_at__gte=since
        ).exists()
        or Ballot.objects.filter(seat__in=seats, cast_at__gte=since).exists()
        or Message.objects.filter(seat__in=seats, person=person, sent_at__gte=since).exists()
    )
