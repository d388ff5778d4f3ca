"""Powers whose letters a person has muted: for their eyes alone, and nobody learns of it.

Unsigned letters are never muted: that would tell who wrote them.
"""

from django.db.models import BooleanField, Q, QuerySet, Value

from accounts.models import User

from .. import access, clock
from ..models import Letter, Mute, Seat


def mute(seat: Seat, person: User) -> None:
    Mute.objects.get_or_create(seat=seat, person=person, defaults={"since": clock.now()})


def unmute(seat: Seat, person: User) -> None:
    Mute.objects.filter(seat=seat, person=person).delete()


def muted(person: User) -> Q:
    """Letters that `person` has muted; one's own never are, whatever seats one has taken since."""
    seats = Mute.objects.filter(person=person).values("seat")
    return Q(unsigned=False, seat__in=seats) & ~Q(person=person)


def marked(letters: QuerySet[Letter], viewer: access.Viewer) -> QuerySet[Letter]:
    """`letters`, each with whether `viewer` has it `muted`."""
    found = muted(viewer) if isinstance(viewer, User) else Value(False, BooleanField())
    return letters.annotate(muted=found)  # type: ignore[no-redef]  # declared by the model
