"""The board as arcs: each border once, between the two areas on its sides.

Coordinates are integers here, tenths of a unit, so that the shared border of two areas is exactly
the same for both, also in the file.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import shapely
from shapely import MultiPolygon, Polygon

from .shapes import polygons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Spot = tuple[int, int]
TENTH: Final = 0.1


@dataclass(frozen=True)
class Arc:
    """A border between two points where three areas meet, or all round an island.

    ``left`` and ``right`` are the areas on its sides, as if y grew upwards; None is beyond the
    page.
    """

    spots: tuple[Spot, ...]
    left: str | None
    right: str | None

    @property
    def closed(self) -> bool:
        return self.spots[0] == self.spots[-1]

    @property
    def rim(self) -> bool:
        return self.left is None or self.right is None

    def reversed(self) -> Arc:
        return Arc(self.spots[::-1], self.right, self.left)


def simplified(
    shapes: dict[str, MultiPolygon], tolerance: float, page: Polygon
) -> dict[str, MultiPolygon]:
    """The areas inside the page with fewer corners, still without gaps."""
    names = list(shapes)
    inside = [MultiPolygon(polygons(shapes[name].intersection(page))) for name in names]
    net = shapely.coverage_simplify(inside, tolerance, simplify_boundary=False)
    return dict(zip(names, net, strict=True))


def _labelled(shapes: dict[str, MultiPolygon], page: Polygon) -> list[tuple[Polygon, str]]:
    """The cells of the areas once their corners lie on whole tenths."""
    net = shapely.union_all(
        [shapely.set_precision(shape.boundary, TENTH) for shape in (*shapes.values(), page)],
        grid_size=TENTH,
    )
    names = list(shapes)
    tree = shapely.STRtree([shapes[name] for name in names])
    shapely.prepare(tree.geometries)
    found = []
    for cell in shapely.polygonize([net]).geoms:
        spot = cell.representative_point()
        here = [names[i] for i in sorted(tree.query(spot)) if shapes[names[i]].intersects(spot)]
        # Rounding may open a gap thinner than a tenth; the nearest area gets it.
        found.append((cell, here[0] if here else names[int(tree.nearest(spot))]))
    return found


def _ring(coordinates: Iterable[tuple[float, float]]) -> list[Spot]:
    return [(round(x * 10), round(y * 10)) for x, y in coordinates]


def _edges(cells: list[tuple[Polygon, str]]) -> dict[tuple[Spot, Spot], str]:
    """Directed edges with the area to their left; edges inside an area are left out."""
    left: dict[tuple[Spot, Spot], str] = {}
    for cell, name in cells:
        rings = [(cell.exterior, True), *((ring, False) for ring in cell.interiors)]
        for ring, outer in rings:
            spots = _ring(ring.coords)
            if shapely.is_ccw(ring) != outer:
                spots.reverse()
            left |= dict.fromkeys(pairwise(spots), name)
    return {(a, b): name for (a, b), name in left.items() if left.get((b, a)) != name}


def arcs(shapes: dict[str, MultiPolygon], page: Polygon) -> list[Arc]:
    """The borders between areas that cover the page, in a fixed order."""
    left = _edges(_labelled(shapes, page))
    sides: dict[tuple[Spot, Spot], tuple[str | None, str | None]] = {}
    for a, b in left:
        one, other = left.get((a, b)), left.get((b, a))
        sides[a, b], sides[b, a] = (one, other), (other, one)
    out: defaultdict[Spot, list[Spot]] = defaultdict(list)
    for a, b in sorted(sides):
        out[a].append(b)
    # A node is where more than two borders meet, or where the areas beside a border change.
    nodes = {
        spot
        for spot, ends in out.items()
        if len(ends) != 2 or sides[ends[0], spot] != sides[spot, ends[1]]
    }
    found: list[Arc] = []
    seen: set[tuple[Spot, Spot]] = set()
    for starts in (sorted(nodes), sorted(out)):
        for start in starts:
            for after in out[start]:
                if (start, after) not in seen:
                    line = _walk(start, after, out, nodes)
                    for a, b in pairwise(line):
                        seen |= {(a, b), (b, a)}
                    found.append(Arc(tuple(line), *sides[start, after]))
    return found


def _walk(start: Spot, after: Spot, out: dict[Spot, list[Spot]], nodes: set[Spot]) -> list[Spot]:
    line = [start, after]
    while line[-1] not in nodes and line[-1] != start:
        one, other = out[line[-1]]
        line.append(other if one == line[-2] else one)
    return line


def eased(arc: Arc, area: float) -> Arc:
    """The arc without its smallest bends: corners whose triangle is below ``area`` units².

    Its ends stay, and at least as many corners as keep a closed arc or a bay open.
    """
    spots = list(arc.spots)
    least = 4 if arc.closed else 3
    while len(spots) > least:
        size, i = min(
            (_triangle(spots[i - 1], spots[i], spots[i + 1]), i) for i in range(1, len(spots) - 1)
        )
        if size > area * 100:
            break
        del spots[i]
    return Arc(tuple(spots), arc.left, arc.right)


def _triangle(a: Spot, b: Spot, c: Spot) -> float:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


def length(arc: Arc) -> float:
    """The length of an arc in units of the page."""
    return sum(math.dist(a, b) for a, b in pairwise(arc.spots)) / 10


def rings(arcs: list[Arc], belongs: Callable[[str | None], bool]) -> list[list[Arc]]:
    """Closed chains of arcs round the areas for which ``belongs`` is true, these to their left."""
    outline = []
    for arc in arcs:
        inside, outside = belongs(arc.left), belongs(arc.right)
        if inside != outside:
            outline.append(arc if inside else arc.reversed())
    waiting: defaultdict[Spot, list[Arc]] = defaultdict(list)
    for arc in reversed(outline):
        waiting[arc.spots[0]].append(arc)
    found = []
    for first in outline:
        if first not in waiting[first.spots[0]]:
            continue
        waiting[first.spots[0]].remove(first)
        chain = [first]
        while chain[-1].spots[-1] != first.spots[0]:
            chain.append(waiting[chain[-1].spots[-1]].pop())
        found.append(chain)
    return found
