"""The page as a grid of small squares, to find what a box would cover."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .geometry import Box, Point

_PER: Final = 0.5  # squares per unit of the page
_EDGE: Final = 80  # squares round the page, so that nothing has to be clipped


class Grid:
    """A set of squares. Each row is an integer whose bits are the squares.

    A box covers a taken square also if it only comes within ``near`` of it.
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
        """Take every square that the box touches."""
        first, last, bits = _span(box, 0)
        rows = self._rows
        for row in range(first, last):
            rows[row] |= bits

    def mark_along(self, points: Iterable[Point], radius: float) -> None:
        """Take every square within ``radius`` of any of the points."""
        rows = self._rows
        half = radius - self.near
        if half <= 0:
            for x, y in points:
                rows[int(y * _PER) + _EDGE] |= 1 << int(x * _PER) + _EDGE
            return
        for x, y in points:
            self.mark((x - half, y - half, x + half, y + half))

    def cover(self, box: Box) -> int:
        """The number of taken squares within ``near`` of the box."""
        first, last, bits = _known_span(box, self.near)
        return sum([(row & bits).bit_count() for row in self._rows[first:last]])


class NoGrid(Grid):
    """A grid that takes no marks, for drawings to which no names are added."""

    def mark(self, box: Box) -> None:
        pass

    def mark_along(self, points: Iterable[Point], radius: float) -> None:
        pass


def _span(box: Box, near: float) -> tuple[int, int, int]:
    """The first row of a box, the row after its last, and the bits of its squares in a row."""
    left, top, right, bottom = box
    start = int((left - near) * _PER + _EDGE)
    bits = ((2 << int((right + near) * _PER + _EDGE) - start) - 1) << start
    return int((top - near) * _PER + _EDGE), int((bottom + near) * _PER + _EDGE) + 1, bits


# `cover` is asked mostly about boxes of names, whose places are fixed by the board: cached.
_known_span = lru_cache(maxsize=4096)(_span)
