"""Powers whose messages a person has muted. No page shows anyone that they were muted.

Unsigned messages are never muted: that would disclose who wrote them.
"""

from django.db.models import BooleanField, Q, QuerySet, Value

from accounts import clock
from accounts.models import User

from .. import access
from ..models import Message, Mute, Seat


def mute(seat: Seat, person: User) -> None:
    Mute.objects.get_or_create(seat=seat, person=person, defaults={"since": clock.now()})


def unmute(seat: Seat, person: User) -> None:
    Mute.objects.filter(seat=seat, person=person).delete()


def muted(person: User) -> Q:
    """Condition for messages that `person` has muted.

    It never includes their own messages, even if they wrote them from a seat that they have muted
    since.
    """
    seats = Mute.objects.filter(person=person).values("seat")
    return Q(unsigned=False, seat__in=seats) & ~Q(person=person)


def mark_muted(messages: QuerySet[Message], viewer: access.Viewer) -> QuerySet[Message]:
    """Annotate each of `messages` with `muted`: whether `viewer` has muted it."""
    found = muted(viewer) if isinstance(viewer, User) else Value(False, BooleanField())
    return messages.annotate(muted=found)  # type: ignore[no-redef]  # declared by the model
