"""Possible places of a province's name, with font sizes and line breaks."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from .boxes import around
from .font import font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .boxes import Boxes
    from .room import Room

SMALLEST: Final = 13.5  # so that a board 1070 px wide has letters of 9 px
_LAND_SIZES: Final = (17.0, 16.0, 15.0, 14.0, SMALLEST)
_SEA_SIZES: Final = (21.0, 19.5, 18.0, 16.5, 15.0, 14.0, SMALLEST)
_LAND_SPACING, _SEA_SPACING = 0.8, 1.6  # as the style sheet has them
LEADING: Final = 1.14  # between lines, as a multiple of the font size
SHORT: Final = 65.0  # the least cost of an abbreviation; whole names cost less
_HALO: Final = 1.0
_BELOW: Final = frozenset("JQДЦЩ")  # capitals that reach below the line


@dataclass(frozen=True)
class Layout:
    """A name set in lines; the cost is higher the harder it is to read."""

    size: float
    lines: tuple[str, ...]
    widths: tuple[float, ...]
    above: float  # from the first baseline to the top
    below: float  # from the last baseline to the bottom
    cost: float

    @property
    def width(self) -> float:
        return max(self.widths) + 2 * _HALO

    @property
    def height(self) -> float:
        return self.above + self.below + (len(self.lines) - 1) * self.size * LEADING

    def baselines(self, middle: float) -> list[float]:
        first = middle - self.height / 2 + self.above
        return [first + i * self.size * LEADING for i in range(len(self.lines))]


def _accents(text: str) -> bool:
    return any(unicodedata.combining(mark) for mark in unicodedata.normalize("NFD", text))


def _layout(lines: tuple[str, ...], size: float, cost: float, *, sea: bool) -> Layout:
    face = font("NotoSerif-Italic" if sea else "NotoSerif-Regular")
    spacing = _SEA_SPACING if sea else _LAND_SPACING
    above = 0.94 if _accents(lines[0]) else 0.78 if sea else 0.73
    below = 0.25 if sea else 0.22 if _BELOW & set(lines[-1]) else 0.02
    return Layout(
        size,
        lines,
        tuple(round(face.width(line, size, spacing), 1) for line in lines),
        above * size + _HALO,
        below * size + _HALO,
        cost,
    )


def _cut(words: list[str]) -> Iterator[tuple[str, ...]]:
    """The ways to set words in one, two or three lines."""
    for cuts in range(min(len(words), 3)):
        for places in combinations(range(1, len(words)), cuts):
            ends = [0, *places, len(words)]
            yield tuple(" ".join(words[a:b]) for a, b in pairwise(ends))


def layouts(name: str, short: str, *, sea: bool) -> list[Layout]:
    """All layouts of a name, and those of its abbreviation last."""
    words = (name if sea else name.upper()).split(" ")
    sizes = _SEA_SIZES if sea else _LAND_SIZES
    found = []
    for size in sizes:
        smaller = (sizes[0] - size) * (2.5 if sea else 3)
        found += [
            _layout(lines, size, smaller + 2 * (len(lines) - 1), sea=sea) for lines in _cut(words)
        ]
    return [*found, *(abbreviation(short, size, sea=sea) for size in (15.0, 14.0, SMALLEST))]


def large_layouts(name: str, short: str, size: float, *, sea: bool) -> list[Layout]:
    """The layouts of a name in letters of one size, and its abbreviation last."""
    words = (name if sea else name.upper()).split(" ")
    whole = [_layout(lines, size, 2 * (len(lines) - 1), sea=sea) for lines in _cut(words)]
    return [*whole, abbreviation(short, size, sea=sea)]


def abbreviation(short: str, size: float, *, sea: bool) -> Layout:
    text = short if sea else short.upper()
    return _layout((text,), size, SHORT + (15 - size) * 3, sea=sea)


@dataclass(frozen=True)
class Spots:
    """Places for one name: one row each in the arrays; ``which`` is the number of its layout."""

    layouts: list[Layout]
    which: np.ndarray
    centres: np.ndarray
    boxes: Boxes
    costs: np.ndarray


def spots(
    options: list[Layout],
    own: Room,
    free: Room,
    limit: int = 700,
    *,
    points: np.ndarray | None = None,
    least: float = 0.62,
    clear: float = 0.985,
) -> Spots:
    """The best places for a name in a province; ``free`` is the province and water beside it.

    A name may extend over the water, but not into another land: ``clear`` is the share of its box
    that must not. ``least`` is the share that must be in the province; ``points`` are the centres
    to try, by default all of the province's.
    """
    points = own.points(4) if points is None else points
    middle = points.mean(axis=0)
    which, centres, boxes, costs = [], [], [], []
    for i, layout in enumerate(options):
        found = around(points, layout.width, layout.height)
        inside = own.share(found)
        fits = (inside >= least) & (free.share(found) >= clear) & own.clear_of_rim(found)
        apart = np.hypot(*(points[fits] - middle).T)
        snug = own.share(found[fits] + np.array([-6, -4, 6, 4]))
        which.append(np.full(int(fits.sum()), i))
        centres.append(points[fits])
        boxes.append(found[fits])
        costs.append(layout.cost + 70 * (1 - inside[fits]) + 30 * (1 - snug) + 0.03 * apart)
    cost = np.concatenate(costs)
    best = np.argsort(cost, kind="stable")
    if len(best) > limit:  # the cheapest ones, and an even selection of the others
        best = np.concatenate([best[: limit // 2], best[limit // 2 :: 2 * len(best) // limit]])
    return Spots(
        options,
        np.concatenate(which)[best],
        np.vstack(centres)[best],
        np.vstack(boxes)[best],
        cost[best],
    )
