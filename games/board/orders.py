"""The signs of orders.

A solid arrow moves, a dotted one goes by convoy, a dash-dotted one retreats. A dashed line
supports: it ends on the arrow it helps, or at a guard before the unit it helps to stay. A ring
holds, a dotted ring convoys. What failed has a cross: on an arrow where it stopped, with a faint
trace on to where it was bound. A plus builds, a cross on a unit disbands it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from games.board.curves import Curve, arrowhead
from games.board.grammar import Kind, Parsed, parse
from games.board.pen import Pen, at, key
from games.board.stand import Stand, route, stand
from games.board.units import badge, figure
from games.board.words import Names
from games.board.words import order as title

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.board.anchors import Board, Point
    from games.board.picture import DrawnOrder, Picture

_LEAVE: Final = 17  # arrows start at the rim of their unit
_REACH: Final = 24  # and stop at the rim of a unit in the way


@dataclass(frozen=True, slots=True)
class Sign:
    """``rank`` orders the layers, lowest first; ``badge`` lies above the units."""

    rank: int
    line: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """All that a sign may have to look at besides its own order."""

    pen: Pen
    stand: Stand
    moves: Mapping[str, tuple[Curve, ...]]  # province the unit leaves -> the legs of its arrow
    bound: Mapping[str, str]  # province the unit leaves -> province it goes to
    carried: frozenset[tuple[str, str]] = field(default=frozenset())  # armies drawn via fleets


def _line(pen: Pen, power: str, d: str, *extra: str) -> str:
    core = f"line-{key(power)}" if key(power) else "line-ring"
    return (
        pen.path(d, "line", "line-ring", *extra)
        + pen.path(d, "line", "line-ink", *extra)
        + pen.path(d, "line", core, "line-core", *extra)
    )


def _tint(power: str) -> str:
    return f"head-{key(power)}" if key(power) else "neutral"


def _head(pen: Pen, power: str, line: Curve) -> str:
    d = arrowhead(line)
    body = pen.path(d, "unit-ring") + pen.path(d, "solid", _tint(power))
    return pen.group(pen.group(body, name="figure"), place=line.end)


def _cross(pen: Pen, point: Point) -> str:
    d = "M-7-7 7 7M-7 7 7-7"
    return pen.group(
        pen.group(pen.path(d, "cross-ring") + pen.path(d, "cross"), name="figure"), place=point
    )


def _ring(pen: Pen, power: str, point: Point, *extra: str) -> str:
    core = f"line-{key(power)}" if key(power) else "line-ring"
    body = "".join(
        pen.circle((0, 0), 21.5, "line", layer, *extra) for layer in ("line-ring", "line-ink")
    )
    body += pen.circle((0, 0), 21.5, "line", core, "line-core", *extra)
    return pen.group(pen.group(body, name="figure"), place=point)


def _guard(pen: Pen, power: str, point: Point, side: Point) -> str:
    """A quarter of a ring round a unit, on the side from which help comes."""
    angle = math.atan2(side[1] - point[1], side[0] - point[0])
    ends = [(23 * math.cos(angle + turn), 23 * math.sin(angle + turn)) for turn in (-0.8, 0.8)]
    d = f"M{at(ends[0])}A23 23 0 0 1 {at(ends[1])}"
    return pen.group(pen.group(_line(pen, power, d), name="figure"), place=point)


def _arrow(pen: Pen, order: DrawnOrder, legs: tuple[Curve, ...], *extra: str) -> str:
    """An arrow along its legs; one that failed stops short of the end of the last."""
    last = legs[-1]
    before = "".join(leg.path(first=i == 0) for i, leg in enumerate(legs[:-1]))
    first = not before
    if order.succeeded is False:
        stop = min(0.74, last.short_of(26))
        trace = pen.path(last.after(min(stop + 0.1, 0.95)).path(), "trace")
        body = before + last.until(max(stop - 0.06, 0.1)).path(first=first)
        return trace + _line(pen, order.power, body, *extra) + _cross(pen, last.point(stop))
    body = before + last.until(last.short_of(12)).path(first=first)
    return _line(pen, order.power, body, *extra) + _head(pen, order.power, last)


def _legs(held: Stand, start: str, target: str, seas: tuple[str, ...]) -> tuple[Curve, ...]:
    """The legs of a move: one curve by land, one for each leg of a way overseas."""
    ends = [held.of(start), *(held.of(sea) for sea in seas), held.goal(target)]
    points = [point for point in ends if point is not None]
    if len(points) < len(ends):
        return ()
    stop = _REACH if held.crowded(points[-1]) else 6
    count = len(points) - 1
    return tuple(
        held.eased(
            points[i],
            points[i + 1],
            0.08 if count == 1 else 0.04,
            _LEAVE if i == 0 else 0,
            stop if i == count - 1 else 0,
        )
        for i in range(count)
    )


def _move(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    legs = sheet.moves.get(parsed.place[:3], ())
    if not legs:
        return None
    extra = ("dotted",) if parsed.via or len(legs) > 1 else ()
    return Sign(3, _arrow(sheet.pen, order, legs, *extra))


def _hold(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.of(parsed.place)
    if point is None:
        return None
    body = _ring(sheet.pen, order.power, point)
    if order.succeeded is False:
        gone = sheet.pen.circle((0, 0), 27, "ousted")
        body += sheet.pen.group(sheet.pen.group(gone, name="figure"), place=point)
    return Sign(0, body)


def _failed(pen: Pen, order: DrawnOrder, point: Point) -> str:
    return _cross(pen, point) if order.succeeded is False else ""


def _support_hold(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    start, other = sheet.stand.of(parsed.place), sheet.stand.of(parsed.other)
    if start is None or other is None:
        return None
    line = sheet.stand.eased(start, other, 0.08, _LEAVE, _REACH + 1)
    pen = sheet.pen
    body = _line(pen, order.power, line.path(), "dashed")
    body += _guard(pen, order.power, other, line.end)
    return Sign(1, body + _failed(pen, order, line.point(0.5)))


def _support_move(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    start = sheet.stand.of(parsed.place)
    trace = ""
    if sheet.bound.get(parsed.other[:3]) == parsed.target[:3]:
        legs = sheet.moves[parsed.other[:3]]
    else:
        # The move is not in the picture: another power's, or it was never ordered.
        legs = _legs(sheet.stand, parsed.other, parsed.target, ())
        trace = "".join(sheet.pen.path(leg.path(), "trace") for leg in legs)
    if start is None or not legs:
        return None
    pen = sheet.pen
    line = sheet.stand.eased(start, legs[-1].point(0.55), -0.08, _LEAVE)
    body = trace + _line(pen, order.power, line.path(), "dashed")
    dot = pen.circle((0, 0), 5, "solid", _tint(order.power))
    body += pen.group(pen.group(dot, name="figure"), place=line.end)
    return Sign(2, body + _failed(pen, order, line.point(0.5)))


def _convoy(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.of(parsed.place)
    legs = _legs(sheet.stand, parsed.other, parsed.target, (parsed.place,))
    if point is None or not legs:
        return None
    pen = sheet.pen
    body = _ring(pen, order.power, point, "dotted")
    if (parsed.other[:3], parsed.target[:3]) not in sheet.carried:
        # The army's own order is not in the picture, so the fleet shows where it would go.
        d = "".join(leg.path(first=i == 0) for i, leg in enumerate(legs))
        body = pen.path(d, "trace") + body
    if order.succeeded is False:
        return Sign(1, body, badge(pen, point, good=False))
    return Sign(1, body)


def _retreat(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    start = sheet.stand.of(parsed.place, dislodged=True)
    goal = sheet.stand.goal(parsed.target)
    if start is None or goal is None:
        return None
    line = sheet.stand.eased(start, goal, 0.06, _LEAVE + 3, 6)
    return Sign(3, _arrow(sheet.pen, order, (line,), "dot-dashed"))


def _build(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.goal(parsed.place)
    if point is None:
        return None
    unit = sheet.pen.group(figure(sheet.pen, order.power, parsed.unit_type), place=point)
    return Sign(4, unit, badge(sheet.pen, point, good=order.succeeded is not False))


def _disband(sheet: _Sheet, order: DrawnOrder, parsed: Parsed) -> Sign | None:
    point = sheet.stand.of(parsed.place, dislodged=True)
    return None if point is None else Sign(4, badge=badge(sheet.pen, point, good=False))


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


def _sheet(pen: Pen, held: Stand, board: Board, parsed: list[Parsed]) -> _Sheet:
    convoys: dict[tuple[str, str], set[str]] = {}
    for one in parsed:
        if one.kind == "convoy":
            convoys.setdefault((one.other[:3], one.target[:3]), set()).add(one.place[:3])
    moves: dict[str, tuple[Curve, ...]] = {}
    bound: dict[str, str] = {}
    carried: set[tuple[str, str]] = set()
    for one in parsed:
        if one.kind != "move":
            continue
        way = (one.place[:3], one.target[:3])
        walks = one.unit_type == "F" or (board.walkable(*way) and not one.via)
        fleets = frozenset() if walks else frozenset(convoys.get(way, ()))
        seas = route(board, one.place, one.target, fleets)
        legs = _legs(held, one.place, one.target, seas)
        if legs:
            moves[way[0]], bound[way[0]] = legs, way[1]
        if seas:
            carried.add(way)
    return _Sheet(pen, held, moves, bound, frozenset(carried))


def draw(pen: Pen, board: Board, picture: Picture, names: Names) -> tuple[str, str]:
    """The signs of all orders: what lies beneath the units, and the badges above them."""
    orders = [(order, found) for order in picture.orders if (found := parse(order.text))]
    held = stand(board, picture)
    sheet = _sheet(pen, held, board, [found for _, found in orders])
    beneath: list[tuple[int, str]] = []
    above: list[str] = []
    for order, found in orders:
        sign = _SIGNS[found.kind](sheet, order, found)
        if sign is None:
            continue
        words = title(order, names)
        if sign.line:
            body = pen.group(sign.line, name="order", title=words, order=order.text)
            beneath.append((sign.rank, body))
        if sign.badge:
            above.append(pen.group(sign.badge, name="order", title=words, order=order.text))
    beneath.sort(key=lambda pair: pair[0])
    return "".join(body for _, body in beneath), "".join(above)
