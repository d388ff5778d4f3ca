"""Movement phases as a whole: results, dislodged units, retreats and where units end up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.board import province_numbers
from adjudicator.movement.battle import Movement
from adjudicator.movement.cycles import decide_all
from adjudicator.movement.land_or_sea import has_ordered_route
from adjudicator.movement.reasons import reason_for, refused_reason
from adjudicator.orders import Hold, SupportMove
from adjudicator.position import Dislodged
from adjudicator.resolution import PhaseEnd, Result, Results
from adjudicator.terms import Outcome, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

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
    yes, bits = movement.yes, movement.board.bits
    moved = {unit for unit in movement.target if yes & bits[unit]}
    standing, dislodged_by = _after_moves(movement, moved)
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed: list[Standing] = []
    if dislodged_by:
        dislodged, destroyed = _retreats_of_dislodged(movement, dislodged_by, standing)
    results = Results(partial(_order_results, movement, assigned, moved, dislodged_by, destroyed))
    return PhaseEnd(results, _units_by_power(movement, standing), dislodged, destroyed)


def _after_moves(
    movement: Movement, moved: Set[int]
) -> tuple[list[Standing | None], dict[int, int]]:
    """Number of a province -> the unit there after the moves; dislodged unit -> its attacker."""
    orders, target = movement.orders, movement.target
    armies, fleets = movement.board.armies, movement.board.fleets
    before = movement.placement.standing
    after, dislodged_by = before.copy(), {}
    for place in moved:
        after[place] = None
    for place in moved:  # a dislodged unit gives way to the one that dislodged it
        power, unit = before[place]  # type: ignore[misc]  # it was occupied
        stands = armies if unit.type is _ARMY else fleets
        where = target[place]
        after[where] = power, stands[orders[place].target]  # type: ignore[union-attr]
        if before[where] is not None and where not in moved:
            dislodged_by[where] = place
    return after, dislodged_by


def _units_by_power(
    movement: Movement, standing: Iterable[Standing | None]
) -> dict[str, tuple[Unit, ...]]:
    """The units of each power that has any left."""
    units: dict[str, list[Unit]] = {power: [] for power in movement.placement.posts_by_power}
    for found in standing:
        if found is not None:
            power, unit = found
            units[power].append(unit)
    return {power: tuple(several) for power, several in units.items() if several}


def _retreats_of_dislodged(
    movement: Movement, dislodged_by: Mapping[int, int], standing: Sequence[Standing | None]
) -> tuple[dict[str, tuple[Dislodged, ...]], list[Standing]]:
    """The dislodged units with their retreats, and those that are destroyed for lack of one.

    `standing` has the units after the moves.
    """
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed = []
    for place in sorted(dislodged_by):
        power, unit = movement.placement.standing[place]  # type: ignore[misc]  # it was occupied
        attacker = dislodged_by[place]
        neutral = power in movement.position.neutral  # its units are disbanded
        ways = () if neutral else _open_retreats(movement, unit, attacker, standing)
        if ways:
            each = Dislodged(unit, movement.board.codes[attacker], ways)
            dislodged[power] = (*dislodged.get(power, ()), each)
        else:
            destroyed.append((power, unit))
    return dislodged, destroyed


def _open_retreats(
    movement: Movement, unit: Unit, attacker: int, standing: Sequence[Standing | None]
) -> tuple[str, ...]:
    """The locations to which a dislodged unit may retreat (rulebook 2000, retreats).

    They are vacant neighbours, without the province that the attacker came from and those left
    vacant by a standoff.
    """
    by_convoy = movement.rules.may_retreat_to_convoyed_attackers_province
    barred = -1 if by_convoy and movement.goes_by_convoy(attacker) else attacker
    attackers = movement.attackers
    return tuple(
        [
            way
            for way, place in movement.board.posts[unit.text].moves.items()
            if standing[place] is None
            and place != barred
            and not (attackers[place] and _standoff_in(movement, place))
        ]
    )


def _standoff_in(movement: Movement, place: int) -> bool:
    """Whether units that were ordered to a vacant province kept one another out of it."""
    attackers = province_numbers(movement.attackers[place])
    return any(movement.prevent_strength(unit) != (0, 0) for unit in attackers)


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
        for post in posts:
            place, unit = post.place, post.unit
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
                order = post.hold
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
