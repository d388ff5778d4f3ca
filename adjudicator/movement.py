"""A movement phase: from the orders to their results, the dislodged units and the next position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.battle import Battle
from adjudicator.cycles import settle
from adjudicator.orders import Convoy, Hold, Move, SupportHold
from adjudicator.position import Dislodged, Unit
from adjudicator.resolution import Resolution, Result
from adjudicator.sheet import assign
from adjudicator.terms import Outcome
from adjudicator.turns import follow
from adjudicator.verdicts import reason_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules
    from adjudicator.sheet import Entry


def resolve_movement(position: Position, entries: Sequence[Entry], rules: Rules) -> Resolution:
    """Carry out a movement phase."""
    chosen, unused = assign(entries, position.at, rules)
    orders: dict[str, Order] = {}
    for province, (_, unit) in position.at.items():
        entry = chosen.get(province)
        if entry is None or entry.error is not None or entry.order is None:
            orders[province] = Hold(unit)
        else:
            orders[province] = entry.order
    battle = Battle(position, orders, rules)
    settle(battle)
    aftermath = _aftermath(position, battle)
    results = tuple(
        _result(position, battle, aftermath, chosen.get(province), province)
        for province in position.at
    )
    following, year_ended = follow(position, aftermath.units, aftermath.dislodged)
    return Resolution(position, results + tuple(unused), aftermath.destroyed, following, year_ended)


class Aftermath(NamedTuple):
    """Who stands where after the moves, and what became of the dislodged."""

    units: Mapping[str, tuple[Unit, ...]]
    dislodged: Mapping[str, tuple[Dislodged, ...]]
    destroyed: tuple[tuple[str, Unit], ...]
    dislodged_by: Mapping[str, str]
    destroyed_in: frozenset[str]


def _aftermath(position: Position, battle: Battle) -> Aftermath:
    moved = {unit for unit in battle.target if battle.known[unit]}
    dislodged_by = {
        battle.target[attacker]: attacker
        for attacker in moved
        if battle.target[attacker] in battle.power and battle.target[attacker] not in moved
    }
    units: dict[str, list[Unit]] = {}
    for province, (power, unit) in position.at.items():
        order = battle.orders[province]
        if province in moved and isinstance(order, Move):
            units.setdefault(power, []).append(Unit(unit.type, order.target))
        elif province not in dislodged_by:
            units.setdefault(power, []).append(unit)
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    destroyed = []
    if dislodged_by:
        closed = _closed_to_retreats(battle, units)
        for province, (power, unit) in position.at.items():
            if province in dislodged_by:
                attacker = dislodged_by[province]
                retreats = _retreats(position, battle, unit, attacker, closed)
                if retreats:
                    entry = Dislodged(unit, attacker, retreats)
                    dislodged[power] = (*dislodged.get(power, ()), entry)
                else:
                    destroyed.append((power, unit))
    return Aftermath(
        {power: tuple(standing) for power, standing in units.items()},
        dislodged,
        tuple(destroyed),
        dislodged_by,
        frozenset(unit.province for _, unit in destroyed),
    )


def _closed_to_retreats(battle: Battle, units: Mapping[str, Sequence[Unit]]) -> set[str]:
    """Provinces that are occupied, or vacant because units bounced there."""
    closed = {unit.province for standing in units.values() for unit in standing}
    closed.update(
        target
        for unit, target in battle.target.items()
        if not battle.known[unit] and battle.prevention(unit) != (0, 0)
    )
    return closed


def _retreats(
    position: Position, battle: Battle, unit: Unit, attacker: str, closed: set[str]
) -> tuple[str, ...]:
    """Where a dislodged unit may go: an open neighbour, not the one its attacker came from."""
    ways = position.board.moves(unit.type, unit.location)
    allowed = attacker in battle.by_sea and battle.rules.may_retreat_to_convoyed_attackers_province
    barred = closed if allowed else closed | {attacker}
    return tuple(sorted(way for way in ways if way[:3] not in barred))


def _result(
    position: Position, battle: Battle, after: Aftermath, entry: Entry | None, province: str
) -> Result:
    power, unit = position.at[province]
    attacker = after.dislodged_by.get(province)
    dislodged, destroyed = attacker is not None, province in after.destroyed_in
    if entry is not None and entry.error is not None:
        refused = entry.refused()
        return refused._replace(unit=unit, dislodged=dislodged, destroyed=destroyed)
    order = battle.orders[province]
    outcome = _outcome(battle, province, dislodged=dislodged)
    reason = reason_for(position, battle, province, outcome, attacker, given=entry is not None)
    text = str(order) if entry is None else entry.text
    given = entry is not None
    return Result(power, unit, order, text, given, outcome, dislodged, destroyed, reason)


def _outcome(battle: Battle, province: str, *, dislodged: bool) -> Outcome:
    """The word of the DATC for what became of a unit's order."""
    order = battle.orders[province]
    if isinstance(order, Hold):
        return Outcome.FAILS if dislodged else Outcome.STANDS
    if province not in battle.decide:
        return Outcome.INVALID
    done = battle.known[province]
    if isinstance(order, Move):
        if done:
            return Outcome.SUCCEEDS
        return Outcome.FAILS if battle.has_ordered_route(province) else Outcome.INVALID
    if isinstance(order, Convoy):
        return Outcome.AVAILABLE if done else Outcome.DISRUPTED
    if not done and not dislodged and isinstance(order, SupportHold):
        untested = order.supported.province not in battle.attackers
        return Outcome(battle.rules.untested_support) if untested else Outcome.CUT
    return Outcome.GIVEN if done else Outcome.CUT
