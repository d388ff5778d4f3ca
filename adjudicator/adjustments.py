"""Adjustment phases: what a power may build or must remove, and how its orders are carried out.

The rules are those of the rulebook of 2000 (gaining and losing units, civil disorder); `Rules` says
where other editions differ.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import IllegalOrder
from adjudicator.orders import Build, Disband, Waive
from adjudicator.position import by_location
from adjudicator.reasons import Reason
from adjudicator.removals import removal_reason
from adjudicator.resolution import PhaseEnd, Refusal, Result, simple_result
from adjudicator.terms import Outcome, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules


class Adjustment(NamedTuple):
    """Number of units that a power may build or must remove, and every order it may choose from."""

    builds: int
    removals: int
    options: tuple[Order, ...]


def adjustment(position: Position, power: str) -> Adjustment:
    """Return what a power may build or must remove in an adjustment phase.

    A power with more centers than units builds in its vacant home centers that it still owns (or,
    in some set-ups, in any center that it owns); one with more units than centers removes the
    surplus (rulebook 2000, gaining and losing units). A neutral power builds nothing.

    >>> from adjudicator import load_setup, opening
    >>> adjustment(opening(load_setup("standard")), "FRANCE")
    Adjustment(builds=0, removals=0, options=())
    """
    builds, removals = adjustments_due(position, power)
    if removals:
        options: Iterable[Order] = map(Disband, position.units[power])
    elif builds:
        vacant = _building_sites(position, power)
        options = (Build(unit) for code in vacant for unit in _buildable_units(position, code))
    else:
        options = ()
    return Adjustment(builds, removals, tuple(options))


def adjustments_due(position: Position, power: str) -> tuple[int, int]:
    """Return how many units a power may build and how many it must remove; at most one is not 0."""
    if position.centers is None:
        return 0, 0
    surplus = len(position.centers.get(power, ())) - len(position.units.get(power, ()))
    if surplus <= 0:
        return 0, -surplus
    if power in position.neutral:
        return 0, 0
    return min(surplus, len(_building_sites(position, power))), 0


def _building_sites(position: Position, power: str) -> list[str]:
    """The centers in which a power may build: those it owns and nobody occupies.

    They have to be home centers, unless the set-up says otherwise.
    """
    provinces, center_at = position.board.provinces, position.board.center_at
    owned, anywhere = (position.centers or {}).get(power, ()), position.setup.builds_anywhere
    sites = [code for code in owned if anywhere or provinces[code].home == power]
    if not sites:
        return []
    occupied = {center_at.get(unit.location) for own in position.units.values() for unit in own}
    return [code for code in sites if code not in occupied]


def _buildable_units(position: Position, code: str) -> Iterable[Unit]:
    """Every unit that can be built in a province, with one fleet for each coast."""
    province = position.board.provinces[code]
    yield Unit(UnitType.ARMY, code)
    if province.type == "coastal":
        for coast in province.coasts or ("",):
            yield Unit(UnitType.FLEET, f"{code}/{coast}" if coast else code)


def check_adjustment(order: Order, position: Position, power: str, rules: Rules) -> Order:
    """Return the order as it counts, with its unit as on the board.

    Raises `IllegalOrder` if the power may not give it (rulebook 2000, gaining and losing units).
    """
    if isinstance(order, Disband):
        return _check_removal(order, position, power)
    if isinstance(order, Build):
        return _check_build(order, position, power, rules)
    if not isinstance(order, Waive):
        raise IllegalOrder.out_of_phase(order, position.phase)
    if not adjustments_due(position, power)[0]:
        raise IllegalOrder("no_builds_left", {"power": power})
    return order


def _check_removal(order: Disband, position: Position, power: str) -> Disband:
    """Return the removal with the unit on the board; raises `IllegalOrder`."""
    named = order.unit
    found = position.unit_at(named.location)
    if found is None:
        raise IllegalOrder("no_such_unit", {"unit": str(named), "province": named.province})
    if found[0] != power:
        raise IllegalOrder("not_your_unit", {"unit": str(found[1]), "power": found[0]})
    if not adjustments_due(position, power)[1]:
        raise IllegalOrder("no_removals_due", {"power": power})
    return Disband(found[1])


def _check_build(order: Build, position: Position, power: str, rules: Rules) -> Build:
    """Return the build with its coast filled in; raises `IllegalOrder`."""
    unit, board = order.unit, position.board
    code = unit.province
    params = {"unit": str(unit), "province": code, "power": power}
    province = board.provinces.get(code)
    if province is None or (province.home != power and not position.setup.builds_anywhere):
        raise IllegalOrder("not_a_home_center", params)
    if position.owners.get(code) != power:
        raise IllegalOrder("center_not_owned", params)
    if position.unit_at(code) is not None:
        raise IllegalOrder("center_occupied", params)
    if unit.type is UnitType.FLEET and province.type == "inland":
        raise IllegalOrder("fleet_inland", params)
    if not adjustments_due(position, power)[0]:
        raise IllegalOrder("no_builds_left", params)
    if unit.type is UnitType.ARMY or not province.coasts:
        return Build(Unit(unit.type, code))
    if unit.coast not in province.coasts:
        if unit.coast is None and rules.build_coast_omitted == "first coast":
            return Build(Unit(unit.type, f"{code}/{province.coasts[0]}"))
        coasts = ", ".join(province.coasts)  # DATC 4.B.7, 6.B.14
        raise IllegalOrder.counted_as_failed("build_coast_needed", params | {"coasts": coasts})
    return order


def may_return(position: Position, power: str, rules: Rules) -> bool:
    """Return whether a player may take over a power that is in civil disorder.

    Decided by `Rules.return_from_civil_disorder` (1982, XV.4).
    """
    left = position.units.get(power) or position.dislodged.get(power)
    return rules.return_from_civil_disorder == "always" or bool(left)


def removal_order(
    position: Position, power: str, units: Iterable[Unit], rules: Rules
) -> list[Unit]:
    """Sort a power's units into the order in which they are removed for lack of orders.

    The unit farthest from home goes first, then a fleet before an army, then by the alphabet (DATC
    4.D.8; rulebook 2000, civil disorder).
    """
    board, alphabet = position.board, rules.removal_alphabet
    distance = _distance_from_home(position, power, rules)

    def rank(unit: Unit) -> tuple[bool, int, bool, int, str]:
        code = unit.province
        spared = rules.removal_spares_units_on_centers and code in board.centers
        listed = alphabet.index(code) if code in alphabet else len(alphabet)
        name = board.provinces[code].name
        return spared, -distance(unit), unit.type is UnitType.ARMY, listed, name

    return sorted(units, key=rank)


def _distance_from_home(position: Position, power: str, rules: Rules) -> Callable[[Unit], int]:
    """Return a function that gives the number of steps of a unit from home, as the edition counts.

    The number of provinces of the board stands for a unit that cannot get home at all.
    """
    board = position.setup.board  # provinces that nobody may enter count too
    home = _home_provinces(position, power, rules)
    over_any_border = _steps_from(home, lambda code: board.neighbours[code])

    def distance(unit: Unit) -> int:
        if not home:
            return 0
        if unit.type is UnitType.ARMY or rules.removal_measured_over == "any border":
            return over_any_border.get(unit.province, len(board.provinces))
        steps = _steps_from({unit.location}, lambda location: board.fleet_moves[location])
        reached = [n for location, n in steps.items() if location[:3] in home]
        return min(reached, default=len(board.provinces))

    return distance


def _home_provinces(position: Position, power: str, rules: Rules) -> set[str]:
    """The provinces to which distances are measured (`Rules.removal_measured_to`)."""
    if rules.removal_measured_to == "owned centers":
        return {code for code, owner in position.owners.items() if owner == power}
    provinces = position.board.provinces.values()
    if rules.removal_measured_to == "home centers":
        return {p.code for p in provinces if p.home == power}
    return {p.code for p in provinces if p.homeland == power}


def _steps_from(start: set[str], ways: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """Return every place that can be reached from `start`, with the number of steps to it."""
    steps = dict.fromkeys(start, 0)
    edge = start
    while edge:
        step = steps[next(iter(edge))] + 1
        edge = {there for here in edge for there in ways(here)} - steps.keys()
        steps.update(dict.fromkeys(edge, step))
    return steps


class PowerAdjustments:
    """The adjustments of one power while its orders are carried out (DATC 4.D.4 to 4.D.6)."""

    def __init__(self, position: Position, power: str, rules: Rules) -> None:
        self.position, self.power, self.rules = position, power, rules
        self.builds, self.removals = adjustments_due(position, power)
        self.built: list[Unit] = []
        self.removed: list[Unit] = []

    def carry_out(self, sheet: Sequence[Order | Refusal]) -> list[Result]:
        """Carry out a power's orders; return one result for each, in the order written.

        Orders are taken one by one from the first or from the last, until enough are carried out.
        An edition may instead make all void if there are too many (`Rules.surplus_builds` and
        `surplus_removals`).
        """
        choice = self.rules.surplus_removals if self.removals else self.rules.surplus_builds
        if choice == "last":
            return [self._result(order) for order in reversed(sheet)][::-1]
        if choice != "first":
            sheet = self._without_surplus(sheet)
        return [self._result(order) for order in sheet]

    def _without_surplus(self, sheet: Sequence[Order | Refusal]) -> list[Order | Refusal]:
        """The orders, refused if there are too many in all or several for one province."""
        legal = [order for order in sheet if not isinstance(order, Refusal)]
        built = Counter(order.unit.province for order in legal if isinstance(order, Build))
        if self.removals:
            surplus = len(set(legal)) > self.removals
        else:
            surplus = len(legal) - sum(n for n in built.values() if n > 1) > self.builds

        def void(order: Order | Refusal) -> Order | Refusal:
            if isinstance(order, Refusal):
                return order
            crowded = isinstance(order, Build) and built[order.unit.province] > 1
            if not surplus and not crowded:
                return order
            error = IllegalOrder("too_many_adjustments", {"power": self.power})
            return Refusal(self.power, order, order, error)

        return [void(order) for order in sheet]

    def _result(self, order: Order | Refusal) -> Result:
        """Carry out one order and return its result."""
        if isinstance(order, Refusal):
            return order.result()
        try:
            reason = self._execute(order)
        except IllegalOrder as error:
            return Refusal(self.power, order, order, error).result()
        return simple_result(self.power, order, Outcome.SUCCEEDS, reason)

    def _execute(self, order: Order) -> Reason:
        """Carry out one legal order; raises `IllegalOrder` if an earlier one excludes it."""
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

    def remove_surplus(self) -> list[Result]:
        """Remove the units that no order removed; builds not ordered are waived."""
        if not self.removals:
            return []
        units = self.position.units[self.power]
        farthest_first = removal_order(self.position, self.power, units, self.rules)
        lost = [unit for unit in farthest_first if unit not in self.removed][: self.removals]
        self.removed += lost
        kept = [unit for unit in units if unit not in self.removed]
        distance = _distance_from_home(self.position, self.power, self.rules)
        return [self._automatic_removal(unit, kept, distance) for unit in lost]

    def _automatic_removal(
        self, unit: Unit, kept: Sequence[Unit], distance: Callable[[Unit], int]
    ) -> Result:
        """The result of a removal that was not ordered."""
        board = self.position.board
        reason = removal_reason(self.power, unit, kept, distance, board, self.rules)
        return simple_result(self.power, Disband(unit), Outcome.SUCCEEDS, reason, given=False)


def resolve_adjustments(
    position: Position, sheets: Mapping[str, Sequence[Order | Refusal]], rules: Rules
) -> PhaseEnd:
    """Carry out an adjustment phase (rulebook 2000, gaining and losing units).

    `sheets` has the orders of each power in the order in which they were written.
    """
    powers = dict.fromkeys([*position.powers, *sheets])
    results: list[Result] = []
    units: dict[str, tuple[Unit, ...]] = {}
    for power in powers:
        adjusted = PowerAdjustments(position, power, rules)
        results += adjusted.carry_out(sheets.get(power, ()))
        results += adjusted.remove_surplus()
        kept = [unit for unit in position.units.get(power, ()) if unit not in adjusted.removed]
        if kept or adjusted.built:
            units[power] = tuple(sorted([*kept, *adjusted.built], key=by_location))
    return PhaseEnd(tuple(results), units)
