"""Chooses how far lines bow, so that they run clear of units, names and each other."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final

from games.board.anchors import standard
from games.board.curves import curve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.board.anchors import Box, Point
    from games.board.curves import Curve

_CELL: Final = 8
_STEP: Final = 8.0  # from one look to the next
_UNIT, _NAME, _CENTER, _LINE = 60, 6, 5, 4  # what each look costs that meets one
_NEAR: Final = 27.0  # so close to its own ends a line may meet units
# What is tried, as shares of the usual bend, and how little each is liked.
_BENDS: Final = (
    (1.0, 0),
    (-1.0, 1),
    (2.2, 5),
    (-2.2, 6),
    (3.6, 12),
    (-3.6, 13),
    (0.0, 4),
    (5.0, 25),
    (-5.0, 25),
)


class Costs:
    """The page as squares with what it costs to run a line over each."""

    def __init__(self, width: int, height: int) -> None:
        self.columns = width // _CELL + 1
        self.cells = bytearray(self.columns * (height // _CELL + 1))

    def copy(self) -> Costs:
        other = Costs.__new__(Costs)
        other.columns, other.cells = self.columns, self.cells[:]
        return other

    def add(self, box: Box, cost: int) -> None:
        left, top, right, bottom = (int(side) // _CELL for side in box)
        for row in range(top, bottom + 1):
            self._add(range(row * self.columns + left, row * self.columns + right + 1), cost)

    def add_along(self, points: Iterable[Point], cost: int) -> None:
        columns = self.columns
        self._add((int(y) // _CELL * columns + int(x) // _CELL for x, y in points), cost)

    def _add(self, places: Iterable[int], cost: int) -> None:
        cells = self.cells
        for place in places:
            if 0 <= place < len(cells):
                total = cells[place] + cost
                cells[place] = total if total < 256 else 255

    def of(self, points: Iterable[Point], ends: tuple[Point, Point], most: float) -> int:
        """The price of a line through these points from one of two ends to the other, or
        whatever is more than ``most``."""
        (ax, ay), (bx, by) = ends
        columns, cells = self.columns, self.cells
        size = len(cells)
        total = 0
        for x, y in points:
            place = int(y) // _CELL * columns + int(x) // _CELL
            cost = cells[place] if 0 <= place < size and x >= 0 else _UNIT
            if cost:
                if cost >= _UNIT and (
                    math.hypot(x - ax, y - ay) < _NEAR or math.hypot(x - bx, y - by) < _NEAR
                ):
                    continue
                total += cost
                if total > most:
                    break
        return total


@cache
def costs(language: str) -> Costs:
    """Of the board without units: names where they would best be, and centers."""
    board = standard()
    found = Costs(board.width, board.height)
    for province in board.provinces.values():
        found.add(province.labels[language][0].box, _NAME)
        if province.center:
            x, y = province.center
            found.add((x - 6, y - 6, x + 6, y + 6), _CENTER)
    return found


class Ways:
    """The lines of one picture: each is chosen given those before it."""

    def __init__(self, costs: Costs, units: Iterable[Point]) -> None:
        self._costs = costs.copy()
        for x, y in units:
            self._costs.add((x - 19, y - 17, x + 19, y + 17), _UNIT)

    def choose(
        self, a: Point, b: Point, bend: float, leave: float, stop: float = 0, *, bowed: bool = False
    ) -> Curve:
        """A curve from ``leave`` after a to ``stop`` before b; one that is ``bowed`` keeps to its
        side."""
        best, least = None, math.inf
        for share, dislike in _BENDS:
            if dislike >= least or (bowed and share <= 0):
                continue
            line = curve(a, b, bend=bend * share, leave=leave, stop=stop)
            cost = dislike + self._costs.of(line.samples(_STEP), (a, b), least - dislike)
            if cost < least:
                best, least = line, cost
            if cost <= dislike:
                break
        assert best is not None
        self._costs.add_along(best.samples(_CELL), _LINE)
        return best
