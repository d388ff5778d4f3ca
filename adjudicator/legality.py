"""Whether a unit can be given an order at all, whatever the others are told.

An order is put right where it can only mean one thing: the unit's letter and coast come from the
board (DATC 4.B.5, 4.C.2), a coast is filled in where one is possible (4.B.2) and left out where it
means nothing (4.B.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import check_adjustment
from adjudicator.convoys import has_route, on_route
from adjudicator.errors import IllegalOrder
from adjudicator.orders import Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from adjudicator.rules import DEFAULT_RULES
from adjudicator.terms import PhaseType, UnitType

if TYPE_CHECKING:
    from adjudicator.orders import Order
    from adjudicator.position import Position, Unit
    from adjudicator.rules import Rules


def check_order(
    order: Order, position: Position, power: str, rules: Rules = DEFAULT_RULES
) -> Order:
    """The order, put right, if `power` may give it in this phase; raises `IllegalOrder`.

    >>> from adjudicator import load_setup, opening, parse_order
    >>> position = opening(load_setup("standard"))
    >>> str(check_order(parse_order("a lvp - edi"), position, "ENGLAND"))
    'A LVP - EDI'
    >>> str(check_order(parse_order("F STP - BOT"), position, "RUSSIA"))
    'F STP/SC - BOT'
    """
    phase = position.phase.type
    if phase is PhaseType.MOVEMENT:
        return _check_movement(order, position, power, rules)
    if phase is PhaseType.RETREAT:
        return _check_retreat(order, position, power)
    return check_adjustment(order, position, power)


def _check_movement(order: Order, position: Position, power: str, rules: Rules) -> Order:
    if not isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy):
        raise IllegalOrder.out_of_phase(order, position.phase)
    unit = _own_unit(order.unit, position, power)
    if isinstance(order, Move):
        return _check_move(order, unit, position, rules)
    if isinstance(order, SupportMove | SupportHold):
        return _check_support(order, unit, position)
    if isinstance(order, Convoy):
        return _check_convoy(order, unit, position)
    return Hold(unit)


def _own_unit(named: Unit, position: Position, power: str) -> Unit:
    found = position.at.get(named.location[:3])
    if found is None:
        raise IllegalOrder("no_such_unit", {"unit": str(named), "province": named.province})
    if found[0] != power:
        raise IllegalOrder("not_your_unit", {"unit": str(found[1]), "power": found[0]})
    return found[1]


def _check_move(order: Move, unit: Unit, position: Position, rules: Rules) -> Move:
    if unit.type is UnitType.FLEET:
        try:
            target = fleet_target(position, unit, order.target)
        except IllegalOrder as error:
            if order.unit.coast and order.unit.coast != unit.coast:  # DATC 6.B.11
                raise IllegalOrder.but_attempted("wrong_coast", _words(unit, order)) from error
            raise
        via = False
    else:
        target = order.target[:3]
        by_land = army_target(position, unit, target)
        if not by_land or order.via:
            carried = has_route(position.board, position.fleets_at_sea, unit.location, target)
            if not carried and not (by_land and rules.via_without_route == "by land"):
                raise IllegalOrder("no_convoy_route", _words(unit, order))
            via = order.via and carried
        else:
            via = False
    if target == order.target and via == order.via and unit == order.unit:
        return order
    return Move(unit, target, via)


def _words(unit: Unit, order: Move | SupportMove | Convoy) -> dict[str, str]:
    return {"unit": str(unit), "province": order.target}


def fleet_target(position: Position, unit: Unit, target: str) -> str:
    """The location that a fleet told to go to `target` goes to; raises `IllegalOrder`."""
    ways = position.board.fleet_moves[unit.location]
    if target in ways:
        return target
    province = position.board.provinces.get(target[:3])
    params = {"unit": str(unit), "province": target[:3]}
    if province is None:
        raise IllegalOrder("unknown_target", params)
    if province.code == unit.province:
        raise IllegalOrder("move_to_own_province", params)
    if province.type == "inland":
        raise IllegalOrder("fleet_inland", params)
    possible = sorted(way for way in ways if way[:3] == province.code)
    if not possible:
        raise IllegalOrder("not_adjacent", params)
    coasts = ", ".join(way[4:] for way in possible)
    if target[4:] in province.coasts:
        raise IllegalOrder("coast_unreachable", params | {"coasts": coasts})
    if len(possible) > 1:
        raise IllegalOrder("coast_needed", params | {"coasts": coasts})
    return possible[0]


def army_target(position: Position, unit: Unit, province: str) -> bool:
    """Whether an army may go there by land; raises `IllegalOrder` if no convoy could do it."""
    board = position.board
    if province in board.army_moves[unit.location]:
        return True
    params = {"unit": str(unit), "province": province}
    if province not in board.provinces:
        raise IllegalOrder("unknown_target", params)
    if province == unit.location:
        raise IllegalOrder("move_to_own_province", params)
    if province in board.seas:
        raise IllegalOrder("army_to_sea", params)
    if "inland" in (board.provinces[province].type, board.provinces[unit.location].type):
        raise IllegalOrder("not_adjacent", params)
    return False


def _check_support(order: SupportMove | SupportHold, unit: Unit, position: Position) -> Order:
    """A unit may support what happens where it could itself go (rulebook 2000, how to support)."""
    named = order.supported
    found = position.at.get(named.location[:3])
    params = {"unit": str(unit), "supported": str(named)}
    if found is None:
        raise IllegalOrder("no_unit_to_support", params)
    supported = found[1]
    if supported == unit:
        raise IllegalOrder("support_of_itself", params)
    into = order.target[:3] if isinstance(order, SupportMove) else supported.province
    if into not in position.board.reach(unit.type, unit.location):
        raise IllegalOrder("support_unreachable", params | {"province": into})
    if isinstance(order, SupportHold):
        if supported == named and unit == order.unit:
            return order
        return SupportHold(unit, supported)
    target = _supported_target(order, unit, supported, position)
    if target == order.target and supported == named and unit == order.unit:
        return order
    return SupportMove(unit, supported, target)


def _supported_target(order: SupportMove, unit: Unit, supported: Unit, position: Position) -> str:
    """Where the supported unit would go; raises `IllegalOrder` if it cannot (DATC 6.D.22 to 24)."""
    try:
        if supported.type is UnitType.FLEET:
            return fleet_target(position, supported, order.target)
        target = order.target[:3]
        others = position.fleets_at_sea - {unit.province}  # DATC 6.D.31
        if army_target(position, supported, target) or has_route(
            position.board, others, supported.location, target
        ):
            return target
    except IllegalOrder as error:
        if error.code == "coast_needed":
            return order.target[:3]
        raise IllegalOrder("support_of_impossible_move", _words(supported, order)) from error
    raise IllegalOrder("support_of_impossible_move", _words(supported, order))


def _check_convoy(order: Convoy, unit: Unit, position: Position) -> Convoy:
    """Only fleets at sea carry, and only armies (rulebook 2000, the convoy order)."""
    board = position.board
    params = _words(unit, order) | {"army": str(order.army)}
    if unit.type is UnitType.ARMY:
        raise IllegalOrder("army_cannot_convoy", params)
    if unit.location not in board.seas:
        raise IllegalOrder("fleet_not_at_sea", params)
    found = position.at.get(order.army.location[:3])
    if found is None:
        raise IllegalOrder("no_army_to_convoy", params)
    army, target = found[1], order.target[:3]
    if army.type is UnitType.FLEET:
        raise IllegalOrder("convoyed_fleet", params | {"army": str(army)})
    if (
        target == army.location
        or target in board.seas
        or not on_route(board, position.fleets_at_sea, army.location, target, unit.location)
    ):
        raise IllegalOrder("no_convoy_route", params | {"unit": str(army)})
    if target == order.target and army == order.army and unit == order.unit:
        return order
    return Convoy(unit, army, target)


def _check_retreat(order: Order, position: Position, power: str) -> Order:
    """A dislodged unit may go where its entry in the position says, or disband."""
    if isinstance(order, Move):
        order = Retreat(order.unit, order.target)
    if not isinstance(order, Retreat | Disband):
        raise IllegalOrder.out_of_phase(order, position.phase)
    named = order.unit
    mine = position.dislodged.get(power, ())
    dislodged = next((each for each in mine if each.unit.province == named.province), None)
    if dislodged is None:
        raise IllegalOrder("not_dislodged", {"unit": str(named), "province": named.province})
    unit = dislodged.unit
    if isinstance(order, Disband):
        return Disband(unit)
    if order.target in dislodged.retreats:
        return Retreat(unit, order.target)
    possible = [way for way in dislodged.retreats if way[:3] == order.target[:3]]
    params = {"unit": str(unit), "province": order.target}
    named_coast = order.target in position.board.fleet_moves and len(order.target) > 3
    if not possible or (named_coast and unit.type is UnitType.FLEET):
        raise IllegalOrder("retreat_not_open", params)
    if len(possible) > 1:
        coasts = ", ".join(way[4:] for way in possible)
        raise IllegalOrder("coast_needed", params | {"coasts": coasts})
    return Retreat(unit, possible[0])
