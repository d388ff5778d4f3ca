"""The names of a board at fixed places, in a file for each language that browsers keep.

There the names of provinces keep clear of centers and of all places of units, and those of coasts
as far as there is room. So the page of an open phase refers to the names in
``static/board/<map>-<language>.svg``, written by ``./run build-board``. It has names of its own
only if a dislodged unit stands on one of these.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from . import labels, map_names
from .grid import Grid
from .spots import unit_box

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .geometry import BoardGeometry, Box
    from .labels import Lettering, Places
    from .spots import UnitSpots
    from .svg import Pen
    from .titles import Names

LETTERINGS: Final = (labels.SMALL, labels.LARGE)
SEAS: Final = "seas"
"""Stands for all seas: no power owns one, so their names always look the same."""


class FixedNames(NamedTuple):
    """The places of all names, by lettering, and the grid of what they cover."""

    places: Mapping[Lettering, Places]
    covered: Grid

    def are_clear_of(self, spots: UnitSpots) -> bool:
        """Whether no dislodged unit stands on a name."""
        return not any(map(self.covered.cover, spots.dislodged_boxes()))


@cache
def fixed_names(board: BoardGeometry, language: str) -> FixedNames:
    """The names of a board at places that keep clear of all units that are not dislodged."""
    solid, covered = labels.fixed_obstacles(board).copy(), Grid(board.height)
    for box in _unit_boxes(board):
        solid.mark(box)
    places = {}
    for lettering in LETTERINGS:
        found, _not_clear = labels.place_labels(
            board, language, solid.copy(), Grid(board.height), lettering
        )
        places[lettering] = found
        for box in labels.boxes(found, lettering):
            covered.mark(box)
    return FixedNames(places, covered)


def _unit_boxes(board: BoardGeometry) -> Iterator[Box]:
    for province in board.provinces.values():
        for spot in (province.unit_spot, *province.coasts.values()):
            yield unit_box(spot.unit)


def sheet(board: BoardGeometry, language: str, short_names: Names) -> str:
    """The file of the names in a language, with ``short_names`` of coasts, by code.

    A name has only its places, sizes and slant: the rest of its look comes from the page.
    """
    groups = [
        f'<g id="{name}">{texts}</g>'
        for lettering in LETTERINGS
        for name, texts in _texts(board, language, lettering, short_names).items()
    ]
    box = f'viewBox="0 0 {board.width} {board.height}"'
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', *groups, "</svg>\n"))


def _texts(
    board: BoardGeometry, language: str, lettering: Lettering, short_names: Names
) -> dict[str, str]:
    """The elements of the names of a lettering, by id."""
    provinces, coasts = fixed_names(board, language).places[lettering]
    found: defaultdict[str, str] = defaultdict(str)
    for code, label in sorted(provinces.items()):
        for line in map_names.name_lines(label, lettering):
            found[_name_id(board, lettering, code)] += f"<text{line}</text>"
    slant = ' font-style="italic"'
    if lettering is labels.SMALL:
        slant += f' font-size="{lettering.coast_size}"'
    for (code, coast), point in coasts.items():
        line = map_names.coast_line(point, short_names.get(coast, coast))
        found[_name_id(board, lettering, code)] += f"<text{slant}{line}</text>"
    return found


def _name_id(board: BoardGeometry, lettering: Lettering, code: str) -> str:
    return f"{lettering.name}-{SEAS if board.provinces[code].kind == 'sea' else code}"


def layers(board: BoardGeometry, pen: Pen, owners: Mapping[str, str], url: str) -> str:
    """The layers of names on a page; ``url`` is the address of their file."""
    return "\n".join(
        map_names.layer(pen, each, _uses(board, pen, each, owners, url, board.provinces))
        for each in LETTERINGS
    )


def layer_of_part(
    board: BoardGeometry, pen: Pen, owners: Mapping[str, str], url: str, codes: Iterable[str]
) -> str:
    """The layer of the names of the provinces ``codes``, in small letters and without a legend."""
    lettering = labels.SMALL
    uses = _uses(board, pen, lettering, owners, url, codes)
    return pen.group(uses, name=f"labels {lettering.name}-labels marks")


def _uses(
    board: BoardGeometry,
    pen: Pen,
    lettering: Lettering,
    owners: Mapping[str, str],
    url: str,
    codes: Iterable[str],
) -> str:
    alike: dict[tuple[str, ...], list[str]] = {}
    for code in codes:
        alike.setdefault(tuple(map_names.look(board, owners, code)), []).append(code)
    groups = []
    for look, several in alike.items():
        ids = dict.fromkeys(_name_id(board, lettering, code) for code in several)
        uses = "".join(f'<use href="{escape(url)}#{name}"/>' for name in ids)
        groups.append(f"<g{pen.paint(*look)}>{uses}</g>")
    return "\n".join(groups)
