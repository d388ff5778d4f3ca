"""Advice on legal orders that may be slips, for a player before the deadline.

It uses only the power's own orders and the position, so it reveals nothing of other orders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.convoys import has_route
from adjudicator.orders import Convoy, Move, Retreat, SupportHold, SupportMove

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.units import Unit


class Advice(NamedTuple):
    """A stable code with its parameters; the English sentences are in `reasons.ADVICE`."""

    code: str
    params: Mapping[str, str]


def advise(orders: Sequence[Order], position: Position, power: str) -> list[tuple[Advice, ...]]:
    """Return the advice on each of the legal orders of a power, in the same order.

    >>> from adjudicator import load_setup, opening, parse_order
    >>> position = opening(load_setup("standard"))
    >>> sheet = [parse_order(line) for line in ("A PAR - BUR", "A MAR - BUR")]
    >>> [[each.code for each in advice] for advice in advise(sheet, position, "FRANCE")]
    [['same_target'], ['same_target']]
    """
    own = {order.unit: order for order in orders if order.unit is not None}
    return [tuple(_advice_on(order, own, position, power)) for order in orders]


def _advice_on(
    order: Order, own: Mapping[Unit, Order], position: Position, power: str
) -> Iterator[Advice]:
    """The advice on one order; `own` has all orders of the power by unit."""
    match order:
        case SupportHold(supported=other) | SupportMove(supported=other) | Convoy(army=other):
            yield from _advice_on_help(order, other, own, position, power)
        case Move(unit=unit, target=target):
            yield from _same_destination(order, own, "same_target")
            if code := _lack_of_fleets(order, own, position, power):
                yield Advice(code, {"unit": str(unit), "province": target})
        case Retreat():
            yield from _same_destination(order, own, "same_retreat")


def _same_destination(
    order: Move | Retreat, own: Mapping[Unit, Order], code: str
) -> Iterator[Advice]:
    """Advice on other units of the power that are ordered to the same province."""
    province = order.target[:3]
    for unit, rival in own.items():
        there = isinstance(rival, Move | Retreat) and rival.target[:3] == province
        if there and unit != order.unit:
            yield Advice(code, {"unit": str(unit), "province": province})


def _advice_on_help(
    order: SupportHold | SupportMove | Convoy,
    other: Unit,
    own: Mapping[Unit, Order],
    position: Position,
    power: str,
) -> Iterator[Advice]:
    """Advice on a support or convoy of a foreign unit, or of one that is ordered otherwise."""
    found = position.unit_at(other.location)
    if found is not None and found[0] != power:
        yield Advice("helps_foreign_unit", {"unit": str(other), "power": found[0]})
        return
    told = own.get(other)
    if isinstance(order, SupportHold):
        if isinstance(told, Move):
            yield Advice("told_otherwise", {"unit": str(other), "order": str(told)})
    elif told is None:
        yield Advice("told_nothing", {"unit": str(other), "province": order.target})
    elif not isinstance(told, Move) or told.target[:3] != order.target[:3]:
        yield Advice("told_otherwise", {"unit": str(other), "order": str(told)})


def _lack_of_fleets(
    order: Move, own: Mapping[Unit, Order], position: Position, power: str
) -> str | None:
    """The code of the advice on an army that needs a convoy which its power has not ordered.

    Fleets of its own power that are ordered otherwise cannot carry it; those of other powers might.
    """
    board, unit = position.board, order.unit
    by_land = order.target in board.moves(unit.type, unit.location)
    if by_land and not order.via:
        return None
    possible, carrying = position.fleets_at_sea, 0
    for fleet in position.units.get(power, ()):
        told, place = own.get(fleet), 1 << board.number[fleet.location]
        if isinstance(told, Convoy) and (told.army, told.target) == (unit, order.target):
            carrying |= possible & place
        else:
            possible &= ~place
    origin, target = board.number[unit.location], board.number[order.target]
    if not has_route(board, possible, origin, target):
        return "convoy_has_no_route"
    if not has_route(board, carrying, origin, target):
        return "convoy_needs_other_power"
    return None
