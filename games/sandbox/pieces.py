"""Positions that somebody sets by hand: pieces placed, moved and taken, owners, the phase.

Each function returns another position, or raises `AdjudicatorError` if there can be none like it.
Dislodged units are left out of it, because a position set by hand has no attacks that they
retreat from; a retreat phase becomes the movement phase of its season.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import Position, Unit, load_setup, opening
from adjudicator.json_lines import read_position
from adjudicator.terms import PhaseCode, PhaseType, UnitType

if TYPE_CHECKING:
    from collections.abc import Callable

PHASES = ("SM", "FM", "WA")
"""Season and type of the phases that can be chosen."""
FIRST_YEAR = 1000


def empty(setup: str) -> Position:
    """Return the first position of a set-up without pieces and owners."""
    known = load_setup(setup)
    phase = opening(known).phase
    return read_position({"phase": str(phase), "units": {}, "centers": {}}, known)


def unit_at(position: Position, location: str) -> tuple[str, Unit] | None:
    """The power and the unit that stands in a province, or None."""
    province = location.partition("/")[0]
    for power, several in position.units.items():
        for unit in several:
            if unit.province == province:
                return power, unit
    return None


def with_unit(position: Position, power: str, kind: str, location: str) -> Position:
    """Place a unit of `kind` (“A” or “F”) instead of the one in the province, if any."""
    place = location if kind == UnitType.FLEET else location.partition("/")[0]
    unit = Unit.parse(f"{kind} {place}")

    def change(units: dict[str, list[str]], _centers: dict[str, list[str]]) -> None:
        _take(units, unit.province)
        units.setdefault(power, []).append(str(unit))

    return _changed(position, change)


def without_unit(position: Position, location: str) -> Position:
    """Take the unit in a province away, if there is one."""
    return _changed(position, lambda units, _centers: _take(units, location.partition("/")[0]))


def moved(position: Position, origin: str, target: str) -> Position:
    """Put the unit of a province in another one, where it replaces the unit there, if any.

    Without a unit in `origin` nothing changes.
    """
    found = unit_at(position, origin)
    if found is None:
        return position
    power, unit = found
    return with_unit(without_unit(position, origin), power, unit.type, target)


def owned(position: Position, location: str, power: str) -> Position:
    """Give a supply center to a power, or to nobody if `power` is empty."""
    province = location.partition("/")[0]

    def change(_units: dict[str, list[str]], centers: dict[str, list[str]]) -> None:
        for codes in centers.values():
            if province in codes:
                codes.remove(province)
        if power:
            centers.setdefault(power, []).append(province)

    return _changed(position, change)


def in_phase(position: Position, year: int, kind: str) -> Position:
    """Put the position in another phase; `kind` is one of `PHASES`."""
    return _changed(position, phase=f"{kind[0]}{year}{kind[1]}")


def kind_of(phase: PhaseCode) -> str:
    """Season and type of a phase, as `in_phase` takes them."""
    return f"{phase.season}{_type(phase)}"


def _type(phase: PhaseCode) -> PhaseType:
    return PhaseType.MOVEMENT if phase.type is PhaseType.RETREAT else phase.type


def _changed(
    position: Position,
    change: Callable[[dict[str, list[str]], dict[str, list[str]]], None] | None = None,
    phase: str = "",
) -> Position:
    """The position with the changes that `change` makes in its units and centers, by power."""
    body: dict[str, Any] = position.question()
    body["phase"] = phase or f"{position.phase.season}{position.phase.year}{_type(position.phase)}"
    body["dislodged"] = {}
    body["centers"] = body.get("centers") or {}
    if change:
        change(body["units"], body["centers"])
    for part in ("units", "centers"):
        body[part] = {power: sorted(several) for power, several in body[part].items() if several}
    return read_position(body, position.setup)


def _take(units: dict[str, list[str]], province: str) -> None:
    for several in units.values():
        several[:] = [unit for unit in several if Unit.parse(unit).province != province]
