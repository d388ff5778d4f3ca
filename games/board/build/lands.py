"""The lands: regions are merged and projected, and their coasts smoothed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import shapely
from shapely import MultiPolygon, Polygon

from .projection import on_page
from .shapes import cells, gathered, polygons, spread, union

if TYPE_CHECKING:
    from shapely import Geometry

    from .source import Unit

# Inlets narrower than twice the first are filled, spits narrower than twice the second removed.
_INLET: Final = 1.5
_SPIT: Final = 0.8
_FINE: Final = 0.2  # detail too fine to be seen
_ISLET: Final = 22.0  # area below which islands are not drawn
_ISLE: Final = 45.0  # the same for islands that no unit can enter
_POOL: Final = 30.0  # the same for waters inside the land
_MOAT: Final = 2.2  # water between an island that no unit can enter and a coast


def united(units: list[Unit], table: dict[str, Any]) -> dict[str, Geometry]:
    """Land -> its shape in degrees. Raises ValueError for a name in the table without a unit."""
    belongs = {
        name: land
        for part in ("provinces", "neutral", "left_out")
        for land, names in table[part].items()
        for name in names
    }
    used: set[str] = set()
    parts: defaultdict[str, list[Geometry]] = defaultdict(list)
    strays: list[Geometry] = []
    for unit in units:
        name = f"{unit.country}:{unit.name}"
        land = belongs.get(name) or belongs.get(unit.country)
        for rule in table["divided"]:
            if rule["country"] == unit.country:
                north = unit.shape.representative_point().y > rule["latitude"]
                land = rule["north" if north else "south"]
        used |= {name, unit.country}
        if land is None:
            strays.append(unit.shape)
        elif land not in table["left_out"]:
            parts[land].append(unit.shape)
    if missing := sorted(set(belongs) - used):
        raise ValueError(f"no unit is called {', '.join(missing)}")
    lands = {land: shapely.union_all(shapes) for land, shapes in sorted(parts.items())}
    for stray in strays:
        rim = stray.buffer(1e-3)
        nearest = max(lands, key=lambda land: lands[land].intersection(rim).area)
        lands[nearest] = shapely.union_all([lands[nearest], stray])
    for rule in table["ceded"]:
        area = lands[rule["from"]].intersection(Polygon(rule["polygon"]))
        lands[rule["to"]] = shapely.union_all([lands[rule["to"]], area])
        lands[rule["from"]] = lands[rule["from"]].difference(area)
    return lands


def _smooth(shape: Geometry) -> Geometry:
    """The shape without inlets, spits, islets and pools too small for the page."""
    whole = shape.simplify(_FINE)
    for width in (_INLET, -_INLET, -_SPIT, _SPIT):
        whole = whole.buffer(width, quad_segs=4).simplify(_FINE / 4)
    kept = []
    for part in polygons(whole):
        pools = [ring for ring in part.interiors if Polygon(ring).area > _POOL]
        if part.area > _ISLET:
            kept.append(Polygon(part.exterior, pools))
    return MultiPolygon(kept)


def tidied(
    lands: dict[str, Geometry], neutral: set[str], channels: Geometry, page: Polygon
) -> dict[str, MultiPolygon]:
    """The projected lands without gaps between them, with smooth coasts and open narrows.

    ``page`` includes a margin round what is seen; ``channels`` are always water.
    """
    raw = {
        name: clipped
        for name, shape in lands.items()
        if not (clipped := on_page(shape).buffer(0).intersection(page)).is_empty
    }
    isles = {name for name in raw if name in neutral and _apart(name, raw, neutral)}
    main = _smooth(union(shape for name, shape in raw.items() if name not in isles))
    main = main.difference(channels)
    kept = _divided(main, {name: shape for name, shape in raw.items() if name not in isles}, page)
    around = main.buffer(_MOAT, quad_segs=4).union(channels)
    for name in sorted(isles):
        isle = polygons(_smooth(raw[name]).difference(around))
        if big := [part for part in isle if part.area > _ISLE]:
            kept[name] = MultiPolygon(big)
    return kept


def _apart(name: str, raw: dict[str, Geometry], neutral: set[str]) -> bool:
    """Whether a neutral land touches no province."""
    return all(
        raw[name].distance(shape) > 0.3 for other, shape in raw.items() if other not in neutral
    )


def _divided(land: Geometry, raw: dict[str, Geometry], page: Polygon) -> dict[str, MultiPolygon]:
    """Smoothed land, divided along the borders of the lands ``raw``."""
    names = list(raw)
    tree = shapely.STRtree([raw[name] for name in names])
    shapely.prepare(tree.geometries)
    areas = []
    found: list[str | None] = []
    shapely.prepare(land)
    for cell in cells([land.boundary, *(shape.boundary for shape in raw.values())], page):
        point = cell.representative_point()
        if land.contains(point):
            areas.append(cell)
            found.append(
                min(
                    (names[i] for i in tree.query(point) if tree.geometries[i].intersects(point)),
                    default=None,
                )
            )
    return _whole(gathered(areas, spread(areas, found, lambda _: 1)))


def _whole(shapes: dict[str, MultiPolygon]) -> dict[str, MultiPolygon]:
    """The lands; exclaves too small to be seen are given to the land around them."""
    areas = [part for shape in shapes.values() for part in shape.geoms]
    names = [name for name, shape in shapes.items() for _ in shape.geoms]
    largest = {name: max(part.area for part in shape.geoms) for name, shape in shapes.items()}
    found = spread(
        areas,
        [
            None if part.area < min(_ISLET, largest[name]) else name
            for part, name in zip(areas, names, strict=True)
        ],
        lambda _: 1,
    )
    kept: list[str | None] = [one or name for one, name in zip(found, names, strict=True)]
    return gathered(areas, kept)
