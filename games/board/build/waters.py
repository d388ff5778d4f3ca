"""The waters: what is left of the page, cut into seas along drawn lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import shapely
from shapely import LineString, Point, Polygon

from .projection import on_page, point_on_page
from .shapes import cells, gathered, spread

if TYPE_CHECKING:
    from shapely import Geometry, MultiPolygon

Pair = tuple[float, float]


def smooth(line: list[Pair], times: int = 3) -> list[Pair]:
    """The line with its corners cut off again and again (Chaikin); its ends stay."""
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
    """Everything on the page, lands and waters, each with its shape and without gaps.

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
    # A bay that a line cut off is sea; only a pool amid the land becomes land.
    filled = spread(areas, found, lambda name: 1 if name in places else 0.01)
    return gathered(areas, filled)
