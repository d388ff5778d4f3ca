"""The page as a grid of small squares: what is taken, and what a box would cover."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .anchors import Box, Point

_PER: Final = 0.5  # squares to a unit of the page
_EDGE: Final = 80  # squares beyond the page on each side, so that nothing has to be clipped


class Grid:
    """Each row is one whole number of which each bit is a square.

    What is ``near`` a point is taken with it: a box that comes so close covers it.
    """

    def __init__(self, height: int, near: float = 0) -> None:
        self.near = near
        self._rows = [0] * (int(height * _PER) + 2 * _EDGE)

    def copy(self) -> Grid:
        other = Grid.__new__(Grid)
        other.near = self.near
        other._rows = self._rows[:]
        return other

    def mark(self, box: Box) -> None:
        """Every square that the box touches is taken."""
        first, last, bits = _span(box, 0)
        rows = self._rows
        for row in range(first, last):
            rows[row] |= bits

    def mark_along(self, points: Iterable[Point], radius: float) -> None:
        """The same for what is no further from each point than ``radius``."""
        rows = self._rows
        half = radius - self.near
        if half <= 0:
            for x, y in points:
                rows[int(y * _PER) + _EDGE] |= 1 << int(x * _PER) + _EDGE
            return
        for x, y in points:
            self.mark((x - half, y - half, x + half, y + half))

    def cover(self, box: Box) -> int:
        """How many squares of those that are taken the box comes near to."""
        first, last, bits = _known_span(box, self.near)
        return sum([(row & bits).bit_count() for row in self._rows[first:last]])


def _span(box: Box, near: float) -> tuple[int, int, int]:
    """The first row, the row after the last, and the squares of each row."""
    left, top, right, bottom = box
    start = int((left - near) * _PER + _EDGE)
    bits = ((2 << int((right + near) * _PER + _EDGE) - start) - 1) << start
    return int((top - near) * _PER + _EDGE), int((bottom + near) * _PER + _EDGE) + 1, bits


# Only boxes of names are asked about, and their places are given by the board.
_known_span = cache(_span)
