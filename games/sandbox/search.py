"""Search for replies that break a plan: other orders of other powers by which its goal is missed.

The plan is the orders of one power in a line, and the line's other orders are what is expected.
Replies are tried in a fixed order, small ones first, and each is adjudicated. The number of
adjudications is bounded, so that the same search always ends in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from adjudicator import Move, OrderSyntaxError, adjudicate, parse_canonical
from adjudicator.terms import SUCCESSFUL, PhaseType

from .replies import Candidates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator import Order, Position, Resolution, Result

    from .line import Line, Sheets

CENTERS: Final = "centers"
"""The goal to lose no supply center: no other power enters one."""
UNITS: Final = "units"
"""The goal to lose no unit: none is dislodged."""
MOST_TRIED = 3_000
"""Adjudications of one search; fewer if many convoys are ordered (`CONVOYS`)."""
CONVOYS = 8
"""Orders of convoys that take as long as all other orders of an adjudication."""
MOST_REPLIES = 6
"""Replies after which a search ends."""
LARGEST = 4
"""Orders of the largest reply."""


class Goal(NamedTuple):
    """Goal of a power: that an order succeeds, named by its unit, or `CENTERS` or `UNITS`."""

    power: str
    what: str


@dataclass(frozen=True)
class Reply:
    """Orders by which a goal is missed, by power, and the line in which they are given.

    `lost` are the provinces of the centers or units that are lost, or of the unit whose order
    fails.
    """

    orders: Mapping[str, tuple[Order, ...]]
    line: Line
    lost: tuple[str, ...]


@dataclass(frozen=True)
class Search:
    """The replies that were found, and what was searched.

    `already` are the provinces that are lost with the orders of the line as they are. `units` and
    `orders` count those that were considered, and `tried` the adjudications. All replies of up to
    `complete` orders were tried; `end` is “bound” if adjudications ran out, “enough” if enough
    replies were found, and empty if there is nothing more to try.
    """

    replies: tuple[Reply, ...]
    already: tuple[str, ...]
    units: int
    orders: int
    tried: int
    complete: int
    end: str


def goals_of(line: Line) -> dict[str, list[str]]:
    """Return the goals that can be searched in the last position of a line, by power.

    There are none unless it is a movement phase that can be resolved.
    """
    position = line.position
    if position.phase.type is not PhaseType.MOVEMENT or line.is_full:
        return {}
    owned = position.centers or {}
    return {
        power: [CENTERS] * bool(owned.get(power)) + [UNITS, *map(str, units)]
        for power, units in sorted(position.units.items())
        if units and power not in position.neutral
    }


def search(line: Line, goal: Goal, most_tried: int = MOST_TRIED) -> Search:
    """Search the replies by which a goal of `goals_of` is missed."""
    run = _Run(line, goal, most_tried)
    already = run.lost()
    if already and goal.what not in (CENTERS, UNITS):
        return Search((), already, 0, 0, run.tried, 0, "")
    complete, end = 0, ""
    for size in range(1, LARGEST + 1):
        end = run.of_size(size)
        if end:
            break
        complete = size
    candidates = run.candidates
    return Search(
        tuple(run.replies),
        already,
        candidates.number_of_units,
        len(candidates.orders),
        run.tried,
        complete,
        end,
    )


class _Run:
    """One search: what was tried, and what was found."""

    def __init__(self, line: Line, goal: Goal, most_tried: int) -> None:
        self.line, self.goal = line, goal
        expected = _parsed(line)
        self.candidates = Candidates(line.position, line.rules, expected, goal.power, goal.what)
        # Orders for long convoys take most of the time, and many of them are for nothing.
        self.expected = {
            power: [
                order
                for order in orders
                if str(order.unit) == goal.what or self.candidates.may_matter(order)
            ]
            for power, orders in expected.items()
        }
        convoys = sum(map(self.candidates.is_for_convoy, chain(*self.expected.values())))
        self.most_tried = most_tried * CONVOYS // (CONVOYS + convoys)
        self.replies: list[Reply] = []
        self.tried = 0
        self._breaking: dict[int, list[frozenset[int]]] = {}
        """Least number of a reply that breaks the plan -> such replies."""
        self._answers: set[object] = set()
        self._already: frozenset[str] = frozenset()

    def lost(self) -> tuple[str, ...]:
        """Things that are lost without any reply; a reply must take something else."""
        found = self._outcome(())
        if self.goal.what in (CENTERS, UNITS):
            self._already = frozenset(found)
        return found

    def of_size(self, size: int) -> str:
        """Try the replies with this many orders; return why the search ends, or an empty text."""
        for numbers in self.candidates.replies(size, self._breaks_already):
            if self.tried >= self.most_tried:
                return "bound"
            lost = self._outcome(numbers)
            if lost:
                self._note(numbers, lost)
                if len(self.replies) >= MOST_REPLIES:
                    return "enough"
        return "bound" if self.candidates.ran_out else ""

    def _breaks_already(self, numbers: Sequence[int]) -> bool:
        """Whether a part of a reply breaks the plan: the whole reply says nothing new."""
        return any(
            each.issubset(numbers) for number in numbers for each in self._breaking.get(number, ())
        )

    def _note(self, numbers: Sequence[int], lost: tuple[str, ...]) -> None:
        """Keep a reply, unless one like it, of the same units into the same provinces, is known."""
        self._breaking.setdefault(min(numbers), []).append(frozenset(numbers))
        chosen = [self.candidates.orders[number] for number in numbers]
        answer = frozenset((each.unit, each.into) for each in chosen), lost
        if answer in self._answers:
            return
        self._answers.add(answer)
        by_power: dict[str, tuple[Order, ...]] = {}
        for each in sorted(chosen, key=lambda each: (each.power, each.unit.location)):
            by_power[each.power] = (*by_power.get(each.power, ()), each.order)
        texts: Sheets = {
            power: tuple(str(order) for order in orders)
            for power, orders in self._orders(numbers, _parsed(self.line)).items()
        }
        self.replies.append(Reply(by_power, self.line.with_orders(texts), lost))

    def _orders(
        self, numbers: Sequence[int], expected: Mapping[str, Sequence[Order]]
    ) -> dict[str, list[Order]]:
        """The expected orders with those of a reply in their place."""
        given: dict[str, list[Order]] = {power: [*orders] for power, orders in expected.items()}
        for number in numbers:
            chosen = self.candidates.orders[number]
            own = given.setdefault(chosen.power, [])
            own[:] = [order for order in own if order.unit != chosen.unit]
            own.append(chosen.order)
        return given

    def _outcome(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """The provinces that are lost after a reply, without those that are lost anyway."""
        self.tried += 1
        resolution = adjudicate(
            self.line.position, self._orders(numbers, self.expected), self.line.rules
        )
        lost = _lost(resolution, self.goal)
        return tuple(sorted(lost - self._already))


def _parsed(line: Line) -> dict[str, list[Order]]:
    """The orders of the last position of a line."""
    position = line.position
    return {power: [*_read(texts, position)] for power, texts in line.orders.items() if texts}


def _read(texts: Sequence[str], position: Position) -> Iterator[Order]:
    for text in texts:
        try:
            yield parse_canonical(text, position.phase.type, position.board)
        except OrderSyntaxError:  # the rules would take no notice of it
            continue


def deciding(resolution: Resolution, goal: Goal, lost: Sequence[str]) -> list[Result]:
    """The results that show how a goal is missed: the power's own, or those of who comes in."""
    power, what = goal

    def decides(result: Result) -> bool:
        order, unit = result.order, result.unit
        if what != CENTERS:
            return result.power == power and unit is not None and unit.province in lost
        comes_in = isinstance(order, Move) and order.target[:3] in lost
        return comes_in and result.power != power and result.outcome in SUCCESSFUL

    return [result for result in resolution.results if decides(result)]


def _lost(resolution: Resolution, goal: Goal) -> set[str]:
    """The provinces in which a goal is missed."""
    power, what = goal
    if what == CENTERS:
        centers = (resolution.position.centers or {}).get(power, ())
        others = {
            unit.province
            for other, units in resolution.next.units.items()
            if other != power
            for unit in units
        }
        return others.intersection(centers)
    endings = resolution.endings().get(power, ())
    if what == UNITS:
        return {unit.province for unit, _order, _outcome, gone in endings if gone and unit}
    return {
        unit.province
        for unit, _order, outcome, gone in endings
        if unit and str(unit) == what and (gone or outcome not in SUCCESSFUL)
    }
