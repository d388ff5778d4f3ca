"""Figures of a game, from its positions and from the orders of its resolved phases.

Nothing here reads rows: recorded games, and tests, hand in the same data.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import Build, Disband, Move, Outcome, Retreat, SupportHold, SupportMove
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator import Order, Position
    from adjudicator.terms import PhaseCode

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


class Moment(StrEnum):
    """The moment of a column of figures."""

    START = "start"
    END_OF_YEAR = "year"
    NOW = "now"  # within a year that is still played
    END = "end"  # of a game that ended within a year


@dataclass(frozen=True)
class CenterYear:
    """The numbers of centers of powers at a moment of a year."""

    moment: Moment
    year: int
    centers: Mapping[str, int]


@dataclass(frozen=True)
class YearFigures(CenterYear):
    """The numbers of units too. There is a number for each power that ever had any.

    Dislodged units count until their retreat is resolved.
    """

    units: Mapping[str, int]


class YearColumn(NamedTuple):
    """A column of figures: those of the position that is at `place` among all of a game."""

    moment: Moment
    year: int
    place: int


def columns(phases: Sequence[PhaseCode], *, is_over: bool) -> list[YearColumn]:
    """The columns of a game with these phases: its start and the end of each year, oldest first.

    The newest phase has a column of its own unless it is the first of its year: it is then that of
    the end of the year before.
    """
    if not phases:
        return []
    found = [YearColumn(Moment.START, phases[0].year, 0)]
    for place, (before, phase) in enumerate(pairwise(phases), start=1):
        if phase.year > before.year:
            found.append(YearColumn(Moment.END_OF_YEAR, before.year, place))
    last = len(phases) - 1
    if last and phases[last].year == phases[last - 1].year:
        found.append(YearColumn(Moment.END if is_over else Moment.NOW, phases[last].year, last))
    return found


def years(positions: Sequence[Position], *, is_over: bool) -> list[YearFigures]:
    """The figures of the columns of a game; `positions` are those of all phases in their order."""
    powers = sorted({power for each in positions for power in [*each.units, *(each.centers or {})]})
    return [
        _figures(moment, year, positions[place], powers)
        for moment, year, place in columns([each.phase for each in positions], is_over=is_over)
    ]


def _figures(moment: Moment, year: int, position: Position, powers: Sequence[str]) -> YearFigures:
    centers, units, dislodged = position.centers or {}, position.units, position.dislodged
    return YearFigures(
        moment=moment,
        year=year,
        centers={power: len(centers.get(power, ())) for power in powers},
        units={
            power: len(units.get(power, ())) + len(dislodged.get(power, ())) for power in powers
        },
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


def powers(
    phases: Iterable[PlayedPhase], hands: Mapping[str, int | None] | None = None
) -> dict[str, PowerFigures]:
    """The deeds of each power in resolved phases, in their order.

    `hands` are the numbers of the players of powers, None for neutral ones; without them each power
    has a player of its own. Nothing counts between powers of one player, and nobody stabs a neutral
    power. A power that gave no orders and was given none by the rules is left out.
    """
    players = _Players(hands)
    found: dict[str, PowerFigures] = defaultdict(PowerFigures)
    trust = _Trust()
    for phase in phases:
        for each in phase.orders:
            _count(found[each.power], each, phase.position.phase.type)
        if phase.position.phase.type is PhaseType.MOVEMENT:
            _count_dealings(found, phase, trust, players)
    return dict(found)


def _count(figures: PowerFigures, each: PlayedOrder, phase: PhaseType) -> None:
    """Count builds and lost units: a dislodged unit is lost unless its retreat succeeds."""
    succeeds = each.outcome == Outcome.SUCCEEDS
    if phase is PhaseType.RETREAT:
        figures.lost += not (isinstance(each.order, Retreat) and succeeds)
    elif phase is PhaseType.MOVEMENT:
        figures.lost += each.is_lost
    elif isinstance(each.order, Build):
        figures.builds += succeeds
    elif isinstance(each.order, Disband):
        figures.disbands += succeeds


class _Players:
    """The players of powers."""

    def __init__(self, hands: Mapping[str, int | None] | None) -> None:
        self._hands = hands

    def is_other(self, power: str, other: str) -> bool:
        """Whether another person plays the other power, or nobody."""
        if power == other or self._hands is None:
            return power != other
        hand = self._hands.get(power)
        return hand is None or hand != self._hands.get(other)

    def has_one(self, power: str) -> bool:
        return self._hands is None or self._hands.get(power) is not None


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
        last = self._last.pop((power, other), None)
        return last is not None and self._number - last <= PHASES_OF_TRUST


def _count_dealings(
    found: Mapping[str, PowerFigures], phase: PlayedPhase, trust: _Trust, players: _Players
) -> None:
    """Count supports and attacks of a movement phase."""
    trust.next_phase()
    attacks = Counter(
        (power, other) for power, other in _attacks(phase) if players.is_other(power, other)
    )
    for (power, other), number in sorted(attacks.items()):
        found[power].attacks[other] += number
        if players.has_one(other) and trust.breaks(power, other):
            found[power].stabs.append(Stab(other, phase.code))
    for each, other in _supports(phase):
        if not players.is_other(each.power, other):
            continue
        found[each.power].supports[other] += 1
        found[each.power].useful_supports[other] += each.outcome == Outcome.GIVEN
        if each.outcome in (Outcome.GIVEN, Outcome.CUT) and (each.power, other) not in attacks:
            trust.note(each.power, other)


def _supports(phase: PlayedPhase) -> Iterator[tuple[PlayedOrder, str]]:
    """Each order to support a unit, but impossible ones, with the power of that unit."""
    holders = _holders(phase.position)
    for each in phase.orders:
        match each.order:
            case SupportHold(supported=helped) | SupportMove(supported=helped):
                other = holders.get(helped.province)
                if other is not None and each.outcome != Outcome.ILLEGAL:
                    yield each, other


def _attacks(phase: PlayedPhase) -> Iterator[tuple[str, str]]:
    """Each move to a province in which a unit stands, or to an empty center, with its power.

    Void moves are left out.
    """
    holders = _holders(phase.position)
    owners = {
        province: power
        for power, several in (phase.position.centers or {}).items()
        for province in several
    }
    for each in phase.orders:
        if isinstance(each.order, Move) and each.outcome in (Outcome.SUCCEEDS, Outcome.FAILS):
            province = each.order.target[:3]
            other = holders.get(province) or owners.get(province)
            if other is not None:
                yield each.power, other


def _holders(position: Position) -> dict[str, str]:
    """The power whose unit stands in a province."""
    return {unit.province: power for power, units in position.units.items() for unit in units}
