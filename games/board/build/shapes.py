"""Shared tools of the build: clean polygons, and cells between lines."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import shapely
from shapely import MultiPolygon, Polygon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapely import Geometry

GRID: Final = 0.02  # precision of overlays, much finer than what is drawn


def polygons(shape: Geometry) -> list[Polygon]:
    """The polygons of a shape, without the points and lines that overlays leave behind."""
    return [part for part in shapely.get_parts(shape, return_index=False).tolist() if _solid(part)]


def _solid(shape: Geometry) -> bool:
    return isinstance(shape, Polygon) and not shape.is_empty


def union(shapes: Iterable[Geometry]) -> MultiPolygon:
    return MultiPolygon(polygons(shapely.union_all(list(shapes), grid_size=GRID)))


def cells(lines: Iterable[Geometry], within: Polygon) -> list[Polygon]:
    """The smallest areas that lines, the rim of ``within`` among them, enclose inside it."""
    fine = [shapely.set_precision(line, GRID) for line in (*lines, within.boundary)]
    net = shapely.union_all(fine, grid_size=GRID)
    shapely.prepare(within)
    found = shapely.polygonize([net]).geoms
    return [cell for cell in found if within.contains(cell.representative_point())]


def spread(
    areas: list[Polygon], names: list[str | None], weight: Callable[[str], float]
) -> list[str | None]:
    """Names for the cells that have none: that of the neighbour with the longest border.

    ``weight`` favours some names over others. A cell that touches no named cell keeps None.
    """
    names = list(names)
    tree = shapely.STRtree(areas)
    left = sorted(
        (i for i, name in enumerate(names) if name is None),
        key=lambda i: (-areas[i].area, areas[i].bounds),
    )
    while left:
        later = []
        for i in left:
            borders: defaultdict[str, float] = defaultdict(float)
            for j in sorted(tree.query(areas[i], "intersects")):
                name = names[j]
                if name is not None:
                    length = areas[i].boundary.intersection(areas[j].boundary).length
                    borders[name] += length * weight(name)
            best = max(sorted(borders), key=lambda name: borders[name], default=None)
            if best is not None and borders[best] > 0:
                names[i] = best
            else:
                later.append(i)
        if len(later) == len(left):
            break
        left = later
    return names


def gathered(areas: list[Polygon], names: list[str | None]) -> dict[str, MultiPolygon]:
    """The union of the cells of each name, in alphabetical order."""
    parts: defaultdict[str, list[Polygon]] = defaultdict(list)
    for area, name in zip(areas, names, strict=True):
        if name is not None:
            parts[name].append(area)
    return {name: union(parts[name]) for name in sorted(parts)}
