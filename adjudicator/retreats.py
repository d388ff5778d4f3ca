"""Retreat phases: dislodged units retreat or are disbanded (rulebook 2000, retreats)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import removal_order
from adjudicator.orders import Disband, Retreat
from adjudicator.position import by_location
from adjudicator.reasons import Reason
from adjudicator.resolution import AssignedOrders, PhaseEnd, Refusal, Result, simple_result
from adjudicator.terms import Outcome
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules


def resolve_retreats(position: Position, assigned: AssignedOrders, rules: Rules) -> PhaseEnd:
    """Carry out a retreat phase.

    Units that retreat to one province are all disbanded (rulebook 2000, disbanding).
    """
    going: dict[str, list[Unit]] = {}
    for retreat in assigned.legal.values():
        if isinstance(retreat, Retreat):
            going.setdefault(retreat.target[:3], []).append(retreat.unit)
    if rules.single_retreat_in_common == "one goes":
        _let_one_go(position, going, rules)
    units = {power: list(standing) for power, standing in position.units.items()}
    results = []
    for power, several in position.dislodged.items():
        for each in several:
            place = position.board.number[each.unit.location]
            order = assigned.legal.get(place) or assigned.refused.get(place)
            result = _result(power, each.unit, order, going)
            results.append(result)
            if isinstance(result.order, Retreat) and result.outcome is Outcome.SUCCEEDS:
                units.setdefault(power, []).append(Unit(each.unit.type, result.order.target))
    remaining = {p: tuple(sorted(u, key=by_location)) for p, u in units.items() if u}
    return PhaseEnd((*results, *assigned.unused), remaining)


def _let_one_go(position: Position, going: dict[str, list[Unit]], rules: Rules) -> None:
    """Keep one of several retreats of a power to a province that is open to all of them alone.

    The unit is kept that would be removed last in civil disorder (Italian book, retreat and
    disbanding).
    """
    of = {each.unit: (power, each) for power, all_ in position.dislodged.items() for each in all_}
    for target, units in going.items():
        powers = {of[unit][0] for unit in units}
        ways = {way[:3] for unit in units for way in of[unit][1].retreats}
        if len(units) > 1 and len(powers) == 1 and ways == {target}:
            going[target] = removal_order(position, powers.pop(), units, rules)[-1:]


def _result(
    power: str, unit: Unit, order: Order | Refusal | None, going: Mapping[str, Sequence[Unit]]
) -> Result:
    """Return the result of one dislodged unit; two that go to one province are both disbanded."""
    if order is None:
        reason = Reason("disbanded_without_order")
        return simple_result(power, Disband(unit), Outcome.SUCCEEDS, reason, given=False)
    if isinstance(order, Refusal):
        return order.result(unit)
    outcome, reason = Outcome.SUCCEEDS, Reason("disbanded")
    if isinstance(order, Retreat):
        target = order.target
        rivals = [str(rival) for rival in going[target[:3]] if rival != unit]
        if rivals:
            outcome = Outcome.FAILS
            clash = unit in going[target[:3]]
            code = "retreat_clash" if clash else "retreat_left_to_another"
            reason = Reason(code, {"province": target, "with": ", ".join(rivals)})
        else:
            reason = Reason("retreat_succeeds", {"province": target})
    return simple_result(power, order, outcome, reason)
