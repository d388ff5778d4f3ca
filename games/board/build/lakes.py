"""Lakes: only to look at, so they are drawn on top of the lands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import shapely
from shapely import MultiPolygon

from .mesh import Arc
from .projection import on_page
from .shapes import polygons

if TYPE_CHECKING:
    from shapely import Geometry

_LEAST: Final = 110.0
_SHORE: Final = 3.0  # land between a lake and the edge of its land


def arcs(lakes: list[Geometry], land: MultiPolygon) -> list[Arc]:
    """The shores of the lakes large and round enough to be seen."""
    inner = land.buffer(-_SHORE, quad_segs=2)
    found = []
    for lake in lakes:
        shape = on_page(lake).buffer(-1.2, quad_segs=4).buffer(2, quad_segs=4).buffer(-0.8)
        for part in polygons(shape.simplify(0.8).intersection(inner)):
            if part.area > _LEAST and part.buffer(-1.8).area > 0.3 * part.area:
                spots = [(round(x * 10), round(y * 10)) for x, y in part.exterior.coords]
                found.append(Arc(tuple(spots), "lake", "land"))
    return sorted(found, key=lambda arc: arc.spots)


def land_of(shapes: dict[str, MultiPolygon], names: set[str]) -> MultiPolygon:
    """The union of the lands that lakes may lie in."""
    return MultiPolygon(polygons(shapely.union_all([shapes[name] for name in sorted(names)])))
