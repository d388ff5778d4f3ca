"""Draws a picture from back to front: provinces, centers, orders, names, units, badges."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from . import labels, map_names, orders, patterns, titles
from .grid import Grid
from .marks import LINE
from .routing import base_costs
from .spots import unit_spot, unit_spots
from .svg import Pen, coordinates, power_class, title_element
from .units import figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .geometry import BoardGeometry, Box, Province
    from .picture import Picture
    from .spots import UnitSpots

Theme = Literal["light", "dark", "contrast"]

_SHAPES: Final = Path(__file__).resolve().parents[2] / "static" / "board"
_TRIES: Final = 3
_MARGIN: Final = 7  # round a name that lines should keep off: half a line's width and a gap
_KEEP_OFF: Final = 30  # the cost of each point of a line that lies on such a name
_CRISP: Final = ' shape-rendering="crispEdges"'
_TILE: Final = (64, 32)


def render(
    board: BoardGeometry,
    picture: Picture,
    *,
    geometry_url: str | None,
    theme: Theme = "light",
    pattern_fills: bool = False,
    names: titles.Names | None = None,
    short_names: titles.Names | None = None,
    language: str = "en",
) -> str:
    """Draw one phase on a board as an ``<svg>`` element.

    With ``geometry_url``, the address of ``static/board/<map>.svg`` on the page's own origin
    (browsers refuse another), it is a small element for a page that loads ``board.css``: shapes
    come from that cacheable file, colours from the style sheet, and ``theme`` is ignored. Without
    it, it is a complete document with its own geometry and colours. Neither uses inline styles.

    With ``pattern_fills`` the land of each power has a pattern besides its colour.

    ``names`` are those of provinces, coasts and powers in the reader's language, by code, for
    titles; ``short_names`` those of coasts on the map; other words come from gettext. The names
    of provinces on the map are those of ``language``. Units, owners and orders whose places or
    powers this board does not know are left out.
    """
    title_texts = titles.Titles(board, names or {})
    pen = Pen(theme if geometry_url is None else None)
    spots = unit_spots(board, picture)
    beneath, above, letterings = place_signs(pen, board, picture, title_texts, spots, language)
    look = Look(pen, theme, geometry_url or "", title_texts, pattern_fills)
    parts = (
        beneath_orders(board, picture, look),
        _group(pen, "orders", beneath),
        own_names(board, picture, pen, letterings, short_names or {}),
        units_layer(board, picture, look),
        _group(pen, "badges", above),
        "</svg>",
    )
    return "\n".join(part for part in parts if part) + ("\n" if pen.theme else "")


class Look(NamedTuple):
    """The look of a picture, apart from its content."""

    pen: Pen
    theme: Theme
    url: str
    texts: titles.Titles
    pattern_fills: bool


def beneath_orders(board: BoardGeometry, picture: Picture, look: Look) -> str:
    """The part of the ``<svg>`` element beneath the lines of orders."""
    pen, owners = look.pen, tints(board, picture)
    parts = (
        _opening(board, pen, look.theme),
        title_element(picture.title),
        _defs(board, pen, owners.values() if look.pattern_fills else None),
        _ground(board, pen, look.url, owners, look.texts, pattern_fills=look.pattern_fills),
        _group(pen, "centers marks", _centers(pen, look.url)),
        _group(pen, "legend marks", _swatch(pen)),
    )
    return "\n".join(part for part in parts if part)


def beneath_orders_in(board: BoardGeometry, picture: Picture, look: Look, part: Box) -> str:
    """The part of the ``<svg>`` element beneath the lines of orders, cropped to a part of a page.

    It is short: lands without an owner are one element, and there are no titles, waves or patterns.
    """
    pen, url, owners = look.pen, look.url, tints(board, picture)
    left, top, right, bottom = map(round, part)
    size = f'width="{right - left}" height="{bottom - top}"'
    parts = (
        f'<svg class="board" viewBox="{left} {top} {right - left} {bottom - top}" role="img">',
        title_element(picture.title),
        f'<rect{pen.paint("water")} x="{left}" y="{top}" {size}/>',
        _shores(pen, url),
        _use(pen, url, "lands", "province"),
        *(
            _use(pen, url, code, "province", f"owner-{power_class(owner)}")
            for code, owner in owners.items()
        ),
        _over_lands(pen, url, {}),
        _centers(pen, url),
    )
    return "".join(parts)


def own_names(
    board: BoardGeometry,
    picture: Picture,
    pen: Pen,
    letterings: Sequence[tuple[labels.Lettering, labels.Places]],
    short_names: titles.Names,
) -> str:
    """The layers of names at places that suit this picture."""
    owners = tints(board, picture)
    return "\n".join(
        map_names.layer(
            pen, lettering, map_names.draw(board, pen, owners, lettering, places, short_names)
        )
        for lettering, places in letterings
    )


def units_layer(board: BoardGeometry, picture: Picture, look: Look) -> str:
    """The layer of units."""
    return _group(look.pen, "units", _units(board, look.pen, picture, look.texts))


def place_signs(
    pen: Pen,
    board: BoardGeometry,
    picture: Picture,
    title_texts: titles.Titles,
    spots: UnitSpots,
    language: str,
) -> tuple[str, str, list[tuple[labels.Lettering, labels.Places]]]:
    """The signs beneath the units, those above them, and the places of all names.

    A picture of its own has names in small letters, a page those in large ones too.

    If a name finds no clear place, the lines are drawn again so that they keep off it.
    """
    line_costs = base_costs(board, language)
    best: tuple[int, tuple[str, str], labels.Places, tuple[Grid, Grid]] | None = None
    for _ in range(_TRIES):
        solid, lines = labels.fixed_obstacles(board).copy(), Grid(board.height, LINE)
        for box in spots.boxes():
            solid.mark(box)
        drawn = orders.draw(pen, board, picture, title_texts, spots, (solid, lines), line_costs)
        signs = solid.copy(), lines
        places, not_clear = labels.place_labels(board, language, solid, lines)
        if best is None or len(not_clear) < best[0]:
            best = len(not_clear), drawn, places, signs
        if not not_clear:
            break
        line_costs = line_costs.copy()
        for left, top, right, bottom in not_clear:
            line_costs.add(
                (left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN), _KEEP_OFF
            )
    assert best is not None
    _, drawn, places, signs = best
    found = [(labels.SMALL, places)]
    if pen.theme is None:
        large, _not_clear = labels.place_labels(board, language, *signs, labels.LARGE)
        found.append((labels.LARGE, large))
    return *drawn, found


def tints(board: BoardGeometry, picture: Picture) -> dict[str, str]:
    """Province -> the power in whose colour it is shown; seas and unclaimed land are left out.

    A province with a center has its owner's colour. Land without one has the colour of the unit
    in it, or else of the power whose homeland it is, as long as that power owns a home center.
    Only this one phase is read, so that any phase can be shown without those before it.
    """
    owners = {code: power for code, power in picture.owners.items() if power_class(power)}
    occupied = {
        drawn.unit[2:5]: drawn.power
        for drawn in picture.units
        if not drawn.dislodged and power_class(drawn.power)
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


def _opening(board: BoardGeometry, pen: Pen, theme: str) -> str:
    box = f'viewBox="0 0 {board.width} {board.height}" role="img"'
    if pen.theme is None:
        return f'<svg class="board" {box}>'
    size = f'width="{board.width}" height="{board.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>'


@cache
def shapes(name: str) -> str:
    """The shapes of a map: the content of its SVG file between the outer tags."""
    text = (_SHAPES / f"{name}.svg").read_text(encoding="utf-8")
    return text[text.index("<g ") : text.rindex("</svg>")].strip()


def _defs(board: BoardGeometry, pen: Pen, patterned: Iterable[str] | None) -> str:
    """Definitions; those of patterns for the powers in `patterned`, if it is not None."""
    outlines = shapes(board.name) if pen.theme else _wave_pattern(pen)
    hatch = pen.path("M0 0V7", "hatch")
    return (
        f'<defs>{outlines}<pattern id="board-hatch" width="7" '
        f'height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">{hatch}'
        f"</pattern>{'' if patterned is None else patterns.definitions(pen, patterned)}</defs>"
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
def _waves(board: BoardGeometry, pen: Pen) -> str:
    """Waves all over the page: resvg draws these lines faster than it fills seas with a pattern."""
    width, height = _TILE
    columns, rows = range(0, board.width, width), range(0, board.height, height)
    return pen.path("".join(_wave(x, y) for x in columns for y in rows), "waves")


# Cached: a few hundred elements recur in all pictures, and none contains a user's text.
@lru_cache(maxsize=4096)
def _use(pen: Pen, url: str, shape: str, *classes: str, title: str = "", extra: str = "") -> str:
    start = f'<use href="{escape(url)}#{shape}"{pen.paint(*classes)}{extra}'
    return f"{start}>{title_element(title)}</use>" if title else f"{start}/>"


def _ground(
    board: BoardGeometry,
    pen: Pen,
    url: str,
    owners: Mapping[str, str],
    title_texts: titles.Titles,
    *,
    pattern_fills: bool,
) -> str:
    def province(one: Province) -> str:
        owner = owners.get(one.code)
        look = "sea" if one.kind == "sea" else f"owner-{power_class(owner)}" if owner else ""
        title = title_texts.province(one.code, owner)
        if pen.theme and one.kind == "sea":  # water and waves are drawn there already
            return _use(pen, url, one.code, title=title, extra=' fill-opacity="0"')
        data = f' data-province="{one.code}"' if pen.theme is None else ""
        classes = ("province", look) if look else ("province",)
        return _use(pen, url, one.code, *classes, title=title, extra=data)

    provinces = board.provinces.values()
    return "\n".join(
        (
            f"<rect{pen.paint('water')} {_full(board)}/>",
            *(province(one) for one in provinces if one.kind == "sea"),
            _group(pen, "backdrop", _backdrop(board, pen, url)),
            *(province(one) for one in provinces if one.kind != "sea"),
            _group(pen, "backdrop", _over_lands(pen, url, owners if pattern_fills else {})),
        )
    )


def _full(board: BoardGeometry) -> str:
    return f'width="{board.width}" height="{board.height}"'


def _backdrop(board: BoardGeometry, pen: Pen, url: str) -> str:
    """The layer over the seas: waves, shores, sea borders, neutral lands."""
    return "".join(
        (
            _waves(board, pen) if pen.theme else f'<rect {_full(board)} fill="url(#board-waves)"/>',
            _shores(pen, url),
            _use(pen, url, "neutral", extra=' fill="url(#board-hatch)"'),
        )
    )


def _shores(pen: Pen, url: str) -> str:
    """Shores, sea borders and neutral lands."""
    return "".join(
        (
            _use(pen, url, "shore", "shore", "shore-1"),
            # Smooth edges are slow in resvg and make no visible difference in a picture.
            _use(pen, url, "shore", "shore", "shore-2", extra=_CRISP if pen.theme else ""),
            _use(pen, url, "sea-borders", "sea-borders"),
            _use(pen, url, "neutral", "neutral"),
        )
    )


def _over_lands(pen: Pen, url: str, patterned: Mapping[str, str]) -> str:
    """The layer over the lands: the patterns of their owners, lakes, borders."""
    fills = [
        _use(pen, url, code, extra=f' fill="{patterns.fill(owner)}"')
        for code, owner in patterned.items()
    ]
    return "".join((*fills, _use(pen, url, "lakes", "lakes"), _use(pen, url, "borders", "borders")))


def _centers(pen: Pen, url: str) -> str:
    return _use(pen, url, "centers", "center") + _use(pen, url, "stars", "star")


def _swatch(pen: Pen) -> str:
    """The hatching that the legend explains, in an empty corner of the ocean."""
    swatch = 'x="16" y="16" width="28" height="18" rx="2"'
    return f'<rect{pen.paint("neutral")} {swatch}/><rect {swatch} fill="url(#board-hatch)"/>'


def _units(board: BoardGeometry, pen: Pen, picture: Picture, title_texts: titles.Titles) -> str:
    out = []
    # Dislodged units last: they partly cover the unit that dislodged them.
    for drawn in sorted(picture.units, key=lambda one: one.dislodged):
        point = unit_spot(board, drawn)
        if point is None:
            continue
        title = title_element(title_texts.unit(drawn))
        shape = figure(pen, drawn.power, drawn.unit[:1], dislodged=drawn.dislodged)
        data = f' class="unit" data-unit="{escape(drawn.unit)}"' if pen.theme is None else ""
        if data and drawn.dislodged:
            data += ' data-dislodged=""'
        out.append(f'<g{data} transform="translate({coordinates(point)})">{title}{shape}</g>')
    return "\n".join(out)
