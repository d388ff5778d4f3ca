"""Seats in civil disorder that somebody may take over: lists of them in all games."""

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from .. import access
from ..models import Center, Phase, Seat, Unit
from . import civil_disorder


def unplayed_seats() -> QuerySet[Seat]:
    """The seats in civil disorder that have units or centers left, of all games.

    Of several that one person plays it is the first. They are annotated with `unit_count` and
    `center_count` of all of these, and the `phase_code` and `due_at` of the open phase.
    """
    open_phase = Phase.objects.open().filter(game=OuterRef("game"))
    before = civil_disorder.seats_in_disorder().filter(
        game=OuterRef("game"), hand=OuterRef("hand"), place__lt=OuterRef("place")
    )
    return (
        civil_disorder.seats_in_disorder()
        .exclude(Exists(before.order_by()))
        .select_related("game__settings")
        .annotate(
            unit_count=_count_in_open_phase(Unit),
            center_count=_count_in_open_phase(Center),
            phase_code=Subquery(open_phase.values("code")[:1]),
            due_at=Subquery(open_phase.values("due_at")[:1]),
        )
        .exclude(unit_count=0, center_count=0)
    )


def _count_in_open_phase(model: type[Unit] | type[Center]) -> Coalesce:
    """The number of rows of the person's powers in the open phase."""
    rows = model._default_manager.filter(
        seat__game=OuterRef("game"), seat__hand=OuterRef("hand"), phase__status=Phase.Status.OPEN
    )
    number = rows.order_by().values("seat__hand").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def open_seats(viewer: access.Viewer) -> QuerySet[Seat]:
    """Unplayed seats that `viewer` may take over, as `access.open_seats` says."""
    return unplayed_seats().filter(pk__in=access.open_seats(viewer).values("pk"))


def administered_seats(viewer: access.Viewer) -> QuerySet[Seat]:
    """Unplayed seats of all games that `viewer` may administer, with the masters of the games."""
    return (
        unplayed_seats()
        .filter(game__in=access.administered_games(viewer))
        .prefetch_related("game__masterships__person")
    )
