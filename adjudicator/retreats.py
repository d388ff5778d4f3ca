"""Retreats: dislodged units go where they may, or leave the board (rulebook 2000, retreats)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.orders import Disband, Retreat
from adjudicator.position import Unit
from adjudicator.reasons import Reason
from adjudicator.resolution import Resolution, Result, carried_out
from adjudicator.sheet import assign
from adjudicator.terms import Outcome
from adjudicator.turns import follow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.position import Position
    from adjudicator.rules import Rules
    from adjudicator.sheet import Entry


def resolve_retreats(position: Position, entries: Sequence[Entry], rules: Rules) -> Resolution:
    """Carry out a retreat phase."""
    dislodged = {
        each.unit.province: (power, each.unit)
        for power, several in position.dislodged.items()
        for each in several
    }
    chosen, unused = assign(entries, dislodged, rules)
    going: dict[str, list[Unit]] = {}
    for entry in chosen.values():
        if entry.error is None and isinstance(entry.order, Retreat):
            going.setdefault(entry.order.target[:3], []).append(entry.order.unit)
    units = {power: list(standing) for power, standing in position.units.items()}
    results = []
    for province, (power, unit) in dislodged.items():
        result = _result(power, unit, chosen.get(province), going)
        results.append(result)
        if isinstance(result.order, Retreat) and result.outcome is Outcome.SUCCEEDS:
            units.setdefault(power, []).append(Unit(unit.type, result.order.target))
    remaining = {power: tuple(standing) for power, standing in units.items() if standing}
    following, year_ended = follow(position, remaining, {})
    return Resolution(position, (*results, *unused), (), following, year_ended)


def _result(
    power: str, unit: Unit, entry: Entry | None, going: Mapping[str, Sequence[Unit]]
) -> Result:
    """How one dislodged unit ends; two that go to one province are both disbanded."""
    if entry is None or entry.order is None:
        reason = Reason("disbanded_without_order")
        return carried_out(power, Disband(unit), Outcome.SUCCEEDS, reason, given=False)
    if entry.error is not None:
        return entry.refused()._replace(unit=unit)
    order, outcome, reason = entry.order, Outcome.SUCCEEDS, Reason("disbanded")
    if isinstance(order, Retreat):
        target = order.target
        rivals = [str(rival) for rival in going[target[:3]] if rival != unit]
        if rivals:
            outcome = Outcome.FAILS
            reason = Reason("retreat_clash", {"province": target, "with": ", ".join(rivals)})
        else:
            reason = Reason("retreat_succeeds", {"province": target})
    return carried_out(power, order, outcome, reason)
