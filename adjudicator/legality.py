"""Checks whether a unit can be given an order at all, whatever the other orders are.

An order with only one possible meaning is put right: the unit's letter and coast are taken from the
board (DATC 4.B.5, 4.C.2), a coast is filled in where only one is possible (4.B.2) and left out
where it means nothing (4.B.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.adjustments import check_adjustment
from adjudicator.convoys import has_route, is_on_route
from adjudicator.errors import IllegalOrder
from adjudicator.orders import Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from adjudicator.removals import closed_retreat_code
from adjudicator.rules import DEFAULT_RULES
from adjudicator.terms import PhaseType, UnitType

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.orders import Order
    from adjudicator.position import Position, Standing
    from adjudicator.rules import Rules
    from adjudicator.units import Unit

_ARMY = UnitType.ARMY


def check_order(
    order: Order, position: Position, power: str, rules: Rules = DEFAULT_RULES
) -> Order:
    """Return the order, put right, if `power` may give it in this phase.

    Raises `IllegalOrder`, with the position, if it may not (rulebook 2000, writing orders; DATC 4.B
    and 4.C).

    >>> from adjudicator import load_setup, opening, parse_order
    >>> position = opening(load_setup("standard"))
    >>> str(check_order(parse_order("a lvp - edi"), position, "ENGLAND"))
    'A LVP - EDI'
    >>> str(check_order(parse_order("F STP - BOT"), position, "RUSSIA"))
    'F STP/SC - BOT'
    """
    check = _BY_PHASE[position.phase.type]
    try:
        if power in position.neutral:
            raise IllegalOrder("neutral_power", {"power": power})
        if position.closed:
            _check_closed(order, position)
        return check(order, position, power, rules)
    except IllegalOrder as error:
        error.about(position, power, order)
        raise


def _check_closed(order: Order, position: Position) -> None:
    """Raise `IllegalOrder` for an order into a province that nobody may enter in this phase."""
    named = order.supported.location if isinstance(order, SupportHold) else ""
    province = getattr(order, "target", named)[:3]
    coin = position.setup.coin
    if coin is not None and province in position.closed:
        params = {"province": province, "power": coin.power, "year": str(coin.joins.year)}
        raise IllegalOrder("closed_province", params)


def _check_movement(order: Order, position: Position, power: str, rules: Rules) -> Order:
    """Return an order of a movement phase, put right; raises `IllegalOrder`."""
    check = _CHECKS.get(order.__class__)
    named = order.unit
    if check is None or named is None:
        raise IllegalOrder.out_of_phase(order, position.phase)
    found = position.unit_at(named.location)
    if found is None or found[0] != power:
        raise _unit_error(named, found)
    unit = found[1]
    if named is not unit:
        _check_name(named, unit, position, rules)
    return check(order, unit, position, rules)


def _unit_error(named: Unit, found: Standing | None) -> IllegalOrder:
    """The error for an order to a unit that does not exist or belongs to another power."""
    if found is None:
        return IllegalOrder("no_such_unit", {"unit": str(named), "province": named.province})
    return IllegalOrder("not_your_unit", {"unit": str(found[1]), "power": found[0]})


def _check_name(named: Unit, unit: Unit, position: Position, rules: Rules) -> None:
    """Raise `IllegalOrder` for a coast that the unit is not on, if the edition refuses it.

    The issues are DATC 4.B.5 and 4.B.6.
    """
    if named.location in (unit.location, unit.province):
        return
    if position.board.provinces[unit.province].coasts and unit.type is UnitType.FLEET:
        if rules.wrong_coast_of_unit == "illegal":
            raise IllegalOrder("unit_on_other_coast", {"unit": str(unit), "named": str(named)})
    else:
        _check_coast(named.location, unit, position, rules)


def _check_coast(location: str, unit: Unit, position: Position, rules: Rules) -> None:
    """Raise `IllegalOrder` for a meaningless coast, if the edition refuses it (DATC 4.B.6)."""
    if rules.meaningless_coast == "illegal" and len(location) > 3:
        province = position.board.provinces.get(location[:3])
        if unit.type is _ARMY or province is None or not province.coasts:
            raise IllegalOrder("coast_means_nothing", {"unit": str(unit), "province": location})


def _check_hold(order: Hold, unit: Unit, _position: Position, _rules: Rules) -> Hold:
    return Hold(unit)


def _check_move(order: Move, unit: Unit, position: Position, rules: Rules) -> Move:
    """Return a move with its coast filled in; raises `IllegalOrder`."""
    if unit.type is _ARMY:
        return _check_army_move(order, unit, position, rules)
    try:
        return Move(unit, fleet_target(position, unit, order.target, rules))
    except IllegalOrder as error:
        if order.unit.coast and order.unit.coast != unit.coast:  # DATC 6.B.11
            raise IllegalOrder.counted_as_failed(
                "wrong_coast", _unit_and_target(unit, order)
            ) from error
        raise


def _check_army_move(order: Move, unit: Unit, position: Position, rules: Rules) -> Move:
    """Return an army's move by land or by convoy; raises `IllegalOrder`."""
    target, via = order.target[:3], False
    _check_coast(order.target, unit, position, rules)
    by_land = army_target(position, unit, target)
    if not by_land or order.via:
        carried = _has_convoy_route(position, unit, target, position.fleets_at_sea)
        if not carried and not (by_land and _via_may_go_by_land(rules)):
            raise IllegalOrder("no_convoy_route", _unit_and_target(unit, order))
        via = order.via and carried
    return Move(unit, target, via)


def _via_may_go_by_land(rules: Rules) -> bool:
    """Whether ``VIA`` means nothing where no convoy is possible; otherwise it is illegal."""
    unknown = rules.convoy_to_neighbour in ("to exchange places", "by intent")
    return unknown or rules.disrupted_convoy == "by land"


def _unit_and_target(unit: Unit, order: Move | SupportMove | Convoy) -> dict[str, str]:
    """The parameters of an error about a unit and its destination."""
    return {"unit": str(unit), "province": order.target}


def _has_convoy_route(position: Position, army: Unit, target: str, fleets: int) -> bool:
    """Whether these fleets could convoy an army to a province."""
    board = position.board
    return has_route(board, fleets, board.number[army.location], board.number[target])


def fleet_target(position: Position, unit: Unit, target: str, rules: Rules) -> str:
    """Return the location that a fleet ordered to `target` goes to.

    A missing coast is filled in if only one is possible (DATC 4.B.2, 4.B.3). Raises `IllegalOrder`
    if the fleet cannot go there or the edition requires a coast.
    """
    ways = position.board.fleet_moves[unit.location]
    if target in ways:
        return target
    _check_coast(target, unit, position, rules)
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
    named = target[4:] in province.coasts
    if named and rules.coast_out_of_reach == "illegal":
        raise IllegalOrder("coast_unreachable", params | {"coasts": coasts})
    if len(possible) > 1 or (province.coasts and not named and rules.coast_omitted == "illegal"):
        raise IllegalOrder("coast_needed", params | {"coasts": coasts})
    return possible[0]


def army_target(position: Position, unit: Unit, province: str) -> bool:
    """Return whether an army may go to a province by land.

    Raises `IllegalOrder` if it could not go there by convoy either.
    """
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


def _check_support_hold(
    order: SupportHold, unit: Unit, position: Position, rules: Rules
) -> SupportHold:
    """Return a support to hold, put right; raises `IllegalOrder`."""
    supported = _supported(order, unit, position, rules)
    _check_support_reach(order, unit, position, supported.location)
    return SupportHold(unit, supported)


def _check_support_move(
    order: SupportMove, unit: Unit, position: Position, rules: Rules
) -> SupportMove:
    """Return a support of a move, put right; raises `IllegalOrder`."""
    supported = _supported(order, unit, position, rules)
    _check_not_neutral(supported, position)
    _check_support_reach(order, unit, position, order.target)
    return SupportMove(unit, supported, _supported_target(order, unit, supported, position, rules))


def _supported(
    order: SupportHold | SupportMove, unit: Unit, position: Position, rules: Rules
) -> Unit:
    """Return the supported unit as it is on the board; raises `IllegalOrder`."""
    found = position.unit_at(order.supported.location)
    if found is None or found[1] is unit:
        params = {"unit": str(unit), "supported": str(order.supported)}
        raise IllegalOrder("support_of_itself" if found else "no_unit_to_support", params)
    if order.supported is not found[1]:
        _check_name(order.supported, found[1], position, rules)
    return found[1]


def _check_not_neutral(unit: Unit, position: Position) -> None:
    """Raise `IllegalOrder` for a unit that never moves, because nobody plays its power."""
    power, _unit = position.at[unit.province]
    if power in position.neutral:
        raise IllegalOrder("neutral_never_moves", {"unit": str(unit), "power": power})


def _check_support_reach(
    order: SupportHold | SupportMove, unit: Unit, position: Position, into: str
) -> None:
    """Raise `IllegalOrder` if a unit supports where it could not go itself.

    Rulebook 2000, how to support.
    """
    board = position.board
    reach = board.army_moves if unit.type is _ARMY else board.fleet_reach
    ways = reach[unit.location]
    if into not in ways and into[:3] not in ways:
        params = {"unit": str(unit), "supported": str(order.supported), "province": into[:3]}
        raise IllegalOrder("support_unreachable", params)


def _supported_target(
    order: SupportMove, unit: Unit, supported: Unit, position: Position, rules: Rules
) -> str:
    """Return where the supported unit would go.

    Raises `IllegalOrder` if it cannot go there (DATC 6.D.22 to 6.D.24).
    """
    try:
        if supported.type is UnitType.FLEET:
            return _supported_coast(order, supported, position, rules)
        target = order.target[:3]
        _check_coast(order.target, supported, position, rules)
        if army_target(position, supported, target):
            return target
        others = position.fleets_at_sea & ~(1 << position.board.number[unit.location])
        if _has_convoy_route(position, supported, target, others):  # DATC 6.D.31
            return target
    except IllegalOrder as error:
        if error.code == "support_coast_needed":
            raise
        raise IllegalOrder(
            "support_of_impossible_move", _unit_and_target(supported, order)
        ) from error
    raise IllegalOrder("support_of_impossible_move", _unit_and_target(supported, order))


def _supported_coast(order: SupportMove, fleet: Unit, position: Position, rules: Rules) -> str:
    """Return the coast for which a support of a fleet's move counts, or the province for any coast.

    Raises `IllegalOrder` if the fleet cannot go there or the edition requires a coast (DATC 4.B.4).
    """
    target, choice = order.target, rules.support_coast
    ways = position.board.fleet_moves[fleet.location]
    possible = [way for way in ways if way[:3] == target[:3] and len(way) > 3]
    if possible:
        named = target[4:] in position.board.provinces[target[:3]].coasts
        if choice == "ignored":
            return target if named else target[:3]
        if not named:
            if choice == "required":
                params = _unit_and_target(fleet, order) | {"province": target[:3]}
                raise IllegalOrder("support_coast_needed", params)
            return possible[0] if len(possible) == 1 else target[:3]
    return fleet_target(position, fleet, target, rules)


def _check_convoy(order: Convoy, unit: Unit, position: Position, rules: Rules) -> Convoy:
    """Return a convoy, put right; raises `IllegalOrder`.

    Only fleets at sea convoy, and only armies are convoyed (rulebook 2000, the convoy order).
    """
    board = position.board
    params = _unit_and_target(unit, order) | {"army": str(order.army)}
    if unit.type is _ARMY:
        raise IllegalOrder("army_cannot_convoy", params)
    if unit.location not in board.seas:
        raise IllegalOrder("fleet_not_at_sea", params)
    found = position.unit_at(order.army.location)
    if found is None:
        raise IllegalOrder("no_army_to_convoy", params)
    army, target = found[1], order.target[:3]
    if army.type is UnitType.FLEET:
        raise IllegalOrder("convoyed_fleet", params | {"army": str(army)})
    if army is not order.army:
        _check_name(order.army, army, position, rules)
    _check_coast(order.target, army, position, rules)
    _check_not_neutral(army, position)
    _check_convoy_route(position, army, target, unit)
    return Convoy(unit, army, target)


def _check_convoy_route(position: Position, army: Unit, target: str, fleet: Unit) -> None:
    """Raise `IllegalOrder` if a fleet could not be needed to convoy an army to a province.

    Either no fleets now at sea could carry the army there, or others could in any case (DATC
    6.F.12, 6.G.19).
    """
    board, fleets = position.board, position.fleets_at_sea
    number, params = board.number, {"army": str(army), "province": target}
    if target != army.location and target not in board.seas and target in number:
        origin, sea = number[army.location], number[fleet.location]
        if is_on_route(board, fleets, origin, number[target], sea):
            return
        if _has_convoy_route(position, army, target, fleets):
            raise IllegalOrder("convoy_not_needed", params | {"unit": str(fleet)})
    raise IllegalOrder("no_convoy_route", params | {"unit": str(army)})


def _check_retreat(order: Order, position: Position, power: str, rules: Rules) -> Order:
    """Return a retreat or a disbanding, put right; raises `IllegalOrder`.

    A dislodged unit may retreat where its entry in the position says (rulebook 2000, retreats). The
    rules for coasts are those for moves (DATC 4.B.2 to 4.B.6; Italian book, coasts).
    """
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
    target = order.target
    if target in dislodged.retreats:
        return Retreat(unit, target)
    possible = [way for way in dislodged.retreats if way[:3] == target[:3]]
    params = {"unit": str(unit), "province": target}
    named_coast = target in position.board.fleet_moves and len(target) > 3
    if not possible or (named_coast and unit.type is UnitType.FLEET):
        raise IllegalOrder(closed_retreat_code(position, dislodged, target, rules), params)
    if len(possible) > 1:
        coasts = ", ".join(way[4:] for way in possible)
        raise IllegalOrder("coast_needed", params | {"coasts": coasts})
    return Retreat(unit, possible[0])


_CHECKS: dict[type, Callable[[Any, Unit, Position, Rules], Order]] = {
    Hold: _check_hold,
    Move: _check_move,
    SupportHold: _check_support_hold,
    SupportMove: _check_support_move,
    Convoy: _check_convoy,
}
_BY_PHASE: dict[PhaseType, Callable[[Order, Position, str, Rules], Order]] = {
    PhaseType.MOVEMENT: _check_movement,
    PhaseType.RETREAT: _check_retreat,
    PhaseType.ADJUSTMENT: check_adjustment,
}
