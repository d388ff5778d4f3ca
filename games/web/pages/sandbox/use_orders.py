"""The order form of a game, filled with the orders of a private line; nothing of it is saved."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from adjudicator.terms import PhaseType

from ....models import Phase, Seat
from ....orders.choices import units_to_order
from ....sandbox.line import Line
from ....sandbox.order_text import given_as_text
from ....state import phases, positions
from ...forms.sandbox_private import Origin
from ..game import board_with_orders
from ..joint_order_entry import JointOrderEntry
from ..order_entry import OrderEntry
from .line import Go


def filled_page(shown: Phase, seats: Sequence[Seat], line: Line) -> dict[str, Any]:
    """Context of the order page of seats that have something to order in an open phase.

    Several seats get one text for all of them, because one button saves it.
    """
    first = line.back_to(0)
    context: dict[str, Any] = {"game": shown.game, "phase": shown, "is_not_saved": True}
    if len(seats) == 1:
        entries = [_filled_entry(shown, seats[0], first)]
    else:
        text = given_as_text(first, {seat.power for seat in seats})
        joint = JointOrderEntry(shown, seats, _sent(mode="text", text=text))
        entries, context["joint_entry"] = joint.entries, joint
    for entry in entries:
        entry.read_stored()
    board = board_with_orders(shown, seats, entries, None)
    return context | {"order_entries": entries, "board": board}


def _filled_entry(shown: Phase, seat: Seat, line: Line) -> OrderEntry:
    orders = line.orders.get(seat.power, ())
    if shown.type == PhaseType.ADJUSTMENT:
        keys = (row.key for row in OrderEntry(shown, seat).rows)
        chosen = dict(zip(keys, orders, strict=False))
    else:
        chosen = {
            f"unit-{unit.province}": text
            for unit in units_to_order(positions.load(shown), seat.power)
            for text in orders
            if text.startswith(f"{unit} ")
        }
    entry = OrderEntry(shown, seat, _sent(mode="rows", **chosen))
    entry.stored_differs = entry.receipt is not None
    return entry


def _sent(**fields: str) -> QueryDict:
    """A sheet as a browser would have sent it."""
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


def why_not(shown: Phase | None, seats: Sequence[Seat], line: Line) -> str:
    """The reason why the orders of a line cannot be used in a game; empty if they can be.

    Without `shown` the reader does not see the game, which may not exist.
    """
    if shown is None or not seats:
        return _("You can’t use these orders in this game: you hold none of its seats.")
    start = line.back_to(0).position.phase
    if not shown.is_open or str(start) != shown.code:
        return _("This phase is over, so these orders can’t be used in it any more.")
    if not ordering(shown, seats):
        return _("You have no orders to give in this phase.")
    return ""


def ordering(shown: Phase, seats: Sequence[Seat]) -> list[Seat]:
    """The seats among `seats` that have something to order in a phase."""
    due = phases.orders_due(shown)
    return [seat for seat in seats if seat.power in due]


def refused_page(line: Line, shown: Phase | None, origin: Origin, problem: str) -> dict[str, Any]:
    """Context of the page that gives the orders back as text."""
    return {
        "problem": problem,
        "orders": given_as_text(line.back_to(0)),
        "game": shown.game if shown else None,
        "is_private": True,
        "back": Go(line),
        "origin": origin,
    }
