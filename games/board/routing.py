"""Chooses how far lines bend, so that they keep clear of units, names and each other."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final

from .curves import Curve, bent, towards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .geometry import BoardGeometry, Box, Point

_CELL: Final = 8  # units of the page a square
_MARGIN: Final = 8  # squares round the page: no line bends further out
_STEP: Final = 10.0  # between the points of a line at which its cost is read
_UNIT, _NAME, _CENTER, _LINE = 60, 6, 5, 4  # the cost of a point on one of these
_NEAR: Final = 27.0  # distance from its ends within which a line may touch units
# The bends that are tried, as multiples of the usual one, each with a cost of its own.
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


class CostGrid:
    """The page as squares, each with the cost of a line over it; the margin is expensive."""

    def __init__(self, width: int, height: int) -> None:
        self.columns = width // _CELL + 1 + 2 * _MARGIN
        rows = height // _CELL + 1
        aside = bytes([_UNIT]) * _MARGIN
        row = aside + bytes(self.columns - 2 * _MARGIN) + aside
        beyond = bytes([_UNIT]) * (self.columns * _MARGIN)
        self.cells = bytearray(beyond + row * rows + beyond)

    def copy(self) -> CostGrid:
        other = CostGrid.__new__(CostGrid)
        other.columns, other.cells = self.columns, self.cells[:]
        return other

    def add(self, box: Box, cost: int) -> None:
        """Raise the cost of every square that the box touches."""
        left, top, right, bottom = (int(side // _CELL) + _MARGIN for side in box)
        for row in range(top, bottom + 1):
            self._add(range(row * self.columns + left, row * self.columns + right + 1), cost)

    def add_along(self, points: Iterable[Point], cost: int) -> None:
        """Raise the cost of the squares that the points lie in."""
        columns, aside = self.columns, _MARGIN * _CELL
        self._add(
            (int(y + aside) // _CELL * columns + int(x + aside) // _CELL for x, y in points), cost
        )

    def _add(self, places: Iterable[int], cost: int) -> None:
        cells = self.cells
        for place in places:
            total = cells[place] + cost
            cells[place] = total if total < 256 else 255

    def cost(self, line: Curve, ends: tuple[Point, Point], most: float) -> int:
        """The cost of a line between ``ends``; counting stops once it is above ``most``."""
        columns = self.columns
        (x, y), (px, py), (qx, qy) = ((x / _CELL, y / _CELL) for x, y in line.powers)
        x, y = x + _MARGIN, y + _MARGIN
        shares = line.shares(_STEP)
        costs = [
            self.cells[int(y + t * (py + t * qy)) * columns + int(x + t * (px + t * qx))]
            for t in shares
        ]
        if not any(costs):
            return 0
        total = 0
        for t, cost in zip(shares, costs, strict=True):
            if cost and (cost < _UNIT or not _at_end(line.point(t), ends)):
                total += cost
                if total > most:
                    break
        return total


def _at_end(point: Point, ends: tuple[Point, Point]) -> bool:
    return math.dist(point, ends[0]) < _NEAR or math.dist(point, ends[1]) < _NEAR


@cache
def base_costs(board: BoardGeometry, language: str) -> CostGrid:
    """The costs of the empty board: its centers, and the best places of its names."""
    found = CostGrid(board.width, board.height)
    for province in board.provinces.values():
        found.add(province.labels[language][0].box, _NAME)
        if province.center:
            x, y = province.center
            found.add((x - 6, y - 6, x + 6, y + 6), _CENTER)
    return found


class LineRouter:
    """Chooses the lines of one picture; each keeps clear of those chosen before it."""

    def __init__(self, costs: CostGrid, units: Iterable[Point]) -> None:
        self._costs = costs.copy()
        for x, y in units:
            self._costs.add((x - 19, y - 17, x + 19, y + 17), _UNIT)

    def choose(
        self, a: Point, b: Point, bend: float, leave: float, stop: float = 0, *, bowed: bool = False
    ) -> Curve:
        """The cheapest curve from ``leave`` after a to ``stop`` before b.

        ``bend`` is the usual bend, as a share of the length. With ``bowed`` the curve stays on the
        side to which ``bend`` points.
        """
        start, end = towards(a, b, leave), towards(b, a, stop)
        best, least = None, math.inf
        for factor, penalty in _BENDS:
            if penalty >= least or (bowed and factor <= 0):
                continue
            line = Curve(start, bent(start, end, bend * factor), end)
            cost = penalty + self._costs.cost(line, (a, b), least - penalty)
            if cost < least:
                best, least = line, cost
            if cost <= penalty:
                break
        assert best is not None
        self._costs.add_along(best.samples(_CELL), _LINE)
        return best
