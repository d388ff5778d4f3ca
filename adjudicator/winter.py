"""Carrying out an adjustment phase: builds and removals, ordered or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.errors import IllegalOrder
from adjudicator.orders import Build, Disband
from adjudicator.reasons import Reason
from adjudicator.resolution import Resolution, Result, carried_out
from adjudicator.terms import Outcome, UnitType
from adjudicator.turns import follow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position, Unit
    from adjudicator.rules import Rules
    from adjudicator.sheet import Entry


def civil_disorder(position: Position, power: str, rules: Rules) -> list[Unit]:
    """A power's units in the order in which they are removed for want of orders (DATC 4.D.8).

    The farthest goes first, a fleet before an army, then by the English name of the province.
    """
    board = position.board
    if rules.removal_measured_to == "homeland":
        home = {p.code for p in board.provinces.values() if p.homeland == power}
    else:
        home = {code for code, owner in position.owners.items() if owner == power}
    distance = dict.fromkeys(home, 0)
    edge: Sequence[str] = sorted(home)
    while edge:
        step = distance[edge[0]] + 1
        edge = sorted({b for a in edge for b in board.neighbours[a]} - distance.keys())
        distance.update(dict.fromkeys(edge, step))

    def rank(unit: Unit) -> tuple[bool, int, bool, str]:
        spared = rules.removal_spares_units_on_centers and unit.province in board.centers
        far = distance.get(unit.province, 0)
        return spared, -far, unit.type is UnitType.ARMY, board.provinces[unit.province].name

    return sorted(position.units.get(power, ()), key=rank)


class Winter:
    """One power's adjustments, carried out one by one in the order written (DATC 4.D.4, 4.D.6)."""

    def __init__(self, position: Position, power: str, rules: Rules) -> None:
        self.position, self.power, self.rules = position, power, rules
        due = adjustment(position, power)
        self.builds, self.removals = due.builds, due.removals
        self.built: list[Unit] = []
        self.removed: list[Unit] = []

    def carry_out(self, entry: Entry) -> Result:
        """What becomes of one order."""
        order = entry.order
        if entry.error is None and order is not None:
            try:
                reason = self._do(order)
            except IllegalOrder as error:
                return entry.refused(error)
            return carried_out(self.power, order, Outcome.SUCCEEDS, reason)
        return entry.refused()

    def _do(self, order: Order) -> Reason:
        if isinstance(order, Disband):
            if order.unit in self.removed:
                raise IllegalOrder("already_removed", {"unit": str(order.unit)})
            if not self.removals:
                raise IllegalOrder("no_removals_due", {"power": self.power})
            self.removals -= 1
            self.removed.append(order.unit)
            return Reason("removed")
        if isinstance(order, Build):
            province = order.unit.province
            if any(unit.province == province for unit in self.built):
                raise IllegalOrder("center_occupied", {"province": province})
        if not self.builds:
            raise IllegalOrder("no_builds_left", {"power": self.power})
        self.builds -= 1
        if isinstance(order, Build):
            self.built.append(order.unit)
            return Reason("built")
        return Reason("waived")

    def finish(self) -> list[Result]:
        """Remove what should have been ordered away; builds not ordered are waived."""
        if not self.removals:
            return []
        farthest_first = civil_disorder(self.position, self.power, self.rules)
        lost = [unit for unit in farthest_first if unit not in self.removed][: self.removals]
        self.removed += lost
        reason = Reason("removed_without_order")
        return [
            carried_out(self.power, Disband(unit), Outcome.SUCCEEDS, reason, given=False)
            for unit in lost
        ]


def resolve_adjustments(position: Position, entries: Sequence[Entry], rules: Rules) -> Resolution:
    """Carry out an adjustment phase."""
    powers = dict.fromkeys([*position.powers, *(entry.power for entry in entries)])
    results: list[Result] = []
    units: dict[str, tuple[Unit, ...]] = {}
    for power in powers:
        winter = Winter(position, power, rules)
        results += [winter.carry_out(entry) for entry in entries if entry.power == power]
        results += winter.finish()
        kept = [unit for unit in position.units.get(power, ()) if unit not in winter.removed]
        if kept or winter.built:
            units[power] = (*kept, *winter.built)
    following, year_ended = follow(position, units, {})
    return Resolution(position, tuple(results), (), following, year_ended)
