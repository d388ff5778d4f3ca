"""The legend of signs. Each is drawn as on the board, on a small board of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy

from adjudicator.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from adjudicator.terms import UnitType
from adjudicator.units import Unit

from . import orders, patterns
from .geometry import POWERS, BoardGeometry, Province, UnitSpot
from .grid import Grid
from .picture import DrawnOrder, DrawnUnit, Picture
from .routing import CostGrid
from .spots import unit_spots
from .svg import Pen, power_class
from .titles import Titles
from .units import figure

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from adjudicator.orders import Order

    from .geometry import Point

WIDTH: Final = 200
HEIGHT: Final = 96
_PLACES: Final[dict[str, Point]] = {
    "AAA": (28, 58),
    "BBB": (172, 58),
    "CCC": (100, 48),
    "EEE": (52, 20),  # beside the line from AAA to BBB
    "FFF": (132, 20),
}
_TITLES_AND_ORDERS: Final = re.compile(r'<title>[^<]*</title>| data-order="[^"]*"')
_SEA: Final[dict[str, Point]] = {"SEA": (100, 38)}


@dataclass(frozen=True, slots=True)
class Scene:
    """A sign and its meaning. Its picture uses the provinces of this module."""

    name: str
    words: _StrPromise
    picture: Picture


def _scene(
    name: str,
    words: _StrPromise,
    units: tuple[tuple[str, Unit], ...],
    given: tuple[tuple[str, Order, str], ...],
    dislodged: tuple[tuple[str, Unit], ...] = (),
) -> Scene:
    drawn = [DrawnUnit(power, str(unit)) for power, unit in units]
    drawn += [DrawnUnit(power, str(unit), dislodged=True) for power, unit in dislodged]
    drawn_orders = tuple(
        DrawnOrder(power, order, outcome, dislodged=name == "dislodged")
        for power, order, outcome in given
    )
    return Scene(name, words, Picture("", tuple(drawn), {}, drawn_orders))


def _army(province: str) -> Unit:
    return Unit(UnitType.ARMY, province)


def _fleet(province: str) -> Unit:
    return Unit(UnitType.FLEET, province)


_F, _G, _T, _I = "FRANCE", "GERMANY", "TURKEY", "ITALY"
_A, _B, _C = _army("AAA"), _army("BBB"), _army("CCC")
SCENES: Final = (
    _scene("move", gettext_lazy("Move"), ((_F, _A),), ((_F, Move(_A, "BBB"), ""),)),
    _scene(
        "failed",
        gettext_lazy("Failed move: the cross shows where it stopped"),
        ((_F, _A), (_G, _B)),
        ((_F, Move(_A, "BBB"), "fails"),),
    ),
    _scene(
        "head-to-head",
        gettext_lazy("Two units that met head-on"),
        ((_F, _A), (_G, _B)),
        ((_F, Move(_A, "BBB"), "fails"), (_G, Move(_B, "AAA"), "fails")),
    ),
    _scene(
        "support-move",
        gettext_lazy("Support for a move: a dashed line to the move’s arrow"),
        ((_F, _A), (_F, _fleet("EEE")), (_I, _army("FFF"))),
        (
            (_F, Move(_A, "BBB"), ""),
            (_F, SupportMove(_fleet("EEE"), _A, "BBB"), ""),
            (_I, SupportMove(_army("FFF"), _A, "BBB"), ""),
        ),
    ),
    _scene(
        "support-hold",
        gettext_lazy("Support to hold: a dashed line to an arc in front of the unit"),
        ((_F, _A), (_F, _B)),
        ((_F, SupportHold(_A, _B), ""),),
    ),
    _scene(
        "cut",
        gettext_lazy("Cut support"),
        ((_G, _A), (_G, _B)),
        ((_G, SupportHold(_A, _B), "cut"),),
    ),
    _scene(
        "convoy",
        gettext_lazy("Move by convoy: a dotted line through the convoying fleets"),
        ((_T, _A), (_T, _fleet("SEA"))),
        (
            (_T, Move(_A, "BBB", via=True), ""),
            (_T, Convoy(_fleet("SEA"), _A, "BBB"), ""),
        ),
    ),
    _scene(
        "disrupted",
        gettext_lazy("Disrupted convoy"),
        ((_T, _A), (_T, _fleet("SEA"))),
        (
            (_T, Move(_A, "BBB", via=True), "fails"),
            (_T, Convoy(_fleet("SEA"), _A, "BBB"), "disrupted"),
        ),
    ),
    _scene("hold", gettext_lazy("Hold: a ring"), ((_I, _C),), ((_I, Hold(_C), ""),)),
    _scene(
        "void",
        gettext_lazy(
            "Void order: against the rules, or without a matching order from another unit"
        ),
        ((_F, _A), (_G, _B)),
        ((_F, SupportHold(_A, _B), "invalid"),),
    ),
    _scene(
        "dislodged",
        gettext_lazy("Dislodged unit"),
        ((_G, _C),),
        ((_G, Hold(_C), "fails"),),
    ),
    _scene(
        "retreat",
        gettext_lazy("Retreat: it starts beside the attacking unit"),
        ((_F, _A),),
        ((_G, Retreat(_A, "BBB"), ""),),
        dislodged=((_G, _A),),
    ),
    _scene("build", gettext_lazy("Build"), (), ((_I, Build(_fleet("CCC")), ""),)),
    _scene("disband", gettext_lazy("Disband"), ((_I, _C),), ((_I, Disband(_C), ""),)),
)


def _province(code: str, point: Point, kind: str) -> Province:
    spot = UnitSpot(point, (point[0] + 34, point[1] + 8))
    return Province(code, "", kind, None, spot, {}, {}, None, {}, {})


@cache
def _board() -> BoardGeometry:
    provinces = {code: _province(code, point, "coast") for code, point in _PLACES.items()}
    provinces |= {code: _province(code, point, "sea") for code, point in _SEA.items()}
    carried = {"SEA": frozenset({"AAA", "BBB"})}
    return BoardGeometry("", WIDTH, HEIGHT, provinces, frozenset(), carried)


def draw(scene: Scene, pen: Pen) -> str:
    """The content of a sign's ``<svg>``, which is ``WIDTH`` by ``HEIGHT``."""
    board, picture = _board(), scene.picture
    spots = unit_spots(board, picture)
    grids = Grid(HEIGHT), Grid(HEIGHT)
    costs, titles = CostGrid(WIDTH, HEIGHT), Titles(board, {})
    beneath, above = orders.draw(pen, board, picture, titles, spots, grids, costs)
    units = [
        pen.group(
            figure(pen, drawn.power, drawn.unit[:1], dislodged=drawn.dislodged),
            place=spots.unit_at(drawn.unit[2:], dislodged=drawn.dislodged),
        )
        for drawn in picture.units
    ]
    # These orders belong to no game: scripts and screen readers must not find them.
    return _TITLES_AND_ORDERS.sub("", f"{beneath}{''.join(units)}{above}")


@cache
def signs() -> tuple[tuple[str, _StrPromise, str], ...]:
    """The name, meaning and ``<svg>`` of each sign, for a page with ``board.css``."""
    opening = f'<svg class="board board--sign" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
    return tuple((one.name, one.words, f"{opening}{draw(one, Pen())}</svg>") for one in SCENES)


@cache
def power_signs() -> tuple[tuple[str, str], ...]:
    """Each standard power and an ``<svg>`` of its land, an army and a fleet.

    The right half of the land has the power's pattern; the first sign defines the patterns of all.
    """
    pen = Pen()
    definitions = f"<defs>{patterns.definitions(pen, ())}</defs>"
    return tuple(
        (power, _power_sign(pen, power, "" if number else definitions))
        for number, power in enumerate(POWERS)
    )


def _power_sign(pen: Pen, power: str, definitions: str) -> str:
    half = f'width="{WIDTH // 2}" height="{HEIGHT}"'
    land = pen.paint("province", f"owner-{power_class(power)}")
    units = "".join(
        pen.group(figure(pen, power, kind), place=(x, HEIGHT / 2))
        for kind, x in (("A", WIDTH / 4), ("F", WIDTH * 3 / 4))
    )
    return (
        f'<svg class="board board--sign" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f'{definitions}<rect{land} {half}/><rect{land} x="{WIDTH // 2}" {half}/>'
        f'<rect x="{WIDTH // 2}" {half} fill="{patterns.fill(power)}"/>{units}</svg>'
    )
