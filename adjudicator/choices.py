"""Everything a unit may be told, for order forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.convoys import carried_to, on_route
from adjudicator.orders import (
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
)
from adjudicator.terms import PhaseType, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.position import Position, Unit


def legal_orders(position: Position, power: str, unit: Unit) -> tuple[Order, ...]:
    """Every order that `power` may give to `unit` in this phase; none if it is not its unit.

    >>> from adjudicator.setups import load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> fleet = position.at["LON"][1]
    >>> [str(order) for order in legal_orders(position, "ENGLAND", fleet)][:3]
    ['F LON H', 'F LON - ENG', 'F LON - NTH']
    """
    phase = position.phase.type
    if phase is PhaseType.ADJUSTMENT:
        return tuple(o for o in adjustment(position, power).options if o.unit == unit)
    if phase is PhaseType.RETREAT:
        return tuple(_retreats(position, power, unit))
    if position.at.get(unit.province) != (power, unit):
        return ()
    return (
        Hold(unit),
        *_moves(position, unit),
        *_supports(position, unit),
        *_convoys(position, unit),
    )


def _retreats(position: Position, power: str, unit: Unit) -> Iterator[Order]:
    for dislodged in position.dislodged.get(power, ()):
        if dislodged.unit == unit:
            yield from (Retreat(unit, target) for target in dislodged.retreats)
            yield Disband(unit)


def _moves(position: Position, unit: Unit) -> Iterator[Move]:
    by_land = position.board.moves(unit.type, unit.location)
    yield from (Move(unit, target) for target in sorted(by_land))
    if unit.type is UnitType.ARMY:
        carried = carried_to(position.board, position.fleets_at_sea, unit.location)
        for target in sorted(carried):
            yield Move(unit, target, via=target in by_land)


def _supports(position: Position, unit: Unit) -> Iterator[Order]:
    board = position.board
    reach = board.reach(unit.type, unit.location)
    others = position.fleets_at_sea - {unit.province}
    for _, other in position.at.values():
        if other == unit:
            continue
        if other.province in reach:
            yield SupportHold(unit, other)
        targets = set(board.moves(other.type, other.location))
        if other.type is UnitType.ARMY:
            targets |= carried_to(board, others, other.location)
        for target in sorted(targets):
            if target[:3] in reach:
                yield SupportMove(unit, other, target)


def _convoys(position: Position, unit: Unit) -> Iterator[Convoy]:
    board, fleets = position.board, position.fleets_at_sea
    if unit.location not in fleets:
        return
    for _, army in position.at.values():
        if army.type is UnitType.ARMY:
            for target in sorted(carried_to(board, fleets, army.location)):
                if on_route(board, fleets, army.location, target, unit.location):
                    yield Convoy(unit, army, target)
