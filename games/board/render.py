"""Puts the picture together: geometry, tints, centers, names, orders, units, from back to front."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from django.utils.translation import gettext

from . import labels, orders, patterns, words
from .anchors import Board, Province, standard
from .grid import Grid
from .pen import Pen, at, key, number, title_of
from .signs import LINE
from .stand import spot, stand
from .units import figure
from .ways import costs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .anchors import Label
    from .picture import Picture
    from .stand import Stand

Theme = Literal["light", "dark"]

_GEOMETRY: Final = Path(__file__).resolve().parents[2] / "static" / "board" / "standard.svg"
_TRIES: Final = 3
_OFF: Final = 7  # half a line, and some air
_KEEP_OFF: Final = 30  # what a line pays for each look at a name that has no other place
_CRISP: Final = ' shape-rendering="crispEdges"'
_TILE: Final = (64, 32)


def render(
    picture: Picture,
    *,
    geometry_url: str | None,
    theme: Theme = "light",
    pattern_fills: bool = False,
    names: words.Names | None = None,
    short_names: words.Names | None = None,
    language: str = "en",
) -> str:
    """One phase as an ``<svg>`` element.

    With ``geometry_url`` (the address of ``static/board/standard.svg``, on the page's own origin,
    or browsers refuse it) it is a small element for a page that loads ``board.css``: the shapes
    come from that one cacheable file, the colours from the style sheet, and ``theme`` does not
    matter. Without, it is a complete document with its geometry and colours in it. Nothing in
    either needs an inline style.

    With ``pattern_fills`` the land of each power has its pattern besides its colour.

    ``names`` gives provinces, their coasts and powers, by their codes, in the reader's language,
    ``short_names`` the coasts (SC) as they are written on the map; the rest of the words come from
    gettext. The names on the map are those of ``language``, for which they were placed. Units,
    owners and orders unknown to this board are left out.
    """
    board = standard()
    said = words.Words(board, names or {})
    pen = Pen(theme if geometry_url is None else None)
    held = stand(board, picture)
    beneath, above, places = _signs(pen, board, picture, said, held, language)
    owners = tints(board, picture)
    parts = (
        _opening(board, pen, theme),
        title_of(picture.title),
        _defs(pen, pattern_fills=pattern_fills),
        _ground(board, pen, geometry_url or "", owners, said, pattern_fills=pattern_fills),
        _group(pen, "centers marks", _centers(pen, geometry_url or "")),
        _group(pen, "legend marks", _legend(pen)),
        _group(pen, "orders", beneath),
        _group(pen, "labels marks", _labels(board, pen, owners, places, short_names or {})),
        _group(pen, "units", _units(board, pen, picture, said)),
        _group(pen, "badges", above),
        "</svg>",
    )
    return "\n".join(part for part in parts if part) + ("\n" if pen.theme else "")


def _signs(
    pen: Pen, board: Board, picture: Picture, said: words.Words, held: Stand, language: str
) -> tuple[str, str, labels.Places]:
    """What lies beneath the units and above them, and where the names stand beside it.

    Where a name is left without a clear place, the lines are drawn again to keep off it.
    """
    wanted = costs(language)
    best: tuple[int, tuple[str, str], labels.Places] | None = None
    for _ in range(_TRIES):
        solid, lines = labels.fixed().copy(), Grid(board.height, LINE)
        for box in held.boxes():
            solid.mark(box)
        drawn = orders.draw(pen, board, picture, said, held, (solid, lines), wanted)
        places, covered = labels.chosen(board, language, solid, lines)
        if best is None or len(covered) < best[0]:
            best = len(covered), drawn, places
        if not covered:
            break
        wanted = wanted.copy()
        for left, top, right, bottom in covered:
            wanted.add((left - _OFF, top - _OFF, right + _OFF, bottom + _OFF), _KEEP_OFF)
    assert best is not None
    return *best[1], best[2]


def tints(board: Board, picture: Picture) -> dict[str, str]:
    """Province -> the power in whose colour it is shown; seas and unclaimed land are absent.

    A province with a center has its owner's colour. Land without one takes the colour of the unit
    in it, or else of the power whose homeland it is, as long as that power owns one of its
    home centers. It is read from one phase alone, so that any phase can be shown by itself.
    """
    owners = {code: power for code, power in picture.owners.items() if key(power)}
    occupied = {
        drawn.unit[2:5]: drawn.power
        for drawn in picture.units
        if not drawn.dislodged and key(drawn.power)
    }
    alive = {p.home for p in board.provinces.values() if p.center and owners.get(p.code) == p.home}
    shown: dict[str, str] = {}
    for code, province in board.provinces.items():
        if province.kind == "sea":
            continue
        power = owners.get(code)
        if province.center is None:
            power = occupied.get(code) or (province.home if province.home in alive else None)
        if power:
            shown[code] = power
    return shown


def _group(pen: Pen, name: str, body: str) -> str:
    return pen.group(body, name=name) if body else ""


def _opening(board: Board, pen: Pen, theme: str) -> str:
    box = f'viewBox="0 0 {board.width} {board.height}" role="img"'
    if pen.theme is None:
        return f'<svg class="board" {box}>'
    size = f'width="{board.width}" height="{board.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>'


@cache
def _geometry() -> str:
    """The shapes themselves: what stands between the outer tags of standard.svg."""
    text = _GEOMETRY.read_text(encoding="utf-8")
    return text[text.index("<g ") : text.rindex("</svg>")].strip()


def _defs(pen: Pen, *, pattern_fills: bool) -> str:
    shapes = _geometry() if pen.theme else _wave_pattern(pen)
    hatch = pen.path("M0 0V7", "hatch")
    return (
        f'<defs>{shapes}<pattern id="board-hatch" width="7" '
        f'height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">{hatch}'
        f"</pattern>{patterns.definitions(pen) if pattern_fills else ''}</defs>"
    )


def _wave(x: int = 0, y: int = 0) -> str:
    return f"M{x + 8} {y + 9}q4-3.6 8 0t8 0M{x + 40} {y + 25}q4-3.6 8 0t8 0"


def _wave_pattern(pen: Pen) -> str:
    width, height = _TILE
    return (
        f'<pattern id="board-waves" width="{width}" height="{height}" '
        f'patternUnits="userSpaceOnUse">{pen.path(_wave(), "waves")}</pattern>'
    )


@cache
def _waves(pen: Pen) -> str:
    """All over the page. resvg draws so many lines sooner than it fills seas with a pattern."""
    board, (width, height) = standard(), _TILE
    columns, rows = range(0, board.width, width), range(0, board.height, height)
    return pen.path("".join(_wave(x, y) for x in columns for y in rows), "waves")


# The same few hundred in all pictures: none of it comes from people.
@lru_cache(maxsize=4096)
def _use(pen: Pen, url: str, shape: str, *classes: str, title: str = "", extra: str = "") -> str:
    start = f'<use href="{escape(url)}#{shape}"{pen.paint(*classes)}{extra}'
    return f"{start}>{title_of(title)}</use>" if title else f"{start}/>"


def _ground(
    board: Board,
    pen: Pen,
    url: str,
    owners: Mapping[str, str],
    said: words.Words,
    *,
    pattern_fills: bool,
) -> str:
    def province(one: Province) -> str:
        owner = owners.get(one.code)
        look = "sea" if one.kind == "sea" else f"owner-{key(owner)}" if owner else ""
        title = said.province(one.code, owner)
        if pen.theme and one.kind == "sea":  # water and waves lie there already
            return _use(pen, url, one.code, title=title, extra=' fill-opacity="0"')
        data = f' data-province="{one.code}"' if pen.theme is None else ""
        classes = ("province", look) if look else ("province",)
        return _use(pen, url, one.code, *classes, title=title, extra=data)

    seas = [one for one in board.provinces.values() if one.kind == "sea"]
    lands = [one for one in board.provinces.values() if one.kind != "sea"]
    full = f'width="{board.width}" height="{board.height}"'
    backdrop = [
        _waves(pen) if pen.theme else f'<rect {full} fill="url(#board-waves)"/>',
        _use(pen, url, "shore", "shore", "shore-1"),
        # Smooth edges would take resvg long, and at the size of a picture nobody sees them.
        _use(pen, url, "shore", "shore", "shore-2", extra=_CRISP if pen.theme else ""),
        _use(pen, url, "sea-borders", "sea-borders"),
        _use(pen, url, "neutral", "neutral"),
        _use(pen, url, "neutral", extra=' fill="url(#board-hatch)"'),
    ]
    told_apart = owners.items() if pattern_fills else ()
    rims = [
        *(_use(pen, url, code, extra=f' fill="{patterns.fill(own)}"') for code, own in told_apart),
        _use(pen, url, "lakes", "lakes"),
        _use(pen, url, "borders", "borders"),
    ]
    return "\n".join(
        (
            f"<rect{pen.paint('water')} {full}/>",
            *map(province, seas),
            _group(pen, "backdrop", "".join(backdrop)),
            *map(province, lands),
            _group(pen, "backdrop", "".join(rims)),
        )
    )


def _centers(pen: Pen, url: str) -> str:
    return _use(pen, url, "centers", "center") + _use(pen, url, "stars", "star")


def _legend(pen: Pen) -> str:
    """What the hatching means, in the corner of the ocean where nothing else stands."""
    swatch = 'x="16" y="16" width="28" height="18" rx="2"'
    text = escape(gettext("Closed to all units"))
    return (
        f'<rect{pen.paint("neutral")} {swatch}/><rect {swatch} fill="url(#board-hatch)"/>'
        f'<text{pen.paint("label", "sea-label", "legend")} x="52" y="30" font-size="15">'
        f"{text}</text>"
    )


def _labels(
    board: Board, pen: Pen, owners: Mapping[str, str], places: labels.Places, short: words.Names
) -> str:
    """The names; above the lines, so that where one has no free place it can still be read."""
    names, coasts = places
    out = []

    def look(code: str, *more: str) -> str:
        owner = owners.get(code)
        sea = board.provinces[code].kind == "sea"
        ground = "sea-label" if sea else f"on-{key(owner)}" if owner else ""
        return pen.paint(*filter(None, ("label", ground, *more)))

    for code, label in names.items():
        paint = look(code)
        out += [f"<text{paint}{line}</text>" for line in _lines(label)]
    for (code, coast), (x, y) in coasts.items():
        paint = look(code, "coast-label")
        name = escape(short.get(coast, coast).lower())
        out.append(f'<text{paint} x="{number(x)}" y="{number(y)}">{name}</text>')
    return "\n".join(out)


@cache
def _lines(label: Label) -> list[str]:
    """What is written of each line, but for its look; a board has so many places for names.

    The width is given so that a name keeps to its place in whatever font a browser has.
    """
    return [
        f' x="{number(line.point[0])}" y="{number(line.point[1])}" '
        f'font-size="{number(label.size)}" textLength="{number(line.width)}">{escape(line.text)}'
        for line in label.lines
    ]


def _units(board: Board, pen: Pen, picture: Picture, said: words.Words) -> str:
    out = []
    # Dislodged units last: they lie half upon the unit that drove them out.
    for drawn in sorted(picture.units, key=lambda one: one.dislodged):
        point = spot(board, drawn)
        if point is None:
            continue
        title = title_of(said.unit(drawn))
        shape = figure(pen, drawn.power, drawn.unit[:1], dislodged=drawn.dislodged)
        data = f' class="unit" data-unit="{escape(drawn.unit)}"' if pen.theme is None else ""
        if data and drawn.dislodged:
            data += ' data-dislodged=""'
        out.append(f'<g{data} transform="translate({at(point)})">{title}{shape}</g>')
    return "\n".join(out)
