"""``./run build-board``: writes the shapes of the board, its places, and the names at them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shapely import Polygon, box

from adjudicator import LANGUAGES, load_board
from adjudicator.notation import language_data

from ..fixed_names import sheet
from ..geometry import parse_geometry
from . import (
    coasts,
    data,
    lands,
    mesh,
    paths,
    places,
    sites,
    source,
    svg,
    tangles,
    waters,
)
from .projection import HEIGHT, WIDTH, point_on_page
from .room import Room
from .terms import Terms

if TYPE_CHECKING:
    from shapely import MultiPolygon

    from ..geometry import BoardGeometry
    from .mesh import Arc
    from .sites import Site

MAP: Final = "standard"  # the map of the rules that ``source/`` draws
_BOARD: Final = Path(__file__).resolve().parents[1]
SHAPES: Final = _BOARD.parents[1] / "static" / "board" / f"{MAP}.svg"
PLACES: Final = _BOARD / "maps" / f"{MAP}.json"

_SIZE: Final = (WIDTH, HEIGHT)
_PAGE: Final = box(0, 0, WIDTH, HEIGHT)
_BLEED: Final = box(
    -12, -12, WIDTH + 12, HEIGHT + 12
)  # so that no coast is smoothed at the edge of the page
# Tolerances of simplification: first of all lines together; then of coasts, seas, land borders.
_ROUGHLY: Final = 1.0
_COAST, _SEA, _BORDER = 1.0, 2.0, 2.5


def _areas() -> dict[str, MultiPolygon]:
    """All lands and waters of the page and a margin round it, by name."""
    table = source.table("lands.toml")
    seas = source.table("waters.toml")
    united = lands.united(source.units(), table)
    tidied = lands.tidied(united, set(table["neutral"]), waters.channels(seas), _BLEED)
    return waters.cut(tidied, seas, _BLEED)


def _arcs(areas: dict[str, MultiPolygon], terms: Terms) -> list[Arc]:
    exact = mesh.arcs(mesh.simplified(areas, _ROUGHLY, _PAGE), _PAGE)
    found = []
    for arc in exact:
        wet = (arc.left in terms.waters) + (arc.right in terms.waters)
        found.append(arc if arc.rim else mesh.eased(arc, (_BORDER, _COAST, _SEA)[wet]))
    return tangles.untangled(found, exact)


def _drawn(arcs: list[Arc], name: str) -> MultiPolygon:
    """An area as it is drawn, its corners rounded."""
    found = Polygon()
    for ring in mesh.rings(arcs, lambda side: side == name):
        found = found.symmetric_difference(Polygon(paths.points(ring)).buffer(0))
    return found


def _sites(arcs: list[Arc], terms: Terms) -> dict[str, Site]:
    cities = {code: point_on_page(*at) for code, at in source.table("centers.toml").items()}
    drawn = {name: _drawn(arcs, name) for name in (*terms.lands, *terms.seas, *terms.straits)}
    found = {}
    for code in sorted((*terms.lands, *terms.seas)):
        wet = {side for arc in arcs for side in _across(arc, code) if side in terms.waters}
        free = [drawn[code]] + [drawn[side] for side in sorted(wet) if code in terms.lands]
        own, room = Room([drawn[code]], _SIZE), Room(free, _SIZE)
        here = sites.site(code, terms, own, room, cities.get(code))
        for coast in terms.coasts(code):
            stretch = coasts.shore(arcs, code, coast, terms)
            here.coasts[coast] = coasts.place(stretch, own, room, list(here.coasts.values()))
        found[code] = here
    return found


def _across(arc: Arc, code: str) -> list[str]:
    """The area on the other side of an arc, if ``code`` is on one side; else empty."""
    if arc.left == code and arc.right:
        return [arc.right]
    if arc.right == code and arc.left:
        return [arc.left]
    return []


def build() -> dict[Path, str]:
    """The files: shapes, places, and the names in each language."""
    areas = _areas()
    straits = tuple(sorted(name for name in areas if name.startswith("@")))
    terms = Terms(load_board(MAP), straits)
    arcs = _arcs(areas, terms)
    found = _sites(arcs, terms)
    chosen = places.chosen(found, terms.segments)
    shores = waters.lake_shores(
        source.lakes(), waters.land_with_lakes(areas, set(areas) - terms.waters)
    )
    centers = [chosen.centers[code] for code in terms.lands if terms.has_center(code)]
    rows = data.provinces(found, chosen, arcs, terms, _SIZE)
    where = data.document(rows, terms, _SIZE)
    geometry = parse_geometry(MAP, where)
    return {
        SHAPES: svg.document(arcs, shores, centers, terms, _SIZE),
        PLACES: where,
        **{names_file(language): names_of(geometry, language) for language in LANGUAGES},
    }


def names_file(language: str) -> Path:
    """The file of the names in a language."""
    return SHAPES.with_name(f"{MAP}-{language}.svg")


def names_of(geometry: BoardGeometry, language: str) -> str:
    """The content of the file of the names in a language."""
    named = language_data(language).coasts
    return sheet(geometry, language, {code: each.short for code, each in named.items()})


def main(arguments: list[str]) -> int:
    """Write all files; with ``--check`` only compare them, and return 1 if they differ."""
    status = 0
    for file, text in build().items():
        name = file.relative_to(_BOARD.parents[1])
        if "--check" not in arguments:
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{name}: {len(text.encode())} bytes\n")
        elif file.read_text(encoding="utf-8") != text:
            sys.stdout.write(f"{name} is not what its sources give\n")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
