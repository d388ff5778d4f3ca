"""The signs of orders.

- Move: a solid arrow; by convoy a dotted one through the fleets. Retreat: a dash-dotted arrow.
- Support: a dashed line. It ends on the arrow that it supports, where several land side by side so
  that they can be counted, or at an arc before the unit that it supports to hold.
- Hold: a ring. Convoy: a dotted ring. Build: a plus. Disband: a cross on the unit.
- Failed: a cross, on an arrow where it stopped, with a faint trace to its target.
- Cut support: two strokes across the line, with a faint trace beyond them.
- Void, or matched by no other order: a grey ghost. Dislodged: a broken red ring round the unit.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

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

from .arrows import LEAVE, REACH, Arrow, arrows, land, legs
from .marks import Ink
from .routing import LineRouter
from .units import badge, figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .curves import Curve
    from .geometry import BoardGeometry, Point
    from .grid import Grid
    from .picture import DrawnOrder, Picture
    from .routing import CostGrid
    from .spots import UnitSpots
    from .svg import Pen
    from .titles import Titles

_ABOVE_LINES: Final = 9  # a rank above those of all lines
_CUT: Final = 0.42  # the point of a support at which its cut is drawn, as a share of its length


@dataclass(frozen=True, slots=True)
class Sign:
    """The SVG of one order: its lines, and the parts above all lines, or above the units too."""

    rank: int  # lines of a lower rank are drawn first
    line: str = ""
    above_lines: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True)
class _Context:
    """Data that a sign depends on besides its own order."""

    pen: Pen
    spots: UnitSpots
    router: LineRouter
    arrows: Mapping[str, Arrow]  # province that the unit leaves -> its arrow
    solid: Grid
    lines: Grid

    def ink(self, drawn: DrawnOrder) -> Ink:
        return Ink(self.pen, self.lines, drawn.power, ghost=drawn.void)

    def badge(self, point: Point, *, good: bool) -> str:
        """A plus or a cross on a unit; its place is marked as taken."""
        x, y = point[0] + 16, point[1] - 16
        self.solid.mark((x - 10, y - 10, x + 10, y + 10))
        return badge(self.pen, point, good=good)


def _move(context: _Context, drawn: DrawnOrder, order: Move) -> Sign | None:
    arrow = context.arrows.get(order.unit.province)
    if arrow is None:
        return None
    look = ("dotted",) if order.via or len(arrow.legs) > 1 else ()
    return _arrow(context.ink(drawn), arrow, *look)


def _arrow(ink: Ink, arrow: Arrow, *look: str) -> Sign:
    body = ink.trace(arrow.rest()) + ink.line(arrow.travelled(), *look)
    if arrow.stop is None:
        return Sign(3, body + ink.head(arrow.legs[-1]))
    return Sign(3, body, ink.cross(arrow.legs[arrow.leg].point(arrow.stop)))


def _hold(context: _Context, drawn: DrawnOrder, order: Hold) -> Sign | None:
    point = context.spots.unit_at(order.unit.location)
    return None if point is None else Sign(0, context.ink(drawn).ring(point))


def _support_line(ink: Ink, drawn: DrawnOrder, line: Curve) -> tuple[str, str]:
    """The line of a support, and the mark on it if it was cut or failed."""
    if drawn.outcome == "cut":
        back = 9 / max(line.length, 1)
        body = ink.trace((line.after(_CUT + back),))
        body += ink.line((line.until(max(_CUT - back, 0.1)),), "dashed")
        return body, ink.cut(line, _CUT)
    failed = drawn.failed and not drawn.void
    return ink.line((line,), "dashed"), ink.cross(line.point(0.5)) if failed else ""


def _support_hold(context: _Context, drawn: DrawnOrder, order: SupportHold) -> Sign | None:
    start = context.spots.unit_at(order.unit.location)
    other = context.spots.unit_at(order.supported.location)
    if start is None or other is None:
        return None
    line = context.router.choose(start, other, 0.08, LEAVE, REACH + 1)
    ink = context.ink(drawn)
    body, mark = _support_line(ink, drawn, line)
    guard = "" if drawn.outcome == "cut" else ink.guard(other, line.end)
    return Sign(1, body + guard, mark)


def _support_move(context: _Context, drawn: DrawnOrder, order: SupportMove) -> Sign | None:
    start = context.spots.unit_at(order.unit.location)
    if start is None:
        return None
    ink, trace = context.ink(drawn), ""
    goal = _landing(context, order)
    if goal is None:
        # The move is not in the picture: it is another power's, or was never ordered.
        path = legs(context.spots, context.router, order.supported.location, order.target, ())
        if not path:
            return None
        trace, goal = ink.trace(path), path[-1].point(0.5)
    line = context.router.choose(start, goal, -0.08, LEAVE)
    body, mark = _support_line(ink, drawn, line)
    dot = ink.dot(line.end, counts=drawn.outcome != "cut")
    return Sign(2, trace + body, dot + mark)


def _landing(context: _Context, order: SupportMove) -> Point | None:
    """End of the support on the supported move's arrow; None if that arrow is not drawn."""
    arrow = context.arrows.get(order.supported.province)
    if arrow is None or arrow.goal != order.target[:3]:
        return None
    return arrow.landings.get(order.unit.province)


def _convoy(context: _Context, drawn: DrawnOrder, order: Convoy) -> Sign | None:
    fleet = order.unit.location
    point = context.spots.unit_at(fleet)
    if point is None:
        return None
    ink, trace = context.ink(drawn), ""
    arrow = context.arrows.get(order.army.province)
    if arrow is None or arrow.goal != order.target[:3] or len(arrow.legs) == 1:
        # The army's own order is not in the picture, so the fleet shows where it would go.
        path = legs(context.spots, context.router, order.army.location, order.target, (fleet,))
        if not path:
            return None
        trace = ink.trace(path)
    body = trace + ink.ring(point, "dotted")
    if drawn.failed and not drawn.void:
        return Sign(1, body, badge=context.badge(point, good=False))
    return Sign(1, body)


def _retreat(context: _Context, drawn: DrawnOrder, order: Retreat) -> Sign | None:
    start = context.spots.unit_at(order.unit.location, dislodged=True)
    goal = context.spots.arrival(order.target)
    if start is None or goal is None:
        return None
    line = context.router.choose(start, goal, 0.06, LEAVE + 3, 6)
    stop = line.short_of(18) if drawn.failed and not drawn.void else None
    arrow = Arrow(order.target[:3], (line,), 0, stop)
    return _arrow(context.ink(drawn), arrow, "dot-dashed")


def _build(context: _Context, drawn: DrawnOrder, order: Build) -> Sign | None:
    point = context.spots.arrival(order.unit.location)
    if point is None:
        return None
    context.solid.mark((point[0] - 21, point[1] - 16, point[0] + 21, point[1] + 18))
    pen = context.pen
    unit = pen.group(figure(pen, drawn.power, order.unit.type), place=point)
    return Sign(4, unit, badge=context.badge(point, good=not drawn.failed))


def _disband(context: _Context, drawn: DrawnOrder, order: Disband) -> Sign | None:
    point = context.spots.unit_at(order.unit.location, dislodged=True)
    return None if point is None else Sign(4, badge=context.badge(point, good=False))


def _sign(context: _Context, drawn: DrawnOrder) -> Sign | None:
    """The sign of an order; None for a waived build or for a place that is not on this board."""
    match drawn.order:
        case Hold() as order:
            return _hold(context, drawn, order)
        case Move() as order:
            return _move(context, drawn, order)
        case SupportHold() as order:
            return _support_hold(context, drawn, order)
        case SupportMove() as order:
            return _support_move(context, drawn, order)
        case Convoy() as order:
            return _convoy(context, drawn, order)
        case Retreat() as order:
            return _retreat(context, drawn, order)
        case Build() as order:
            return _build(context, drawn, order)
        case Disband() as order:
            return _disband(context, drawn, order)
    return None


def _context(
    pen: Pen,
    board: BoardGeometry,
    spots: UnitSpots,
    drawn_orders: Sequence[DrawnOrder],
    grids: tuple[Grid, Grid],
    costs: CostGrid,
) -> _Context:
    router = LineRouter(costs, [*spots.units.values(), *spots.dislodged.values()])
    moves = arrows(board, spots, router, drawn_orders)
    supporters: defaultdict[str, list[tuple[str, Point]]] = defaultdict(list)
    for drawn in drawn_orders:
        order = drawn.order
        if not isinstance(order, SupportMove):
            continue
        arrow = moves.get(order.supported.province)
        point = spots.unit_at(order.unit.location)
        if arrow is not None and arrow.goal == order.target[:3] and point is not None:
            supporters[order.supported.province].append((order.unit.province, point))
    for start, points in supporters.items():
        land(moves[start], points)
    return _Context(pen, spots, router, moves, *grids)


def draw(
    pen: Pen,
    board: BoardGeometry,
    picture: Picture,
    titles: Titles,
    spots: UnitSpots,
    grids: tuple[Grid, Grid],
    costs: CostGrid,
) -> tuple[str, str]:
    """The SVG of all signs: the part beneath the units, and the badges above them.

    Badges and lines are marked as taken on ``grids`` (solid, lines); ``costs`` say where lines are
    unwanted.
    """
    context = _context(pen, board, spots, picture.orders, grids, costs)
    beneath: list[tuple[int, str]] = []
    above: list[str] = []
    for drawn in picture.orders:
        sign = _sign(context, drawn)
        if sign is None:
            continue
        title, text = titles.order(drawn), drawn.text
        marks = sign.above_lines + _dislodged_mark(context, drawn)
        for rank, body in ((sign.rank, sign.line), (_ABOVE_LINES, marks)):
            if body:
                beneath.append((rank, pen.group(body, name="order", title=title, order=text)))
        if sign.badge:
            above.append(pen.group(sign.badge, name="order", title=title, order=text))
    beneath.sort(key=lambda pair: pair[0])
    return "".join(body for _, body in beneath), "".join(above)


def _dislodged_mark(context: _Context, drawn: DrawnOrder) -> str:
    """The ring round a unit that was dislodged."""
    unit = drawn.order.unit
    point = context.spots.unit_at(unit.location) if drawn.dislodged and unit else None
    if point is None:
        return ""
    return context.ink(drawn).dislodged_ring(point, holds=isinstance(drawn.order, Hold))
