"""Chooses for each name a place that no sign of an order covers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from .grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .geometry import BoardGeometry, Box, Label, Labels, Point, Province

_SOLID_COST: Final = 20  # cost of covering a unit, center or name, where covering a line costs 1
# Left, up, right, down from the point of a coast's name, for letters of size 1
_COAST: Final = (0.96, 0.85, 0.96, 0.33)
# Province -> its label; (province, coast) -> the middle of the baseline of the coast's name.
Places = tuple[dict[str, "Label"], dict[tuple[str, str], "Point"]]


@dataclass(frozen=True, slots=True)
class Lettering:
    """The sizes of the letters on a board.

    Small ones are for a board that is drawn large, with most names in full; large ones for a board
    that is drawn small, with many abbreviations. A page has both, and its style sheet shows one.
    """

    name: str
    size: float | None  # of all letters, if they have only one; then the style sheet has it
    coast_size: float
    legend_size: float
    legend_box: Box

    def labels_of(self, province: Province, language: str) -> Labels:
        """The possible labels of a province."""
        return (province.labels if self is SMALL else province.large_labels)[language]


SMALL: Final = Lettering("small", None, 13.5, 15, (12, 12, 240, 38))
LARGE: Final = Lettering("large", 22, 22, 22, (12, 12, 350, 42))


@cache
def fixed_obstacles(board: BoardGeometry) -> Grid:
    """The grid of the obstacles in every picture of a board: its centers."""
    grid = Grid(board.height)
    for province in board.provinces.values():
        if province.center:
            x, y = province.center
            grid.mark((x - 7, y - 7, x + 7, y + 7))
    return grid


@cache
def _hardest_first(board: BoardGeometry, lettering: Lettering) -> tuple[str, ...]:
    """The provinces, first those whose names have the fewest places."""
    provinces = board.provinces

    def places(code: str) -> tuple[int, float]:
        boxes = [label.box for label in lettering.labels_of(provinces[code], "en")]
        spread = max(b[2] for b in boxes) - min(b[0] for b in boxes)
        return (len(boxes), spread)

    return tuple(sorted(provinces, key=places))


def _coast_box(point: Point, size: float) -> Box:
    left, up, right, down = (size * part for part in _COAST)
    return (point[0] - left, point[1] - up, point[0] + right, point[1] + down)


def place_labels(
    board: BoardGeometry, language: str, solid: Grid, lines: Grid, lettering: Lettering = SMALL
) -> tuple[Places, list[Box]]:
    """The places of the names of provinces and coasts, and the boxes of those that are not clear.

    Names may not cover anything in ``solid`` (chosen names are added to it), and should not cover
    anything in ``lines``. If all places of a name are taken, the one that covers least is chosen.
    """
    not_clear: list[Box] = []
    solid.mark(lettering.legend_box)

    def take_best(boxes: Iterable[Box]) -> int:
        least = math.inf
        for i, box in enumerate(boxes):
            cover = _SOLID_COST * solid.cover(box) + lines.cover(box)
            if cover < least:
                least, found, best = cover, i, box
            if not cover:
                break
        if least:
            not_clear.append(best)
        solid.mark(best)
        return found

    coasts = {}
    for code, province in board.provinces.items():
        for coast, points in province.coast_labels.items():
            coasts[code, coast] = points[
                take_best(_coast_box(point, lettering.coast_size) for point in points)
            ]
    names = {}
    for code in _hardest_first(board, lettering):
        labels = lettering.labels_of(board.provinces[code], language)
        names[code] = labels[take_best(label.box for label in labels)]
    return (names, coasts), not_clear


def boxes(places: Places, lettering: Lettering) -> list[Box]:
    """The boxes that all names cover at their places."""
    names, coasts = places
    coast_boxes = [_coast_box(point, lettering.coast_size) for point in coasts.values()]
    return [label.box for label in names.values()] + coast_boxes
