"""The board of an open phase for a page: the same for all readers but for the signs of orders."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.safestring import SafeString

from . import orders, titles
from .fixed_names import fixed_names, layers
from .grid import NoGrid
from .render import Look, beneath_orders, own_names, place_signs, tints, units_layer
from .routing import base_costs
from .spots import unit_spots
from .svg import Pen

if TYPE_CHECKING:
    from .geometry import BoardGeometry
    from .picture import Picture

NO_SIGNS: Final = (SafeString('<g class="orders"></g>'), SafeString('<g class="badges"></g>'))


class StillBoard(NamedTuple):
    """A board for a page on which orders are being given.

    `beneath` is what lies beneath the lines of orders, `above` what lies above them. The names
    stand where no unit covers them and do not give way to orders, so that the board stays the same
    while orders change. They are in a file, unless a dislodged unit stands on one of them.
    """

    beneath: str
    above: str

    def html(self, lines: str, badges: str) -> str:
        """The ``<svg>`` element with the signs of orders, as `render_orders` returns them."""
        return f"{self.beneath}\n{lines}\n{self.above}\n{badges}\n</svg>"


def render_still(
    board: BoardGeometry,
    picture: Picture,
    *,
    geometry_url: str,
    names_url: str,
    pattern_fills: bool = False,
    names: titles.Names,
    short_names: titles.Names,
    language: str = "en",
) -> StillBoard:
    """Draw the units and owners of a phase for a page.

    ``names_url`` is the address of the file with the names on the map (see `fixed_names`), the
    other parameters are those of `render`.
    """
    texts, pen, spots = titles.Titles(board, names), Pen(), unit_spots(board, picture)
    still = replace(picture, orders=())
    look = Look(pen, "light", geometry_url, texts, pattern_fills)
    if fixed_names(board, language).are_clear_of(spots):
        names_layers = layers(board, pen, tints(board, still), names_url)
    else:
        *_signs, letterings = place_signs(pen, board, still, texts, spots, language)
        names_layers = own_names(board, still, pen, letterings, short_names)
    return StillBoard(
        beneath=beneath_orders(board, still, look),
        above=f"{names_layers}\n{units_layer(board, still, look)}",
    )


def render_orders(
    board: BoardGeometry,
    picture: Picture,
    *,
    names: titles.Names,
    language: str = "en",
) -> tuple[str, str]:
    """The signs of the orders of `picture` on a still board: the lines, and the badges."""
    pen, spots = Pen(), unit_spots(board, picture)
    nowhere = NoGrid(board.height)
    costs = base_costs(board, language)
    texts = titles.Titles(board, names)
    beneath, above = orders.draw(pen, board, picture, texts, spots, (nowhere, nowhere), costs)
    return pen.group(beneath, name="orders"), pen.group(above, name="badges")
