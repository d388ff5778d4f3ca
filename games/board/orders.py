"""The signs of orders.

A solid arrow moves, a dotted one goes by convoy through its fleets, a dash-dotted one retreats. A
dashed line supports: it ends on the arrow it helps, one landing beside the other so that they can
be counted, or at a guard before the unit it helps to stay. A ring holds, a dotted ring convoys.

What failed has a cross, on an arrow where it stopped, with a faint trace on to where it was bound.
A support that was cut has two strokes across it and a faint trace beyond them. What was no order,
or met by no other, is a grey ghost. A plus builds, a cross on a unit disbands it, a broken red ring
is round a unit that was dislodged.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .arrows import LEAVE, REACH, Arrow, arrows, land, legs
from .grammar import Kind, Parsed, parse
from .signs import Ink
from .units import badge, figure
from .ways import Ways

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .anchors import Board, Point
    from .curves import Curve
    from .grid import Grid
    from .pen import Pen
    from .picture import DrawnOrder, Picture
    from .stand import Stand
    from .ways import Costs
    from .words import Words

_OVER: Final = 9
_CUT: Final = 0.42  # where along a support it is drawn as cut


@dataclass(frozen=True, slots=True)
class Sign:
    """``rank`` orders the lines, lowest first; ``over`` lies above them all, ``badge`` above the
    units too."""

    rank: int
    line: str = ""
    over: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """All that a sign may have to look at besides its own order."""

    pen: Pen
    stand: Stand
    ways: Ways
    arrows: Mapping[str, Arrow]  # province the unit leaves -> its arrow
    solid: Grid
    lines: Grid

    def ink(self, order: DrawnOrder) -> Ink:
        return Ink(self.pen, self.lines, order.power, ghost=order.void)

    def badge(self, point: Point, *, good: bool) -> str:
        x, y = point[0] + 16, point[1] - 16
        self.solid.mark((x - 10, y - 10, x + 10, y + 10))
        return badge(self.pen, point, good=good)


def _move(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    arrow = sheet.arrows.get(parsed.place[:3])
    if arrow is None:
        return None
    look = ("dotted",) if parsed.via or len(arrow.legs) > 1 else ()
    return _arrow(sheet.ink(order), arrow, *look)


def _arrow(ink: Ink, arrow: Arrow, *look: str) -> Sign:
    body = ink.trace(arrow.left()) + ink.line(arrow.done(), *look)
    if arrow.stop is None:
        return Sign(3, body + ink.head(arrow.legs[-1]))
    return Sign(3, body, ink.cross(arrow.legs[arrow.leg].point(arrow.stop)))


def _hold(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.of(parsed.place)
    return None if point is None else Sign(0, sheet.ink(order).ring(point))


def _supported(ink: Ink, order: DrawnOrder, line: Curve) -> tuple[str, str]:
    """A support's line as it ended, and what marks that."""
    if order.outcome == "cut":
        back = 9 / max(line.length, 1)
        body = ink.trace((line.after(_CUT + back),))
        body += ink.line((line.until(max(_CUT - back, 0.1)),), "dashed")
        return body, ink.cut(line, _CUT)
    failed = order.failed and not order.void
    return ink.line((line,), "dashed"), ink.cross(line.point(0.5)) if failed else ""


def _support_hold(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    start, other = sheet.stand.of(parsed.place), sheet.stand.of(parsed.other)
    if start is None or other is None:
        return None
    line = sheet.ways.choose(start, other, 0.08, LEAVE, REACH + 1)
    ink = sheet.ink(order)
    body, mark = _supported(ink, order, line)
    guard = "" if order.outcome == "cut" else ink.guard(other, line.end)
    return Sign(1, body + guard, mark)


def _support_move(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    start = sheet.stand.of(parsed.place)
    if start is None:
        return None
    ink, bound = sheet.ink(order), ""
    goal = _landing(sheet, parsed)
    if goal is None:
        # The move is not in the picture: another power's, or it was never ordered.
        way = legs(sheet.stand, sheet.ways, parsed.other, parsed.target, ())
        if not way:
            return None
        bound, goal = ink.trace(way), way[-1].point(0.5)
    line = sheet.ways.choose(start, goal, -0.08, LEAVE)
    body, mark = _supported(ink, order, line)
    dot = ink.dot(line.end, counts=order.outcome != "cut")
    return Sign(2, bound + body, dot + mark)


def _landing(sheet: _Sheet, parsed: Parsed) -> Point | None:
    arrow = sheet.arrows.get(parsed.other[:3])
    if arrow is None or arrow.goal != parsed.target[:3]:
        return None
    return arrow.landings.get(parsed.place[:3])


def _convoy(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.of(parsed.place)
    if point is None:
        return None
    ink, bound = sheet.ink(order), ""
    arrow = sheet.arrows.get(parsed.other[:3])
    if arrow is None or arrow.goal != parsed.target[:3] or len(arrow.legs) == 1:
        # The army's own order is not in the picture, so the fleet shows where it would go.
        way = legs(sheet.stand, sheet.ways, parsed.other, parsed.target, (parsed.place,))
        if not way:
            return None
        bound = ink.trace(way)
    body = bound + ink.ring(point, "dotted")
    if order.failed and not order.void:
        return Sign(1, body, badge=sheet.badge(point, good=False))
    return Sign(1, body)


def _retreat(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    start = sheet.stand.of(parsed.place, dislodged=True)
    goal = sheet.stand.goal(parsed.target)
    if start is None or goal is None:
        return None
    line = sheet.ways.choose(start, goal, 0.06, LEAVE + 3, 6)
    stop = line.short_of(18) if order.failed and not order.void else None
    arrow = Arrow(parsed.target[:3], (line,), 0, stop)
    return _arrow(sheet.ink(order), arrow, "dot-dashed")


def _build(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.goal(parsed.place)
    if point is None:
        return None
    sheet.solid.mark((point[0] - 21, point[1] - 16, point[0] + 21, point[1] + 18))
    unit = sheet.pen.group(figure(sheet.pen, order.power, parsed.unit_type), place=point)
    return Sign(4, unit, badge=sheet.badge(point, good=not order.failed))


def _disband(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.of(parsed.place, dislodged=True)
    return None if point is None else Sign(4, badge=sheet.badge(point, good=False))


_SIGNS: Final[dict[Kind, Callable[[_Sheet, DrawnOrder, Parsed], Sign | None]]] = {
    "hold": _hold,
    "move": _move,
    "support-hold": _support_hold,
    "support-move": _support_move,
    "convoy": _convoy,
    "retreat": _retreat,
    "build": _build,
    "disband": _disband,
}


def _sheet(
    pen: Pen,
    board: Board,
    held: Stand,
    given: list[tuple[DrawnOrder, Parsed]],
    grids: tuple[Grid, Grid],
    costs: Costs,
) -> _Sheet:
    ways = Ways(costs, [*held.units.values(), *held.ousted.values()])
    moves = arrows(board, held, ways, given)
    helped: defaultdict[str, list[tuple[str, Point]]] = defaultdict(list)
    for _, one in given:
        place = held.of(one.place)
        arrow = moves.get(one.other[:3]) if one.kind == "support-move" else None
        if arrow is not None and arrow.goal == one.target[:3] and place is not None:
            helped[one.other[:3]].append((one.place[:3], place))
    for start, supporters in helped.items():
        land(moves[start], supporters)
    return _Sheet(pen, held, ways, moves, *grids)


def draw(
    pen: Pen,
    board: Board,
    picture: Picture,
    said: Words,
    held: Stand,
    grids: tuple[Grid, Grid],
    costs: Costs,
) -> tuple[str, str]:
    """The signs of all orders: what lies beneath the units, and the badges above them.

    ``grids`` learn what the badges and what the lines take, ``costs`` say where lines are not
    wanted.
    """
    given = [(order, found) for order in picture.orders if (found := parse(order.text))]
    sheet = _sheet(pen, board, held, given, grids, costs)
    beneath: list[tuple[int, str]] = []
    above: list[str] = []
    for order, found in given:
        sign = _SIGNS[found.kind](sheet, order, found)
        if sign is None:
            continue
        words = said.order(order)
        lost = ""
        if order.dislodged and (point := held.of(found.place)):
            lost = sheet.ink(order).lost(point, holds=found.kind == "hold")
        for rank, body in ((sign.rank, sign.line), (_OVER, sign.over + lost)):
            if body:
                group = pen.group(body, name="order", title=words, order=order.text)
                beneath.append((rank, group))
        if sign.badge:
            above.append(pen.group(sign.badge, name="order", title=words, order=order.text))
    beneath.sort(key=lambda pair: pair[0])
    return "".join(body for _, body in beneath), "".join(above)
