"""Writes ``standard.json``: where things stand, one province a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from games.board.build import beside, coasts, paths
from games.board.build.boxes import around, stack
from games.board.build.sites import CENTER, UNIT
from games.board.build.terms import LANGUAGES

if TYPE_CHECKING:
    from games.board.build.boxes import Boxes
    from games.board.build.mesh import Arc
    from games.board.build.places import Places, Point
    from games.board.build.sites import Site
    from games.board.build.terms import Terms


def _box(point: Point, size: tuple[float, float]) -> Boxes:
    return around(np.array([point]), *size)


def _round(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def _label(site: Site, language: str, chosen: Places) -> list[Any]:
    """The size, then each line: its text, the middle of its baseline and its width."""
    spots, i = site.names[language], chosen.names[language, site.code]
    layout = spots.layouts[spots.which[i]]
    x, y = spots.centres[i]
    lines = zip(layout.lines, layout.baselines(float(y)), layout.widths, strict=True)
    return [layout.size, *([text, *_round((float(x), line)), width] for text, line, width in lines)]


def provinces(
    sites: dict[str, Site], chosen: Places, arcs: list[Arc], terms: Terms, size: tuple[int, int]
) -> dict[str, dict[str, Any]]:
    """What ``games.board.anchors`` reads of each province."""
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
    for code, site in sites.items():

        def anchor(point: Point, site: Site = site) -> dict[str, Any]:
            rest = [centers, *names, stack(asides)]
            aside = beside.dislodged(point, units, rest, site.free, size)
            asides.append(_box(aside, UNIT))
            return {"unit": _round(point), "dislodged": _round(aside)}

        row: dict[str, Any] = {"name": terms.name(code), "type": site.kind}
        if home := terms.home(code):
            row["home"] = home
        row |= anchor(chosen.units[code])
        if terms.has_center(code):
            row["center"] = _round(chosen.centers[code])
        row["labels"] = {language: _label(site, language, chosen) for language in LANGUAGES}
        for coast, point in site.coasts.items():
            stretch = coasts.shore(arcs, code, coast, terms)
            shore = np.array([spot for arc in stretch for spot in paths.points([arc])])
            taken = stack([units, centers, *names])
            name = beside.coast_name(point, taken, site.own, shore)
            row.setdefault("coasts", {})[coast] = anchor(point) | {"label": _round(name)}
        found[code] = row
    return found


def document(rows: dict[str, dict[str, Any]], terms: Terms, size: tuple[int, int]) -> str:
    """The file."""

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    lines = ",\n".join(f"  {text(code)}: {text(row)}" for code, row in sorted(rows.items()))
    waters = ",\n".join(f"  {text(sea)}: {text(ends)}" for sea, ends in terms.carries().items())
    return (
        f'{{"width": {size[0]}, "height": {size[1]},\n "provinces": {{\n{lines}\n }},\n'
        f' "shores": {text(terms.shores())},\n "waters": {{\n{waters}\n }}}}\n'
    )
