"""Writes ``maps/standard.json``: the places of units, centers and names, one province a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from . import beside, coasts, large_names, paths
from .boxes import around, stack
from .candidates import candidates
from .sites import CENTER, UNIT
from .terms import LANGUAGES

if TYPE_CHECKING:
    from .boxes import Boxes
    from .candidates import Place
    from .labels import Layout
    from .mesh import Arc
    from .places import Places, Point
    from .sites import Site
    from .terms import Terms


def _box(point: Point, size: tuple[float, float]) -> Boxes:
    return around(np.array([point]), *size)


def _round(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def _labels(places: list[Place]) -> dict[str, Any]:
    """The labels of a province in one language, as JSON.

    ``sets`` are the layouts: font size, height above the first baseline and below the last, and
    the lines with their widths. ``at`` are the places, best first: number of the layout, and the
    middle of its first baseline.
    """
    sets: list[Layout] = []
    spots = []
    for layout, x, y in places:
        if layout not in sets:
            sets.append(layout)
        spots.append([sets.index(layout), *_round((x, layout.baselines(y)[0]))])
    return {
        "sets": [
            [
                layout.size,
                round(layout.above, 1),
                round(layout.below, 1),
                *map(list, zip(layout.lines, layout.widths, strict=True)),
            ]
            for layout in sets
        ],
        "at": spots,
    }


def _ways(chosen: Places, terms: Terms) -> np.ndarray:
    """The straight lines along which units move."""
    return np.array([[*chosen.units[a], *chosen.units[b]] for a, b in terms.segments])


def provinces(
    sites: dict[str, Site], chosen: Places, arcs: list[Arc], terms: Terms, size: tuple[int, int]
) -> dict[str, dict[str, Any]]:
    """Province -> the JSON object that ``games.board.geometry`` reads."""
    units = stack(
        [
            _box(point, UNIT if "/" in at else sites[at].unit_size)
            for at, point in chosen.units.items()
        ]
    )
    centers = stack([_box(point, CENTER) for point in chosen.centers.values()])
    names = [
        stack([sites[code].names[language].boxes[[chosen.names[language, code]]] for code in sites])
        for language in LANGUAGES
    ]
    found = {}
    asides: list[Boxes] = []
    coast_names: list[Boxes] = []
    for code, site in sites.items():

        def unit_spot(point: Point, site: Site = site) -> dict[str, Any]:
            rest = [centers, *names, stack(asides)]
            aside = beside.dislodged(point, units, rest, site.free, size)
            asides.append(_box(aside, UNIT))
            return {"unit": _round(point), "dislodged": _round(aside)}

        row: dict[str, Any] = {"name": terms.name(code), "type": site.kind}
        if home := terms.home(code):
            row["home"] = home
        row |= unit_spot(chosen.units[code])
        if terms.has_center(code):
            row["center"] = _round(chosen.centers[code])
        for coast, point in site.coasts.items():
            stretch = coasts.shore(arcs, code, coast, terms)
            shore = np.array([spot for arc in stretch for spot in paths.points([arc])])
            taken = stack([units, centers, *names])
            spots = beside.coast_names(point, taken, site.own, shore)
            coast_names += [beside.coast_name_box(spot) for spot in spots]
            row.setdefault("coasts", {})[coast] = unit_spot(point) | {
                "labels": [*map(_round, spots)]
            }
        found[code] = row
    solid = stack([units, centers, *coast_names])
    ways = _ways(chosen, terms)
    places = candidates(sites, chosen, solid, stack(asides), ways)
    large = large_names.places(sites, chosen, units, centers, ways)
    for code, row in found.items():
        row["labels"] = {language: _labels(places[language, code]) for language in LANGUAGES}
        row["large"] = {language: _labels(large[language, code]) for language in LANGUAGES}
    return found


def document(rows: dict[str, dict[str, Any]], terms: Terms, size: tuple[int, int]) -> str:
    """The file."""

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    lines = ",\n".join(f"  {text(code)}: {text(row)}" for code, row in sorted(rows.items()))
    waters = ",\n".join(f"  {text(sea)}: {text(ends)}" for sea, ends in terms.carries().items())
    return (
        f'{{"width": {size[0]}, "height": {size[1]},\n "provinces": {{\n{lines}\n }},\n'
        f' "shores": {text(terms.shores())},\n "waters": {{\n{waters}\n }}}}\n'
    )
