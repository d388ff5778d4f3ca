"""What a power may build or must remove (rulebook 2000, the adjustment phase)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import IllegalOrder
from adjudicator.orders import Build, Disband, Waive
from adjudicator.position import Unit
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.orders import Order
    from adjudicator.position import Position


class Adjustment(NamedTuple):
    """How many units a power may build or must remove, and all it may choose from."""

    builds: int
    removals: int
    options: tuple[Order, ...]


def adjustment(position: Position, power: str) -> Adjustment:
    """What a power may or must do in an adjustment phase.

    >>> from adjudicator.setups import load_setup, opening
    >>> adjustment(opening(load_setup("standard")), "FRANCE")
    Adjustment(builds=0, removals=0, options=())
    """
    units = position.units.get(power, ())
    if position.centers is None:
        return Adjustment(0, 0, ())
    surplus = len(position.centers.get(power, ())) - len(units)
    if surplus < 0:
        return Adjustment(0, -surplus, tuple(Disband(unit) for unit in units))
    vacant = [
        code for code in position.centers.get(power, ()) if _vacant_home(position, power, code)
    ]
    builds = min(surplus, len(vacant))
    if not builds:
        return Adjustment(0, 0, ())
    return Adjustment(builds, 0, tuple(Build(u) for code in vacant for u in _kinds(position, code)))


def _vacant_home(position: Position, power: str, code: str) -> bool:
    return position.board.provinces[code].home == power and code not in position.at


def _kinds(position: Position, code: str) -> Iterable[Unit]:
    """Every unit that can stand in a province."""
    province = position.board.provinces[code]
    yield Unit(UnitType.ARMY, code)
    if province.type == "coastal":
        for coast in province.coasts or ("",):
            yield Unit(UnitType.FLEET, f"{code}/{coast}" if coast else code)


def check_adjustment(order: Order, position: Position, power: str) -> Order:
    """The order, put right, if the power may give it; raises `IllegalOrder`."""
    if isinstance(order, Disband):
        return _check_removal(order, position, power)
    if isinstance(order, Build):
        return _check_build(order, position, power)
    if not isinstance(order, Waive):
        raise IllegalOrder.out_of_phase(order, position.phase)
    if not adjustment(position, power).builds:
        raise IllegalOrder("no_builds_left", {"power": power})
    return order


def _check_removal(order: Disband, position: Position, power: str) -> Disband:
    named = order.unit
    found = position.at.get(named.province)
    if found is None:
        raise IllegalOrder("no_such_unit", {"unit": str(named), "province": named.province})
    if found[0] != power:
        raise IllegalOrder("not_your_unit", {"unit": str(found[1]), "power": found[0]})
    if not adjustment(position, power).removals:
        raise IllegalOrder("no_removals_due", {"power": power})
    return Disband(found[1])


def _check_build(order: Build, position: Position, power: str) -> Build:
    unit, board = order.unit, position.board
    code = unit.province
    params = {"unit": str(unit), "province": code, "power": power}
    province = board.provinces.get(code)
    if province is None or province.home != power:
        raise IllegalOrder("not_a_home_center", params)
    if position.owners.get(code) != power:
        raise IllegalOrder("center_not_owned", params)
    if code in position.at:
        raise IllegalOrder("center_occupied", params)
    if unit.type is UnitType.FLEET and province.type == "inland":
        raise IllegalOrder("fleet_inland", params)
    if not adjustment(position, power).builds:
        raise IllegalOrder("no_builds_left", params)
    if unit.type is UnitType.ARMY or not province.coasts:
        return Build(Unit(unit.type, code))
    if unit.coast not in province.coasts:
        coasts = ", ".join(province.coasts)  # DATC 4.B.7, 6.B.14
        raise IllegalOrder.but_attempted("build_coast_needed", params | {"coasts": coasts})
    return order
