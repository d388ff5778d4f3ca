"""The order of the people in a list of ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Case, F, Q, Value, When, Window
from django.db.models.functions import Rank

from .rate import SETTLED_BELOW

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from ...models import Rating


def ranked(people: QuerySet[Rating]) -> QuerySet[Any]:
    """The ratings of a list: the settled ones by their points, then the provisional ones.

    Each has `settled`, and its `rank` among those that are settled, or not.
    """
    rank = Window(Rank(), partition_by=F("settled"), order_by=F("points").desc())
    found: QuerySet[Any] = _with_settled(people).annotate(rank=rank)
    return found.order_by("-settled", "-points", "person__name", "pk")


def place_after(people: QuerySet[Rating], name: str) -> int | None:
    """The number of ratings up to that of the person with this name, in the order of `ranked`.

    None if the list lacks the person.
    """
    rows = _with_settled(people)
    last = rows.filter(person__name=name).first()
    if last is None:
        return None
    better = Q(settled__gt=last.settled) | Q(settled=last.settled, points__gt=last.points)
    equal = Q(settled=last.settled, points=last.points, person__name__lt=name)
    return rows.filter(better | equal).count() + 1


def _with_settled(people: QuerySet[Rating]) -> QuerySet[Any]:
    settled = Case(When(sigma__lt=SETTLED_BELOW, then=Value(1)), default=Value(0))
    return people.annotate(settled=settled)
