"""Two lines beside each other: where they part, and what is different in a phase that both have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator import Position, Result, Unit

    from .line import Line, ResolvedPhase


class PhasePair(NamedTuple):
    """A phase that both lines have resolved, as each of them has it."""

    first: ResolvedPhase
    second: ResolvedPhase

    @property
    def code(self) -> str:
        return str(self.first.position.phase)


class OrderPair(NamedTuple):
    """The results of one unit in both lines; None where the unit is missing."""

    first: Result | None
    second: Result | None

    @property
    def differs(self) -> bool:
        """Whether the orders or their outcomes differ; a hold counts the same if nobody gave it."""
        if self.first is None or self.second is None:
            return True
        return _ending(self.first) != _ending(self.second)


@dataclass(frozen=True)
class PowerPair:
    """A power in both lines: its orders, and its units and centers afterwards.

    `orders` is empty if two positions are compared. `only_first` and `only_second` are units that
    one line has. `centers` are the numbers of supply centers, or None if nobody tracks them.
    """

    power: str
    orders: tuple[OrderPair, ...]
    units: tuple[int, int]
    centers: tuple[int, int] | None
    only_first: tuple[Unit, ...]
    only_second: tuple[Unit, ...]
    other_centers: bool

    @property
    def differs(self) -> bool:
        return (
            any(each.differs for each in self.orders)
            or bool(self.only_first or self.only_second)
            or self.other_centers
        )


def have_same_start(first: Line, second: Line) -> bool:
    """Whether two lines begin with the same position of the same set-up."""
    return (first.start, first.start.setup.name) == (second.start, second.start.setup.name)


def shared_phases(first: Line, second: Line) -> int:
    """The number of phases before two lines part: their orders and outcomes are the same."""
    if not have_same_start(first, second):
        return 0
    pairs = zip(first.phases, second.phases, strict=False)
    number = 0
    for number, (one, other) in enumerate(pairs, start=1):
        if endings_of(one) != endings_of(other) or one.resolution.next != other.resolution.next:
            return number - 1
    return number


def endings_of(phase: ResolvedPhase) -> Sequence[tuple[object, ...]]:
    """Orders and outcomes of a phase without the reasons; lines part where these differ."""
    return sorted(_ending(each) for each in phase.resolution.results)


def pairs_of_phases(first: Line, second: Line) -> list[PhasePair]:
    """The phases that both lines have resolved, from the one at which they part.

    It is empty if the lines begin differently, or if one goes on where the other ends.
    """
    if not have_same_start(first, second):
        return []
    shared = shared_phases(first, second)
    others = {str(each.position.phase): each for each in second.phases[shared:]}
    return [
        PhasePair(each, others[code])
        for each in first.phases[shared:]
        if (code := str(each.position.phase)) in others
    ]


def compare_phase(pair: PhasePair) -> list[PowerPair]:
    """Compare the orders of each power in a phase, and what it has afterwards."""
    after = [each.resolution.next for each in pair]
    powers = _powers(*after) | _powers(*(each.position for each in pair))
    return [
        _power_pair(power, tuple(_order_pairs(pair, power)), *after) for power in sorted(powers)
    ]


def compare_positions(first: Position, second: Position) -> list[PowerPair]:
    """Compare the units and centers of each power."""
    return [_power_pair(power, (), first, second) for power in sorted(_powers(first, second))]


def _powers(first: Position, second: Position) -> set[str]:
    return {*first.powers, *second.powers}


def _power_pair(
    power: str, orders: tuple[OrderPair, ...], first: Position, second: Position
) -> PowerPair:
    units = [each.units.get(power, ()) for each in (first, second)]
    centers = [(each.centers or {}).get(power, ()) for each in (first, second)]
    is_tracked = first.centers is not None and second.centers is not None
    return PowerPair(
        power=power,
        orders=orders,
        units=(len(units[0]), len(units[1])),
        centers=(len(centers[0]), len(centers[1])) if is_tracked else None,
        only_first=tuple(each for each in units[0] if each not in units[1]),
        only_second=tuple(each for each in units[1] if each not in units[0]),
        other_centers=is_tracked and centers[0] != centers[1],
    )


def _order_pairs(pair: PhasePair, power: str) -> Iterator[OrderPair]:
    """Pair the results of a power by their units; those of the first line come first."""
    firsts, left = _results(pair.first, power), _results(pair.second, power)
    for first in firsts:
        second = next((each for each in left if each.unit == first.unit), None)
        if second is not None:
            left.remove(second)
        yield OrderPair(first, second)
    yield from (OrderPair(None, second) for second in left)


def _results(phase: ResolvedPhase, power: str) -> list[Result]:
    return [each for each in phase.resolution.results if each.power == power]


def _ending(result: Result) -> tuple[str, str, str, bool, bool]:
    """A result without its reason, and without whether somebody gave the order."""
    outcome = str(result.outcome)
    return (result.power, result.text, outcome, result.dislodged, result.destroyed)
