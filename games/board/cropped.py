"""A board cropped to the provinces that orders are about, so that a page can have many of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove

from . import labels, titles
from .fixed_names import fixed_names, layer_of_part
from .render import Look, beneath_orders_in, tints, units_layer
from .still import render_orders
from .svg import Pen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.orders import Order

    from .geometry import BoardGeometry, Box
    from .picture import Picture

MARGIN: Final = 80
"""Units of the board round the points of units, so that the neighbours can be recognized."""
SMALLEST: Final = (520, 390)
"""The width and height of the smallest part."""


def render_cropped(
    board: BoardGeometry,
    picture: Picture,
    *,
    geometry_url: str,
    names_url: str,
    names: titles.Names,
    language: str = "en",
) -> str:
    """Draw the part of a phase that its units and orders are about, for a page.

    ``names_url`` is the address of the file with the names on the map (see `fixed_names`), the
    other parameters are those of `render`. Lands have no patterns: the same picture serves all
    readers of a language, and each land that has a colour has a unit with its power's emblem.
    """
    part = _part(board, picture, language)
    look = Look(Pen(), "light", geometry_url, titles.Titles(board, names), pattern_fills=False)
    placed, _coasts = fixed_names(board, language).places[labels.SMALL]
    shown = [code for code in board.provinces if _overlap(placed[code].box, part)]
    lines, badges = render_orders(board, picture, names=names, language=language)
    parts = (
        beneath_orders_in(board, picture, look, part),
        lines,
        layer_of_part(board, look.pen, tints(board, picture), names_url, shown),
        units_layer(board, replace(picture, orders=()), look),
        badges,
        "</svg>",
    )
    return "".join(parts)


def _part(board: BoardGeometry, picture: Picture, language: str) -> Box:
    """The box round the units and the places of the orders, with their names and a margin."""
    locations = {unit.unit[2:] for unit in picture.units}
    for drawn in picture.orders:
        locations.update(_places(drawn.order))
    placed, _coasts = fixed_names(board, language).places[labels.SMALL]
    boxes = [placed[each[:3]].box for each in locations if each[:3] in placed]
    for location in locations:
        if spot := board.unit_spot(location):
            x, y = spot.unit
            boxes.append((x - MARGIN, y - MARGIN, x + MARGIN, y + MARGIN))
    if not boxes:
        return 0, 0, board.width, board.height
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, right = _side(min(lefts), max(rights), SMALLEST[0], board.width)
    top, bottom = _side(min(tops), max(bottoms), SMALLEST[1], board.height)
    return left, top, right, bottom


def _side(low: float, high: float, least: int, most: int) -> tuple[float, float]:
    """Two ends at least `least` apart, with the same middle if they fit between 0 and `most`."""
    length = min(max(high - low, least), most)
    start = min(max((low + high - length) / 2, 0), most - length)
    return start, start + length


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _places(order: Order) -> Iterator[str]:
    """The provinces and coasts that an order names."""
    match order:
        case Hold(unit=unit) | Disband(unit=unit) | Build(unit=unit):
            yield unit.location
        case Move(unit=unit, target=target) | Retreat(unit=unit, target=target):
            yield from (unit.location, target)
        case SupportHold(unit=unit, supported=supported):
            yield from (unit.location, supported.location)
        case SupportMove(unit=unit, supported=other, target=target):
            yield from (unit.location, other.location, target)
        case Convoy(unit=unit, army=army, target=target):
            yield from (unit.location, army.location, target)
