"""The waters: the page without the lands, divided into seas along drawn lines, and the lakes.

Lakes are decoration only, drawn on top of the lands.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import shapely
from shapely import LineString, MultiPolygon, Point, Polygon

from .mesh import Arc
from .projection import on_page, point_on_page
from .shapes import cells, gathered, polygons, spread

if TYPE_CHECKING:
    from shapely import Geometry

Pair = tuple[float, float]
_LEAST_LAKE: Final = 110.0
_SHORE: Final = 3.0  # land between a lake and the edge of its land


def smooth(line: list[Pair], times: int = 3) -> list[Pair]:
    """The line smoothed by cutting its corners repeatedly (Chaikin); its ends stay."""
    for _ in range(times):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        line = [*cut, line[-1]]
    return line


def channels(table: dict[str, Any]) -> Geometry:
    """The narrows that are kept open, as one shape."""
    return shapely.union_all(
        [
            on_page(LineString(smooth(one["line"]))).buffer(one["width"] / 2)
            for one in table["channels"]
        ]
    )


def cut(
    lands: dict[str, MultiPolygon], table: dict[str, Any], page: Polygon
) -> dict[str, MultiPolygon]:
    """All lands and waters of the page by name, without gaps.

    Raises ValueError if a water's place is on land, or nothing divides it from another's.
    """
    borders = [land.boundary for land in lands.values()]
    lines = [on_page(LineString(smooth(line))) for line in table["lines"].values()]
    places = {name: Point(point_on_page(*place)) for name, place in table["places"].items()}
    names = list(lands)
    tree = shapely.STRtree([lands[name] for name in names])
    shapely.prepare(tree.geometries)
    areas = cells([*borders, *lines], page)
    found: list[str | None] = []
    for cell in areas:
        point = cell.representative_point()
        here = [names[i] for i in tree.query(point) if tree.geometries[i].intersects(point)]
        here += [name for name, place in places.items() if not here and cell.contains(place)]
        if len(here) > 1:
            raise ValueError(f"nothing divides {' and '.join(here)}")
        found.append(here[0] if here else None)
    if missing := sorted(set(places) - set(found)):
        raise ValueError(f"no water for {', '.join(missing)}")
    # A bay that a line cuts off is sea; only water surrounded by land becomes land.
    filled = spread(areas, found, lambda name: 1 if name in places else 0.01)
    return gathered(areas, filled)


def lake_shores(lakes: list[Geometry], land: MultiPolygon) -> list[Arc]:
    """The shores of the lakes large and round enough to be seen."""
    inner = land.buffer(-_SHORE, quad_segs=2)
    found = []
    for lake in lakes:
        shape = on_page(lake).buffer(-1.2, quad_segs=4).buffer(2, quad_segs=4).buffer(-0.8)
        for part in polygons(shape.simplify(0.8).intersection(inner)):
            if part.area > _LEAST_LAKE and part.buffer(-1.8).area > 0.3 * part.area:
                spots = [(round(x * 10), round(y * 10)) for x, y in part.exterior.coords]
                found.append(Arc(tuple(spots), "lake", "land"))
    return sorted(found, key=lambda arc: arc.spots)


def land_with_lakes(shapes: dict[str, MultiPolygon], names: set[str]) -> MultiPolygon:
    """The union of the lands that lakes may lie in."""
    return MultiPolygon(polygons(shapely.union_all([shapes[name] for name in sorted(names)])))
