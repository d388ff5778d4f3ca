"""Movement phases as a whole: results, dislodged units, retreats and where units end up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.board import province_numbers
from adjudicator.movement.battle import Movement
from adjudicator.movement.cycles import decide_all
from adjudicator.movement.land_or_sea import has_ordered_route
from adjudicator.movement.reasons import reason_for, refused_reason
from adjudicator.orders import SupportMove
from adjudicator.position import Dislodged
from adjudicator.resolution import PhaseEnd, Result, Results
from adjudicator.terms import Outcome, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position, Standing
    from adjudicator.resolution import AssignedOrders, Ending
    from adjudicator.rules import Rules
    from adjudicator.units import Unit

_ARMY = UnitType.ARMY
_STANDS, _SUCCEEDS, _FAILS = Outcome.STANDS, Outcome.SUCCEEDS, Outcome.FAILS
_GIVEN, _CUT, _INVALID = Outcome.GIVEN, Outcome.CUT, Outcome.INVALID
_AVAILABLE, _DISRUPTED = Outcome.AVAILABLE, Outcome.DISRUPTED
_new = tuple.__new__  # makes a Result in half of the time of `Result(...)`


def resolve_movement(position: Position, assigned: AssignedOrders, rules: Rules) -> PhaseEnd:
    """Carry out a movement phase (rulebook 2000, rules 1 to 22)."""
    movement = Movement(position, assigned, rules)
    decide_all(movement)
    standing, dislodged_by = _after_moves(movement)
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed: list[Standing] = []
    if dislodged_by:
        dislodged, destroyed = _retreats_of_dislodged(movement, dislodged_by, standing)
    make = partial(_order_results, movement, assigned, destroyed)
    endings = partial(_endings, movement, assigned, dislodged_by)
    results = Results(make, endings, assigned.unused)
    return PhaseEnd(results, _units_by_power(movement, standing), dislodged, destroyed)


def _after_moves(movement: Movement) -> tuple[list[Standing | None], dict[int, int]]:
    """Number of a province -> the power and the unit there after the moves.

    The second value is dislodged unit -> its attacker.
    """
    orders, target, yes, bits = movement.orders, movement.target, movement.yes, movement.board.bits
    armies, fleets = movement.board.armies, movement.board.fleets
    before: list[Any] = movement.placement.standing
    standing, dislodged_by = before.copy(), {}
    for place, where in target.items():
        if yes & bits[place]:
            power, unit = before[place]
            if standing[place] is before[place]:  # nobody has come in yet
                standing[place] = None
            if before[where] is not None and not (where in target and yes & bits[where]):
                dislodged_by[where] = place  # it gives way to the unit that dislodged it
            order: Any = orders[place]
            standing[where] = power, (armies if unit.type is _ARMY else fleets)[order.target]
    return standing, dislodged_by


def _units_by_power(
    movement: Movement, standing: Iterable[Standing | None]
) -> dict[str, tuple[Unit, ...]]:
    """The units of each power that has any left, from those that stand in each province."""
    several: dict[str, list[Unit]] = {power: [] for power in movement.placement.posts_by_power}
    for power, unit in filter(None, standing):
        several[power].append(unit)
    return {power: tuple(own) for power, own in several.items() if own}


def _retreats_of_dislodged(
    movement: Movement, dislodged_by: Mapping[int, int], standing: Sequence[Standing | None]
) -> tuple[dict[str, tuple[Dislodged, ...]], list[Standing]]:
    """The dislodged units with their retreats, and those that are destroyed for lack of one.

    `standing` has the units after the moves.
    """
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    before: list[Any] = movement.placement.standing
    destroyed = []
    for place in sorted(dislodged_by):
        attacker = dislodged_by[place]
        lost = power, unit = before[place]
        ways = _open_retreats(movement, place, attacker, standing)
        if ways:
            each = Dislodged(unit, movement.board.codes[attacker], ways)
            dislodged[power] = (*dislodged.get(power, ()), each)
        else:
            destroyed.append(lost)
    return dislodged, destroyed


def _open_retreats(
    movement: Movement, place: int, attacker: int, standing: Sequence[Standing | None]
) -> tuple[str, ...]:
    """The locations to which a dislodged unit may retreat (rulebook 2000, retreats).

    They are vacant neighbours, without the province that the attacker came from and those left
    vacant by a standoff. A unit that nobody plays is disbanded.
    """
    post, attackers = movement.placement.played[place], movement.attackers
    if post is None:
        return ()
    by_convoy = movement.rules.may_retreat_to_convoyed_attackers_province
    barred = -1 if by_convoy and movement.goes_by_convoy(attacker) else attacker
    return tuple(
        [
            way
            for way, near in post.moves.items()
            if standing[near] is None
            and near != barred
            and not (attackers[near] and _standoff_in(movement, near))
        ]
    )


def _standoff_in(movement: Movement, place: int) -> bool:
    """Whether units that were ordered to a vacant province kept one another out of it."""
    attackers = movement.attackers[place]
    if place not in movement.target and attackers & ~movement.may_be_convoyed:
        return True  # by land, into a province vacant before: its prevent strength is at least 1
    return any(movement.prevent_strength(unit) != (0, 0) for unit in province_numbers(attackers))


def _order_results(
    movement: Movement,
    assigned: AssignedOrders,
    destroyed: Sequence[Standing],
    endings: Mapping[str, Iterable[Ending]],
) -> list[Result]:
    """One result for every unit, then those of orders that count for no unit."""
    number, legal, refused = movement.board.number, assigned.legal, assigned.refused
    lost = {unit for _, unit in destroyed}
    cause = partial(reason_for, movement)
    results = []
    for power, several in endings.items():
        for unit, order, outcome, dislodged in several:
            place = number[unit.location]  # type: ignore[union-attr]  # no order without a unit
            is_lost = dislodged and unit in lost
            given = place in legal
            if not given and place in refused:
                result = refused[place].result(unit, dislodged=dislodged, destroyed=is_lost)
                reason = refused_reason(movement, place, result.reason)
                results.append(result._replace(cause=reason))
            else:
                fate = (power, unit, order, given, outcome, dislodged, is_lost, cause, None)
                results.append(_new(Result, fate))
    return results + assigned.unused


def _endings(
    movement: Movement, assigned: AssignedOrders, dislodged_by: Mapping[int, int]
) -> dict[str, list[Ending]]:
    """Power -> the endings of the orders of its units."""
    orders: dict[int, Order | None] = {**assigned.legal}
    outcomes = _outcomes(movement, assigned, dislodged_by)
    for unit, refusal in assigned.refused.items():
        orders[unit], outcomes[unit] = refusal.order, refusal.outcome
    return {
        power: [
            (
                post.unit,
                orders.get(place, post.hold),
                outcomes[place],
                place in dislodged_by,
            )
            for post, place in posts.items()
        ]
        for power, posts in movement.placement.posts_by_power.items()
        if posts
    }


def _outcomes(
    movement: Movement, assigned: AssignedOrders, dislodged_by: Iterable[int]
) -> list[Outcome]:
    """Unit -> the outcome of its order, in the words of the DATC.

    Supports and convoys that match no other order are invalid.
    """
    yes, bits = movement.yes, movement.board.bits
    outcomes = [_STANDS] * len(bits)
    for unit in dislodged_by:
        outcomes[unit] = _FAILS
    for unit in movement.target:
        outcomes[unit] = _SUCCEEDS if yes & bits[unit] else _FAILS
    for unit in province_numbers(movement.by_convoy & ~yes):
        if not has_ordered_route(movement, unit):
            outcomes[unit] = _INVALID
    matched = movement.supported_province
    for unit in assigned.supports:
        if yes & bits[unit]:
            outcomes[unit] = _GIVEN
        elif unit not in matched:
            outcomes[unit] = _INVALID
        elif outcomes[unit] is _FAILS or _was_tested(movement, unit):
            outcomes[unit] = _CUT
        else:
            outcomes[unit] = Outcome(movement.rules.untested_support)
    for unit in assigned.convoys:
        done = _AVAILABLE if yes & bits[unit] else _DISRUPTED
        outcomes[unit] = done if movement.convoys & bits[unit] else _INVALID
    return outcomes


def _was_tested(movement: Movement, unit: int) -> bool:
    """Whether a support could have made a difference (`Rules.untested_support`)."""
    into = movement.supported_province[unit]
    return isinstance(movement.orders[unit], SupportMove) or bool(movement.attackers[into])
