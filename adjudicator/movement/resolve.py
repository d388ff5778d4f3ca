"""Movement phases as a whole: results, dislodged units, retreats and where units end up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.movement.battle import Movement
from adjudicator.movement.cycles import decide_all
from adjudicator.movement.land_or_sea import has_ordered_route
from adjudicator.movement.reasons import reason_for, refused_reason
from adjudicator.orders import Hold, SupportMove
from adjudicator.position import Dislodged, by_location
from adjudicator.resolution import PhaseEnd, Result, Results
from adjudicator.terms import Outcome, UnitType

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from adjudicator.orders import Order
    from adjudicator.position import Position, Standing
    from adjudicator.resolution import AssignedOrders
    from adjudicator.rules import Rules
    from adjudicator.units import Unit

_ARMY = UnitType.ARMY
_STANDS, _SUCCEEDS, _FAILS = Outcome.STANDS, Outcome.SUCCEEDS, Outcome.FAILS
_GIVEN, _CUT, _INVALID = Outcome.GIVEN, Outcome.CUT, Outcome.INVALID
_new = tuple.__new__  # makes a Result in half of the time of `Result(...)`


def resolve_movement(position: Position, assigned: AssignedOrders, rules: Rules) -> PhaseEnd:
    """Carry out a movement phase (rulebook 2000, rules 1 to 22)."""
    movement = Movement(position, assigned, rules)
    decide_all(movement)
    moved = {unit for unit in movement.target if movement.yes >> unit & 1}
    dislodged_by = _dislodging_units(movement, moved)
    units = _units_after(movement, moved, dislodged_by)
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed: list[Standing] = []
    if dislodged_by:
        dislodged, destroyed = _retreats_of_dislodged(movement, moved, dislodged_by)
    results = Results(partial(_order_results, movement, assigned, moved, dislodged_by, destroyed))
    return PhaseEnd(results, units, dislodged, destroyed)


def _dislodging_units(movement: Movement, moved: Set[int]) -> dict[int, int]:
    """Dislodged unit -> the unit that dislodged it."""
    target, standing = movement.target, movement.placement.standing
    return {
        target[unit]: unit
        for unit in moved
        if standing[target[unit]] is not None and target[unit] not in moved
    }


def _units_after(
    movement: Movement, moved: Set[int], dislodged_by: Mapping[int, int]
) -> dict[str, tuple[Unit, ...]]:
    """The units of each power after the moves, without dislodged ones."""
    board, orders = movement.board, movement.orders
    armies, fleets = board.armies, board.fleets
    after: dict[str, tuple[Unit, ...]] = {}
    for power, posts in movement.placement.posts_by_power.items():
        standing = [
            (armies if unit.type is _ARMY else fleets)[orders[place].target]  # type: ignore[union-attr]
            if place in moved
            else unit
            for place, unit, _ in posts.values()
            if place not in dislodged_by
        ]
        if standing:
            standing.sort(key=by_location)
            after[power] = tuple(standing)
    return after


def _retreats_of_dislodged(
    movement: Movement, moved: Set[int], dislodged_by: Mapping[int, int]
) -> tuple[dict[str, tuple[Dislodged, ...]], list[Standing]]:
    """The dislodged units with their retreats, and those that are destroyed for lack of one."""
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed = []
    closed = _closed_to_retreats(movement, moved)
    for place in sorted(dislodged_by):
        power, unit = movement.placement.standing[place]  # type: ignore[misc]  # it was occupied
        attacker = dislodged_by[place]
        neutral = power in movement.position.neutral  # its units are disbanded
        ways = () if neutral else _open_retreats(movement, moved, unit, attacker, closed)
        if ways:
            each = Dislodged(unit, movement.board.codes[attacker], ways)
            dislodged[power] = (*dislodged.get(power, ()), each)
        else:
            destroyed.append((power, unit))
    return dislodged, destroyed


def _closed_to_retreats(movement: Movement, moved: Set[int]) -> Set[int]:
    """The provinces that units moved to, and those left vacant by a standoff."""
    target, standing = movement.target, movement.placement.standing
    closed = {target[unit] for unit in moved}
    for unit, where in target.items():
        vacant = where not in closed and (standing[where] is None or where in moved)
        if vacant and movement.prevent_strength(unit) != (0, 0):
            closed.add(where)
    return closed


def _open_retreats(
    movement: Movement, moved: Set[int], unit: Unit, attacker: int, closed: Set[int]
) -> tuple[str, ...]:
    """The locations to which a dislodged unit may retreat (rulebook 2000, retreats).

    They are vacant neighbours, without the province that the attacker came from.
    """
    board, standing = movement.board, movement.placement.standing
    by_convoy = movement.rules.may_retreat_to_convoyed_attackers_province
    barred = -1 if by_convoy and movement.goes_by_convoy(attacker) else attacker
    ways = []
    for way in board.moves(unit.type, unit.location):
        place = board.number[way]
        if place != barred and place not in closed and (standing[place] is None or place in moved):
            ways.append(way)
    return tuple(sorted(ways))


def _order_results(
    movement: Movement,
    assigned: AssignedOrders,
    moved: Set[int],
    dislodged_by: Mapping[int, int],
    destroyed: Sequence[Standing],
) -> list[Result]:
    """One result for every unit, then those of orders that count for no unit."""
    legal, refused = assigned.legal, assigned.refused
    lost = {unit for _, unit in destroyed}
    cause = partial(reason_for, movement)
    results = []
    for power, posts in movement.placement.posts_by_power.items():
        for place, unit, _ in posts.values():
            order = legal.get(place)
            if place in moved:
                fate = (power, unit, order, True, _SUCCEEDS, False, False, cause, None)
                results.append(_new(Result, fate))
                continue
            dislodged = place in dislodged_by
            is_lost = dislodged and unit in lost
            if order is None and place in refused:
                refusal = refused[place]
                result = refusal.result(unit, dislodged=dislodged, destroyed=is_lost)
                reason = refused_reason(movement, place, result.reason)
                results.append(result._replace(cause=reason))
                continue
            given = order is not None
            if order is None:
                order = Hold(unit)
            outcome = _outcome(movement, order, place, dislodged)
            fate = (power, unit, order, given, outcome, dislodged, is_lost, cause, None)
            results.append(_new(Result, fate))
    return results + assigned.unused


def _outcome(movement: Movement, order: Order, unit: int, dislodged: bool) -> Outcome:
    """The outcome of an order that did not move its unit, in the words of the DATC."""
    bit = 1 << unit
    done = movement.yes & bit
    if unit in movement.target:  # without success
        by_sea = movement.by_convoy & bit
        return _INVALID if by_sea and not has_ordered_route(movement, unit) else _FAILS
    into = movement.supported_province.get(unit)
    if into is not None:
        if done:
            return _GIVEN
        tested = dislodged or isinstance(order, SupportMove) or movement.attackers[into]
        return _CUT if tested else Outcome(movement.rules.untested_support)
    if isinstance(order, Hold):
        return _FAILS if dislodged else _STANDS
    if movement.convoys & bit:
        return Outcome.AVAILABLE if done else Outcome.DISRUPTED
    return _INVALID
