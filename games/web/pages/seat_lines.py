"""The table of powers on the pages of a game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.compiled_queries import CompiledQuery
from adjudicator.terms import PhaseType

from ... import access, wording
from ...models import Game, Order, Phase, Receipt, Seat
from ...state import positions
from . import profile


@dataclass(frozen=True)
class SeatLine:
    """One power in the table of a game.

    `has_ordered` and `is_ready` are None if the reader may not know them, or if the power has
    nothing to order. Nobody plays a `neutral` power. `seat` is the primary key of its seat. `url`
    is the address of its player's profile, empty in games that hide their players.
    """

    seat: int
    code: str
    power: str
    name: str
    neutral: bool
    units: int
    centers: int
    change: int
    must_order: bool
    url: str = ""
    mine: bool = False
    has_ordered: bool | None = None
    is_ready: bool | None = None

    @property
    def orders(self) -> SafeString:
        """Whether the power has ordered, as HTML; empty if the reader may not know it."""
        return _orders_html(get_language(), is_ready=self.is_ready, has_ordered=self.has_ordered)


@cache
def _orders_html(_language: str, *, is_ready: bool | None, has_ordered: bool | None) -> SafeString:
    context = {"is_ready": is_ready, "has_ordered": has_ordered}
    return SafeString(render_to_string("games/game/_seat_orders.html", context))


@dataclass(frozen=True)
class SeatState:
    """The orders of a seat in the open phase: `receipts` is how often they were saved."""

    ready_phase: int | None
    has_ordered: bool
    receipts: int


def seat_lines(role: access.Role, phase: Phase, due: Mapping[str, int]) -> list[SeatLine]:
    """The powers of a game in `phase`, as the reader may see them.

    `due` maps each power that has to order to the number of its orders.
    """
    states = seat_states(role.game) if phase.is_open else {}
    return lines_of(role, phase, named_lines(role, phase, due), states)


def public_lines(game: Game, phase: Phase, due: Mapping[str, int]) -> list[SeatLine]:
    """The powers of a game in `phase` with what everyone may see of them."""
    return named_lines(access.Role(AnonymousUser(), game), phase, due)


def named_lines(role: access.Role, phase: Phase, due: Mapping[str, int]) -> list[SeatLine]:
    """The powers of a game with the names that the reader may see, but not who has ordered.

    `change` is the number of units that a power builds (or, below zero, disbands) in an adjustment
    phase.
    """
    names_open = role.sees_names
    winter = phase.type == PhaseType.ADJUSTMENT
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    lines = []
    for seat in role.game.seats.prefetch_related("tenures__person"):
        player = access.open_holder(seat)
        sign = 1 if centers[seat.power] > units[seat.power] else -1
        lines.append(
            SeatLine(
                seat=seat.pk,
                code=seat.power,
                power=wording.power(seat.power),
                name=access.shown_name(role.viewer, seat, names_open=names_open),
                neutral=seat.neutral,
                units=units[seat.power],
                centers=centers[seat.power],
                change=sign * due.get(seat.power, 0) if winter else 0,
                must_order=seat.power in due,
                url=profile.url_of(player) if player else "",
            )
        )
    return lines


def lines_of(
    role: access.Role, phase: Phase, lines: Sequence[SeatLine], states: Mapping[int, SeatState]
) -> list[SeatLine]:
    """`lines` with the reader's own powers marked, and who has ordered if they may know it.

    `states` are those of the open phase.
    """
    mine = {seat.pk for seat in role.held}
    return [
        _line_for(role, phase, line, states.get(line.seat), mine=line.seat in mine)
        for line in lines
    ]


def _line_for(
    role: access.Role, phase: Phase, line: SeatLine, state: SeatState | None, *, mine: bool
) -> SeatLine:
    shown = (mine or role.sees_who_has_ordered) and phase.is_open and line.must_order
    return replace(
        line,
        mine=mine,
        has_ordered=state.has_ordered if shown and state else None,
        is_ready=state.ready_phase == phase.pk if shown and state else None,
    )


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
    number = Subquery(receipts.annotate(number=Count("pk")).values("number"))
    seats = Seat.objects.filter(game=game).order_by("pk")
    return seats.values_list("pk", "ready_phase", Exists(orders), Coalesce(number, 0))


_SEAT_STATES = CompiledQuery(_seat_states, game=int)
