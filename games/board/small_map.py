"""A small picture of a position: lands in the colours of their owners, and a mark for each unit.

It weighs a few kilobytes and has no text, so that a list can show one for each game, and it is the
same for all readers, so that caches can keep it.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from .geometry import load_geometry
from .palette import attributes
from .picture import DrawnUnit, Picture
from .render import shapes, tints
from .spots import unit_spot
from .svg import power_class

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .geometry import BoardGeometry
    from .render import Theme

GRID: Final = 5  # units of the board in one of the small map, to which outlines are rounded
_SHAPE: Final = re.compile(r'<path id="([^"]+)" d="([^"]+)"/>')
_COMMAND: Final = re.compile(r"([Mlqtz])([^Mlqtaz]*)")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
# Command -> numbers of a step; the last two are its end.
_STEPS: Final = {"M": 2, "l": 2, "q": 4, "t": 2}
_MARKS: Final = {"A": "m-4-4h8v4q0 3-4 5-4-2-4-5z", "F": "m-6 0h5v-5l6 5h1l-3 5h-6z"}

Spot = tuple[int, int]


def render_small(name: str, picture: Picture, theme: Theme = "light") -> str:
    """Draw the position of a picture on the map `name` as a complete SVG document."""
    board = load_geometry(name)
    width, height = round(board.width / GRID), round(board.height / GRID)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" {_fill("water", theme)}/>'
        f"{''.join(_lands(board, picture, theme))}{''.join(_units(board, picture, theme))}</svg>\n"
    )


@cache
def version(name: str) -> str:
    """A text that changes whenever the small maps of a board would look different.

    It is part of their addresses, because browsers keep them.
    """
    spots = load_geometry(name).provinces
    units = tuple(DrawnUnit("FRANCE", f"{'AF'[i % 2]} {code}") for i, code in enumerate(spots))
    picture = Picture(title="", units=units)
    themes: tuple[Theme, ...] = ("light", "dark", "contrast")
    drawn = "".join(render_small(name, picture, theme) for theme in themes)
    return hashlib.sha256(drawn.encode()).hexdigest()[:8]


def _lands(board: BoardGeometry, picture: Picture, theme: Theme) -> Iterator[str]:
    """One path for all lands of the same look."""
    owners = tints(board, picture)
    looks: dict[str, list[str]] = defaultdict(list)
    for code, province in board.provinces.items():
        if province.kind != "sea":
            looks[f"owner-{power_class(owners[code])}" if code in owners else "province"].append(
                code
            )
    outlines = _outlines(board.name)
    rim = attributes(("province",), theme)["stroke"]
    yield f'<path {_fill("neutral", theme)} d="{outlines.get("neutral", "")}"/>'
    yield f'<g stroke="{rim}" stroke-width=".7" stroke-linejoin="round">'
    for look, codes in looks.items():
        yield f'<path {_fill(look, theme)} d="{"".join(outlines[code] for code in codes)}"/>'
    yield "</g>"


def _units(board: BoardGeometry, picture: Picture, theme: Theme) -> Iterator[str]:
    """A shield for each army and a ship for each fleet; those of a power are one path."""
    marks: dict[str, list[str]] = defaultdict(list)
    for unit in picture.units:
        point = unit_spot(board, unit)
        if point is not None and unit.unit[:1] in _MARKS:
            x, y = round(point[0] / GRID), round(point[1] / GRID)
            marks[unit.power].append(f"M{x} {y}{_MARKS[unit.unit[:1]]}")
    # Marks must stand out on land of their own colour, which is pale in the light theme.
    rim = attributes(("unit-ring" if theme == "dark" else "solid",), theme)["stroke"]
    yield f'<g stroke="{rim}" stroke-width=".9">'
    for power, paths in marks.items():
        look = power_class(power)
        yield f'<path {_fill(f"power-{look}" if look else "neutral", theme)} d="{"".join(paths)}"/>'
    yield "</g>"


def _fill(look: str, theme: Theme) -> str:
    return f'fill="{attributes((look,), theme)["fill"]}"'


@cache
def _outlines(name: str) -> dict[str, str]:
    """The outlines of the lands of a map by their codes, with their points on the grid.

    Neighbours have the same points on their border, so that no gap opens between them.
    """
    lands = {code for code, each in load_geometry(name).provinces.items() if each.kind != "sea"}
    return {
        code: "".join(_path(outline) for outline in _points(path))
        for code, path in _SHAPE.findall(shapes(name))
        if code in lands or code == "neutral"
    }


def _points(path: str) -> Iterator[list[Spot]]:
    """The outlines of a path of the board as points of the grid; curves become straight."""
    x = y = 0.0
    points: list[Spot] = []
    for command, numbers in _COMMAND.findall(path):
        if command == "z":
            if len(points) > 2:
                yield points
            points = []
            continue
        values = [float(each) for each in _NUMBER.findall(numbers)]
        for end in range(_STEPS[command], len(values) + 1, _STEPS[command]):
            right, down = values[end - 2 : end]
            x, y = (right, down) if command == "M" else (x + right, y + down)
            _extend(points, (round(x / GRID), round(y / GRID)))


def _extend(points: list[Spot], new: Spot) -> None:
    """Add a point to an outline, without those that it makes needless."""
    if points and points[-1] == new:
        return
    while len(points) > 1 and _on_a_line(points[-2], points[-1], new):
        points.pop()
    points.append(new)


def _on_a_line(a: Spot, b: Spot, c: Spot) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


def _path(points: Sequence[Spot]) -> str:
    """A closed outline, written with steps relative to the point before."""
    steps = "".join(
        f"{right:+d}{down:+d}"
        for (a, b), (c, d) in pairwise(points)
        for right, down in [(c - a, d - b)]
    )
    return f"M{points[0][0]} {points[0][1]}l{steps.replace('+', ' ').strip()}z"
