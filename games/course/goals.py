"""Goals of exercises: conditions on the outcome of a phase, which any orders may reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.terms import SUCCESSFUL, OrderType

if TYPE_CHECKING:
    from adjudicator import Result

    from ..sandbox.line import ResolvedPhase

Provinces = Sequence[str]
ByPower = Mapping[str, Sequence[str]]


class Miss(NamedTuple):
    """A condition that an outcome does not meet.

    `kind` is the name of the condition, `power` a power or empty, `subject` a unit, a province or
    a number. `province` is the one whose unit's result explains the miss, or empty.
    """

    kind: str
    power: str
    subject: str
    province: str


@dataclass(frozen=True)
class Goal:
    """Conditions on the outcome of a phase; all of them must hold.

    Units are meant by the province where the phase begins for them. `unit_at`, `owns` and
    `units_at_least` look at the position after the phase, the others at the results.
    """

    unit_at: ByPower | None = None
    owns: ByPower | None = None
    units_at_least: Mapping[str, int] | None = None
    dislodged: Provinces = ()
    destroyed: Provinces = ()
    not_dislodged: Provinces = ()
    moved: Provinces = ()
    not_moved: Provinces = ()
    bounces: Provinces = ()
    fails: Provinces = ()

    @classmethod
    def parse(cls, body: Mapping[str, Any]) -> Goal:
        """Return the goal of a table in a lesson's file; raises `ValueError` for a wrong one."""
        unknown = set(body) - {field.name for field in fields(cls)}
        if unknown or not body:
            raise ValueError(f"unknown or missing conditions: {sorted(unknown)}")
        return cls(**body)


def misses(goal: Goal, phase: ResolvedPhase) -> list[Miss]:
    """Return the conditions that a resolved phase does not meet; none if it reaches the goal."""
    return [*_position_misses(goal, phase), *_result_misses(goal, phase)]


def _position_misses(goal: Goal, phase: ResolvedPhase) -> Iterator[Miss]:
    after = phase.resolution.next
    for power, units in (goal.unit_at or {}).items():
        standing = {str(unit) for unit in after.units.get(power, ())}
        yield from (Miss("unit_at", power, unit, "") for unit in units if unit not in standing)
    for power, centers in (goal.owns or {}).items():
        owned = (after.centers or {}).get(power, ())
        yield from (Miss("owns", power, each, "") for each in centers if each not in owned)
    for power, number in (goal.units_at_least or {}).items():
        if len(after.units.get(power, ())) < number:
            yield Miss("units_at_least", power, str(number), "")


def _result_misses(goal: Goal, phase: ResolvedPhase) -> Iterator[Miss]:
    results = {
        result.unit.province: result
        for result in phase.resolution.results
        if result.unit is not None
    }
    for kind, is_met in _CONDITIONS.items():
        for province in getattr(goal, kind):
            result = results[province]
            if not is_met(result):
                yield Miss(kind, "", str(result.unit), province)


def _moved(result: Result) -> bool:
    return _is_move(result) and result.outcome in SUCCESSFUL


def _is_move(result: Result) -> bool:
    return result.order is not None and result.order.type is OrderType.MOVE


_CONDITIONS: dict[str, Callable[[Result], bool]] = {
    "dislodged": lambda result: result.dislodged,
    "destroyed": lambda result: result.destroyed,
    "not_dislodged": lambda result: not result.dislodged,
    "moved": _moved,
    "not_moved": lambda result: not _moved(result),
    "bounces": lambda result: (
        _is_move(result) and result.outcome not in SUCCESSFUL and not result.dislodged
    ),
    "fails": lambda result: result.outcome not in SUCCESSFUL,
}
