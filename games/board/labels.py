"""Chooses for each name a place that no sign takes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from .anchors import standard
from .grid import Grid

if TYPE_CHECKING:
    from .anchors import Board, Box, Label, Point

_WORSE: Final = 20  # to lie on a unit, a center or another name, than under a line
_COAST: Final = (13.0, 10.0, 13.0, 4.0)  # how far the name of a coast reaches from its point
# Province -> its name's place, and province with coast -> the middle of its baseline.
Places = tuple[dict[str, "Label"], dict[tuple[str, str], "Point"]]
LEGEND: Final[Box] = (12, 12, 240, 38)


@cache
def fixed() -> Grid:
    """What stands in the same place in every picture: centers and the legend."""
    board = standard()
    grid = Grid(board.height)
    grid.mark(LEGEND)
    for province in board.provinces.values():
        if province.center:
            x, y = province.center
            grid.mark((x - 7, y - 7, x + 7, y + 7))
    return grid


@cache
def _tightest() -> tuple[str, ...]:
    """The provinces, first those whose names have the fewest places."""
    provinces = standard().provinces

    def places(code: str) -> tuple[int, float]:
        boxes = [label.box for label in provinces[code].labels["en"]]
        spread = max(b[2] for b in boxes) - min(b[0] for b in boxes)
        return (len(boxes), spread)

    return tuple(sorted(provinces, key=places))


def _coast_box(point: Point) -> Box:
    left, up, right, down = _COAST
    return (point[0] - left, point[1] - up, point[0] + right, point[1] + down)


def chosen(board: Board, language: str, solid: Grid, lines: Grid) -> tuple[Places, list[Box]]:
    """The place of each province's name and of each coast's, and the boxes that are not clear.

    ``solid`` is what nothing may lie on (names are added to it), ``lines`` what names should not
    lie on. Where all places are taken, the one with the least beneath it.
    """
    covered: list[Box] = []

    def best(boxes: list[Box]) -> int:
        least, found = None, 0
        for i, box in enumerate(boxes):
            cover = _WORSE * solid.cover(box) + lines.cover(box)
            if least is None or cover < least:
                least, found = cover, i
            if not cover:
                break
        if least:
            covered.append(boxes[found])
        solid.mark(boxes[found])
        return found

    coasts = {}
    for code, province in board.provinces.items():
        for coast, points in province.coast_labels.items():
            coasts[code, coast] = points[best([_coast_box(point) for point in points])]
    names = {}
    for code in _tightest():
        labels = board.provinces[code].labels[language]
        names[code] = labels[best([label.box for label in labels])]
    return (names, coasts), covered
