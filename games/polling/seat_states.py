"""Whether the seats of a game have ordered and are ready, and who may know it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.compiled_queries import CompiledQuery

from .. import access
from ..models import Game, Order, Phase, Receipt, Seat


@dataclass(frozen=True)
class SeatState:
    """The orders of a seat in the open phase: `receipts` is how often they were saved.

    It is 0 in civil disorder, so that nobody learns when a bot has saved orders for the power.
    """

    ready_phase: int | None
    has_ordered: bool
    receipts: int


def shown_state(
    role: access.Role, phase: Phase, seat: int, states: Mapping[int, SeatState], *, must_order: bool
) -> SeatState | None:
    """The state of a seat, by primary key, if the reader may know it and it has to order now.

    `states` are those of the open phase.
    """
    mine = any(each.pk == seat for each in role.held)
    shown = (mine or role.sees_who_has_ordered) and phase.is_open and must_order
    return states.get(seat) if shown else None


def seat_states(game: Game) -> dict[int, SeatState]:
    """The states of all seats of a game, by primary key. Most readers may know of few of them."""
    return {
        seat: SeatState(ready, bool(has_ordered), receipts)  # SQLite has no booleans
        for seat, ready, has_ordered, receipts in _SEAT_STATES.rows(game=game.pk)
    }


def _seat_states(game: int) -> "QuerySet[Seat, tuple[Any, ...]]":
    now = {"phase__game": game, "phase__status": Phase.Status.OPEN, "seat": OuterRef("pk")}
    orders = Order.objects.filter(**now).order_by()
    receipts = Receipt.objects.filter(**now).order_by().values("seat")
    number = Coalesce(Subquery(receipts.annotate(number=Count("pk")).values("number")), 0)
    shown = Case(When(disorder_since=None, then=number), default=0)
    seats = Seat.objects.filter(game=game).order_by("pk")
    return seats.values_list("pk", "ready_phase", Exists(orders), shown)


_SEAT_STATES = CompiledQuery(_seat_states, game=int)
