"""The key of signs: each drawn by the same pen as on the board, on little boards of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy

from . import orders
from .anchors import Anchor, Board, Province
from .grid import Grid
from .pen import Pen
from .picture import DrawnOrder, DrawnUnit, Picture
from .stand import stand
from .units import figure
from .ways import Costs
from .words import Words

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from .anchors import Point

WIDTH: Final = 200
HEIGHT: Final = 96
_PLACES: Final[dict[str, Point]] = {
    "AAA": (28, 58),
    "BBB": (172, 58),
    "CCC": (100, 48),
    "EEE": (52, 20),  # beside the way from AAA to BBB
    "FFF": (132, 20),
}
_SAID: Final = re.compile(r'<title>[^<]*</title>| data-order="[^"]*"')
_SEA: Final[dict[str, Point]] = {"SEA": (100, 38)}


@dataclass(frozen=True, slots=True)
class Scene:
    """A sign and what it means. ``picture`` stands on places of this module's own."""

    name: str
    words: _StrPromise
    picture: Picture


def _scene(
    name: str,
    words: _StrPromise,
    units: tuple[tuple[str, str], ...],
    given: tuple[tuple[str, str, str], ...],
    ousted: tuple[tuple[str, str], ...] = (),
) -> Scene:
    drawn = [DrawnUnit(power, unit) for power, unit in units]
    drawn += [DrawnUnit(power, unit, dislodged=True) for power, unit in ousted]
    told = tuple(DrawnOrder(*one, dislodged=name == "dislodged") for one in given)
    return Scene(name, words, Picture("", tuple(drawn), {}, told))


_F, _G, _T, _I = "FRANCE", "GERMANY", "TURKEY", "ITALY"
SCENES: Final = (
    _scene("move", gettext_lazy("Move"), ((_F, "A AAA"),), ((_F, "A AAA - BBB", ""),)),
    _scene(
        "failed",
        gettext_lazy("Move that failed: the cross is where it stopped"),
        ((_F, "A AAA"), (_G, "A BBB")),
        ((_F, "A AAA - BBB", "fails"),),
    ),
    _scene(
        "head-to-head",
        gettext_lazy("Two that met head to head"),
        ((_F, "A AAA"), (_G, "A BBB")),
        ((_F, "A AAA - BBB", "fails"), (_G, "A BBB - AAA", "fails")),
    ),
    _scene(
        "support-move",
        gettext_lazy("Supports of a move: count where they land"),
        ((_F, "A AAA"), (_F, "F EEE"), (_I, "A FFF")),
        (
            (_F, "A AAA - BBB", ""),
            (_F, "F EEE S A AAA - BBB", ""),
            (_I, "A FFF S A AAA - BBB", ""),
        ),
    ),
    _scene(
        "support-hold",
        gettext_lazy("Support of a unit that stays: a guard before it"),
        ((_F, "A AAA"), (_F, "A BBB")),
        ((_F, "A AAA S A BBB", ""),),
    ),
    _scene(
        "cut",
        gettext_lazy("Support that was cut"),
        ((_G, "A AAA"), (_G, "A BBB")),
        ((_G, "A AAA S A BBB", "cut"),),
    ),
    _scene(
        "convoy",
        gettext_lazy("Move by convoy, through the fleets that carry it"),
        ((_T, "A AAA"), (_T, "F SEA")),
        ((_T, "A AAA - BBB VIA", ""), (_T, "F SEA C A AAA - BBB", "")),
    ),
    _scene(
        "disrupted",
        gettext_lazy("Convoy that was broken up"),
        ((_T, "A AAA"), (_T, "F SEA")),
        ((_T, "A AAA - BBB VIA", "fails"), (_T, "F SEA C A AAA - BBB", "disrupted")),
    ),
    _scene("hold", gettext_lazy("Hold"), ((_I, "A CCC"),), ((_I, "A CCC H", ""),)),
    _scene(
        "void",
        gettext_lazy("Void: against the rules, or no other unit’s order matches it"),
        ((_F, "A AAA"), (_G, "A BBB")),
        ((_F, "A AAA S A BBB", "invalid"),),
    ),
    _scene(
        "dislodged",
        gettext_lazy("Unit that was dislodged"),
        ((_G, "A CCC"),),
        ((_G, "A CCC H", "fails"),),
    ),
    _scene(
        "retreat",
        gettext_lazy("Retreat, from beside the unit that drove it out"),
        ((_F, "A AAA"),),
        ((_G, "A AAA R BBB", ""),),
        ousted=((_G, "A AAA"),),
    ),
    _scene("build", gettext_lazy("Build"), (), ((_I, "F CCC B", ""),)),
    _scene("disband", gettext_lazy("Disband"), ((_I, "A CCC"),), ((_I, "A CCC D", ""),)),
)


def _province(code: str, point: Point, kind: str) -> Province:
    anchor = Anchor(point, (point[0] + 34, point[1] + 8))
    return Province(code, "", kind, None, anchor, {}, {}, None, {})


@cache
def _board() -> Board:
    provinces = {code: _province(code, point, "coast") for code, point in _PLACES.items()}
    provinces |= {code: _province(code, point, "sea") for code, point in _SEA.items()}
    carried = {"SEA": frozenset({"AAA", "BBB"})}
    return Board(WIDTH, HEIGHT, provinces, frozenset(), carried)


def draw(scene: Scene, pen: Pen) -> str:
    """What stands in the sign's own ``<svg>``, of ``WIDTH`` by ``HEIGHT``."""
    board, picture = _board(), scene.picture
    held = stand(board, picture)
    grids = Grid(HEIGHT), Grid(HEIGHT)
    costs, said = Costs(WIDTH, HEIGHT), Words(board, {})
    beneath, above = orders.draw(pen, board, picture, said, held, grids, costs)
    units = [
        pen.group(
            figure(pen, drawn.power, drawn.unit[:1], dislodged=drawn.dislodged),
            place=held.of(drawn.unit[2:], dislodged=drawn.dislodged),
        )
        for drawn in picture.units
    ]
    # The orders are of no game: nobody is to read or to find them.
    return _SAID.sub("", f"{beneath}{''.join(units)}{above}")


@cache
def signs() -> tuple[tuple[str, _StrPromise, str], ...]:
    """Name, meaning and ``<svg>`` of each sign, for a page with ``board.css``."""
    opening = f'<svg class="board board--sign" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
    return tuple((one.name, one.words, f"{opening}{draw(one, Pen())}</svg>") for one in SCENES)
