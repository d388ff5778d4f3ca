"""What a movement phase leaves behind: results, dislodged units and the next position."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.knots import settle
from adjudicator.movement import Movement
from adjudicator.orders import Hold, SupportMove
from adjudicator.position import Dislodged, by_location
from adjudicator.resolution import Aftermath, Result, Results
from adjudicator.routes import has_ordered_route
from adjudicator.terms import Outcome, UnitType
from adjudicator.verdicts import and_dislodged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from adjudicator.orders import Order
    from adjudicator.position import Position, Standing
    from adjudicator.resolution import Told
    from adjudicator.rules import Rules
    from adjudicator.units import Unit

_ARMY = UnitType.ARMY
_STANDS, _SUCCEEDS, _FAILS = Outcome.STANDS, Outcome.SUCCEEDS, Outcome.FAILS
_GIVEN, _CUT, _INVALID = Outcome.GIVEN, Outcome.CUT, Outcome.INVALID
_new = tuple.__new__  # makes a Result in half of the time that it takes by name


def resolve_movement(position: Position, told: Told, rules: Rules) -> Aftermath:
    """Carry out a movement phase."""
    movement = Movement(position, told, rules)
    settle(movement)
    moved = {unit for unit in movement.target if movement.yes >> unit & 1}
    dislodged_by = _attackers_of_the_dislodged(movement, moved)
    units = _units_after(movement, moved, dislodged_by)
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed: list[Standing] = []
    if dislodged_by:
        dislodged, destroyed = _retreats(movement, moved, dislodged_by)
    results = Results(partial(_results, movement, told, moved, dislodged_by, destroyed))
    return Aftermath(results, units, dislodged, destroyed)


def _attackers_of_the_dislodged(movement: Movement, moved: Set[int]) -> dict[int, int]:
    """A dislodged unit -> who dislodged it."""
    target, standing = movement.target, movement.ground.standing
    return {
        target[unit]: unit
        for unit in moved
        if standing[target[unit]] is not None and target[unit] not in moved
    }


def _units_after(
    movement: Movement, moved: Set[int], dislodged_by: Mapping[int, int]
) -> dict[str, tuple[Unit, ...]]:
    """Who stands where after the moves."""
    board, orders = movement.board, movement.orders
    armies, fleets = board.armies, board.fleets
    after: dict[str, tuple[Unit, ...]] = {}
    for power, muster in movement.ground.muster.items():
        standing = [
            (armies if unit.type is _ARMY else fleets)[orders[place].target]  # type: ignore[union-attr]
            if place in moved
            else unit
            for place, unit, _ in muster.values()
            if place not in dislodged_by
        ]
        if standing:
            standing.sort(key=by_location)
            after[power] = tuple(standing)
    return after


def _retreats(
    movement: Movement, moved: Set[int], dislodged_by: Mapping[int, int]
) -> tuple[dict[str, tuple[Dislodged, ...]], list[Standing]]:
    """The dislodged with where they may go, and those that have nowhere to go."""
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed = []
    closed = _closed_to_retreats(movement, moved)
    for place in sorted(dislodged_by):
        power, unit = movement.ground.standing[place]  # type: ignore[misc]  # there stood one
        attacker = dislodged_by[place]
        ways = _ways_out(movement, moved, unit, attacker, closed)
        if ways:
            each = Dislodged(unit, movement.board.codes[attacker], ways)
            dislodged[power] = (*dislodged.get(power, ()), each)
        else:
            destroyed.append((power, unit))
    return dislodged, destroyed


def _closed_to_retreats(movement: Movement, moved: Set[int]) -> Set[int]:
    """The provinces that units moved to, or that are vacant because units bounced there."""
    target, standing = movement.target, movement.ground.standing
    closed = {target[unit] for unit in moved}
    for unit, where in target.items():
        vacant = where not in closed and (standing[where] is None or where in moved)
        if vacant and movement.prevention(unit) != (0, 0):
            closed.add(where)
    return closed


def _ways_out(
    movement: Movement, moved: Set[int], unit: Unit, attacker: int, closed: Set[int]
) -> tuple[str, ...]:
    """Where a dislodged unit may go: a vacant neighbour, not the one its attacker came from."""
    board, standing = movement.board, movement.ground.standing
    by_convoy = movement.rules.may_retreat_to_convoyed_attackers_province
    barred = -1 if by_convoy and movement.goes_by_sea(attacker) else attacker
    ways = []
    for way in board.moves(unit.type, unit.location):
        place = board.number[way]
        if place != barred and place not in closed and (standing[place] is None or place in moved):
            ways.append(way)
    return tuple(sorted(ways))


def _results(
    movement: Movement,
    told: Told,
    moved: Set[int],
    dislodged_by: Mapping[int, int],
    destroyed: Sequence[Standing],
) -> list[Result]:
    """One result for every unit that could be ordered, then those of orders that none could use."""
    legal, refused = told.legal, told.refused
    lost = {unit for _, unit in destroyed}
    results = []
    for power, muster in movement.ground.muster.items():
        for place, unit, _ in muster.values():
            order = legal.get(place)
            if place in moved:
                fate = (power, unit, order, True, _SUCCEEDS, False, False, movement, None)
                results.append(_new(Result, fate))
                continue
            dislodged = place in dislodged_by
            is_lost = dislodged and unit in lost
            if order is None and place in refused:
                refusal = refused[place]
                result = refusal.result(unit, dislodged=dislodged, destroyed=is_lost)
                if dislodged:
                    reason = and_dislodged(movement, place, result.reason)
                    result = result._replace(cause=reason)
                results.append(result)
                continue
            given = order is not None
            if order is None:
                order = Hold(unit)
            outcome = _outcome(movement, order, place, dislodged)
            fate = (power, unit, order, given, outcome, dislodged, is_lost, movement, None)
            results.append(_new(Result, fate))
    return results + told.unused


def _outcome(movement: Movement, order: Order, unit: int, dislodged: bool) -> Outcome:
    """The word of the DATC for what became of a unit's order."""
    bit = 1 << unit
    done = movement.yes & bit
    if unit in movement.target:  # in vain
        by_sea = movement.by_sea & bit
        return _INVALID if by_sea and not has_ordered_route(movement, unit) else _FAILS
    into = movement.into.get(unit)
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
