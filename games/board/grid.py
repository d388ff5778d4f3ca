"""The page as a grid of small squares: what is taken, and what a box would cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.board.anchors import Box, Point

_PER: Final = 0.5  # squares to a unit of the page
_EDGE: Final = 80  # squares beyond the page on each side, so that nothing has to be clipped


class Grid:
    """Each row is one whole number of which each bit is a square."""

    def __init__(self, height: int) -> None:
        self._rows = [0] * (int(height * _PER) + 2 * _EDGE)

    def copy(self) -> Grid:
        other = Grid.__new__(Grid)
        other._rows = self._rows[:]
        return other

    def mark(self, box: Box) -> None:
        """Every square that the box touches is taken."""
        first, last, bits = _span(box)
        rows = self._rows
        for row in range(first, last):
            rows[row] |= bits

    def mark_along(self, points: Iterable[Point], radius: float) -> None:
        """The same for a square round each point."""
        rows = self._rows
        for x, y in points:
            start = int((x - radius) * _PER + _EDGE)
            bits = ((2 << int((x + radius) * _PER + _EDGE) - start) - 1) << start
            first = int((y - radius) * _PER + _EDGE)
            for row in range(first, int((y + radius) * _PER + _EDGE) + 1):
                rows[row] |= bits

    def cover(self, box: Box) -> int:
        """How many squares that the box touches are taken."""
        first, last, bits = _span(box)
        return sum([(row & bits).bit_count() for row in self._rows[first:last]])


def _span(box: Box) -> tuple[int, int, int]:
    left, top, right, bottom = box
    start = int(left * _PER + _EDGE)
    bits = ((2 << int(right * _PER + _EDGE) - start) - 1) << start
    return int(top * _PER + _EDGE), int(bottom * _PER + _EDGE) + 1, bits
