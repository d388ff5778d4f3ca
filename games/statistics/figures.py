"""Figures of a game, from its positions and from the orders of its resolved phases.

Nothing here reads rows: recorded games, and tests, hand in the same data.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adjudicator import Build, Disband, Move, Outcome, Retreat, SupportHold, SupportMove
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator import Order, Position

PHASES_OF_TRUST = 2
"""An attack is a stab if the attacker supported the attacked power so many movement phases ago."""


@dataclass(frozen=True)
class PlayedOrder:
    """An order of a resolved phase. `is_lost` says that the unit was dislodged and destroyed."""

    power: str
    order: Order
    outcome: str
    is_lost: bool = False


@dataclass(frozen=True)
class PlayedPhase:
    """A resolved phase: its position, and all orders with their outcomes."""

    position: Position
    orders: Sequence[PlayedOrder]

    @property
    def code(self) -> str:
        return str(self.position.phase)


# Centers and units over the years


@dataclass(frozen=True)
class YearFigures:
    """Possessions of powers at the end of a year; at the beginning, of the year before the first.

    `is_over` is false for the newest position of a year that is still played. `centers` and `units`
    have a number for each power that ever had any.
    """

    year: int
    centers: Mapping[str, int]
    units: Mapping[str, int]
    is_over: bool = True


def years(positions: Sequence[Position], *, is_over: bool) -> list[YearFigures]:
    """The figures of each year, oldest first. `positions` are those of all phases in their order.

    `is_over` says whether the game is, so that its last year has ended too.
    """
    if not positions:
        return []
    powers = sorted({power for each in positions for power in [*each.units, *(each.centers or {})]})
    found = []
    before = positions[0].phase.year - 1
    for position in positions:
        if position.phase.year > before:
            # Years in which nothing was played are not there: an imported game may leave them out.
            found.append(_year_figures(before, position, powers))
            before = position.phase.year
    last = positions[-1]
    if len(positions) > 1:
        found.append(_year_figures(last.phase.year, last, powers, is_over=is_over))
    return found


def _year_figures(
    year: int, position: Position, powers: Sequence[str], *, is_over: bool = True
) -> YearFigures:
    centers = position.centers or {}
    return YearFigures(
        year=year,
        centers={power: len(centers.get(power, ())) for power in powers},
        units={power: len(position.units.get(power, ())) for power in powers},
        is_over=is_over,
    )


# What powers did


@dataclass(frozen=True)
class Stab:
    """A stab of a power in a phase, by its code."""

    of: str
    phase: str


@dataclass
class PowerFigures:
    """The deeds of a power in a game.

    `supports` counts the orders to support units of each other power, `useful_supports` those that
    counted. `attacks` counts the moves against each other power.
    """

    builds: int = 0
    disbands: int = 0
    lost: int = 0
    supports: Counter[str] = field(default_factory=Counter)
    useful_supports: Counter[str] = field(default_factory=Counter)
    attacks: Counter[str] = field(default_factory=Counter)
    stabs: list[Stab] = field(default_factory=list)


def powers(phases: Iterable[PlayedPhase]) -> dict[str, PowerFigures]:
    """The deeds of each power in resolved phases, in their order.

    A power that gave no orders and was given none by the rules is left out.
    """
    found: dict[str, PowerFigures] = defaultdict(PowerFigures)
    trust = _Trust()
    for phase in phases:
        for each in phase.orders:
            _count(found[each.power], each, phase.position.phase.type)
        if phase.position.phase.type is PhaseType.MOVEMENT:
            _count_dealings(found, phase, trust)
    return dict(found)


def _count(figures: PowerFigures, each: PlayedOrder, phase: PhaseType) -> None:
    """Count builds and lost units. A retreat that fails destroys its unit."""
    succeeds = each.outcome == Outcome.SUCCEEDS
    match each.order:
        case Build():
            figures.builds += succeeds
        case Disband() if phase is PhaseType.ADJUSTMENT:
            figures.disbands += succeeds
        case Disband():
            figures.lost += succeeds
        case Retreat():
            figures.lost += not succeeds
        case _:
            figures.lost += each.is_lost


class _Trust:
    """The supports of the last movement phases, by supporter and supported power."""

    def __init__(self) -> None:
        self._number = 0
        self._last: dict[tuple[str, str], int] = {}

    def next_phase(self) -> None:
        self._number += 1

    def note(self, power: str, other: str) -> None:
        self._last[power, other] = self._number

    def breaks(self, power: str, other: str) -> bool:
        """Whether an attack now would be a stab. The trust ends with it."""
        last = self._last.get((power, other))
        if last is None or last == self._number:
            return False
        del self._last[power, other]
        return self._number - last <= PHASES_OF_TRUST


def _count_dealings(found: Mapping[str, PowerFigures], phase: PlayedPhase, trust: _Trust) -> None:
    """Count supports and attacks of a movement phase."""
    trust.next_phase()
    attacked = {(power, other) for power, other in _attacks(phase)}
    for power, other in _attacks(phase):
        found[power].attacks[other] += 1
    for power, other in sorted(attacked):
        if trust.breaks(power, other):
            found[power].stabs.append(Stab(other, phase.code))
    holders = _holders(phase.position)
    for each in phase.orders:
        match each.order:
            case SupportHold(supported=helped) | SupportMove(supported=helped):
                other = holders.get(helped.province, each.power)
            case _:
                continue
        if other == each.power or each.outcome == Outcome.ILLEGAL:
            continue
        found[each.power].supports[other] += 1
        found[each.power].useful_supports[other] += each.outcome == Outcome.GIVEN
        if (each.power, other) not in attacked:
            trust.note(each.power, other)


def _attacks(phase: PlayedPhase) -> Iterator[tuple[str, str]]:
    """Each move against another power: to a province where its unit stands, or to its empty center.

    A move into a province with a unit of one's own is none, nor is an illegal one.
    """
    holders = _holders(phase.position)
    owners = {
        province: power
        for power, several in (phase.position.centers or {}).items()
        for province in several
    }
    for each in phase.orders:
        if isinstance(each.order, Move) and each.outcome != Outcome.ILLEGAL:
            province = each.order.target[:3]
            other = holders.get(province) or owners.get(province)
            if other is not None and other != each.power:
                yield each.power, other


def _holders(position: Position) -> dict[str, str]:
    """The power whose unit stands in a province."""
    return {unit.province: power for power, units in position.units.items() for unit in units}
