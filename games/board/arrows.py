"""The arrows of moves: by land or through fleets, where each stopped, and who supports it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .stand import route

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .anchors import Board, Point
    from .curves import Curve
    from .grammar import Parsed
    from .picture import DrawnOrder
    from .stand import Stand
    from .ways import Ways

LEAVE: Final = 17  # arrows start at the rim of their unit
REACH: Final = 24  # and stop at the rim of a unit in the way
_CROSS: Final = 15  # half a cross and a little air
_BETWEEN: Final = 12.5  # from one support that lands to the next

Given = tuple["DrawnOrder", "Parsed"]


@dataclass(frozen=True, slots=True)
class Arrow:
    """``stop`` is how far along its leg number ``leg`` it came; None if it arrived."""

    goal: str  # the province
    legs: tuple[Curve, ...]
    leg: int
    stop: float | None
    landings: dict[str, Point] = field(default_factory=dict)  # supporter's province -> where

    def done(self) -> tuple[Curve, ...]:
        """The way that was gone, as far as its line is drawn."""
        last = self.legs[self.leg]
        if self.stop is None:
            return (*self.legs[:-1], last.until(last.short_of(12)))
        back = _CROSS / max(last.length, 1)
        return (*self.legs[: self.leg], last.until(max(self.stop - back * 0.4, 0.08)))

    def left(self) -> tuple[Curve, ...]:
        """The way that was not."""
        if self.stop is None:
            return ()
        last = self.legs[self.leg]
        on = self.stop + _CROSS / max(last.length, 1)
        rest = (last.after(on),) if on < 0.94 else ()
        return (*rest, *self.legs[self.leg + 1 :])


def legs(
    held: Stand, ways: Ways, start: str, target: str, seas: tuple[str, ...], *, bowed: bool = False
) -> tuple[Curve, ...]:
    """The legs of a move: one curve by land, one for each leg of a way overseas."""
    ends = [held.of(start), *(held.of(sea) for sea in seas), held.goal(target)]
    points = [point for point in ends if point is not None]
    if len(points) < len(ends):
        return ()
    stop = REACH if held.crowded(points[-1]) else 6
    if len(points) == 2:
        bend = 0.2 if bowed else 0.08
        return (ways.choose(points[0], points[1], bend, LEAVE, stop, bowed=bowed),)
    last = len(points) - 2
    return tuple(
        ways.choose(
            points[i], points[i + 1], 0.06, LEAVE if i == 0 else 0, stop if i == last else 0
        )
        for i in range(last + 1)
    )


def _stop(
    order: DrawnOrder, drawn: tuple[Curve, ...], broken: int | None, *, bowed: bool
) -> tuple[int, float | None]:
    """On which leg a move ended and how far along it, before the province or in the middle."""
    if not order.failed or order.void:
        return len(drawn) - 1, None
    if broken is not None:
        return broken, drawn[broken].short_of(REACH + 6)
    last = drawn[-1]
    stop = last.short_of(12 if last.length < 45 else 18)
    return len(drawn) - 1, min(stop, 0.52) if bowed else max(stop, 0.4)


def arrows(board: Board, held: Stand, ways: Ways, given: Iterable[Given]) -> dict[str, Arrow]:
    """Province that a unit leaves -> its arrow, the shortest lines chosen first."""
    convoys: dict[tuple[str, str], dict[str, DrawnOrder]] = {}
    moves: list[Given] = []
    for order, one in given:
        if one.kind == "convoy":
            convoys.setdefault((one.other[:3], one.target[:3]), {})[one.place[:3]] = order
        elif one.kind == "move":
            moves.append((order, one))
    walking: dict[tuple[str, str], tuple[str, ...]] = {}
    for _, one in moves:
        way = (one.place[:3], one.target[:3])
        walks = one.unit_type == "F" or (board.walkable(*way) and not one.via)
        fleets = frozenset() if walks else frozenset(convoys.get(way, ()))
        walking[way] = route(board, one.place, one.target, fleets)
    found: dict[str, Arrow] = {}
    for order, one in sorted(moves, key=lambda pair: _reach(held, pair[1])):
        way = (one.place[:3], one.target[:3])
        seas = walking[way]
        bowed = not seas and not walking.get((way[1], way[0]), ("",))
        drawn = legs(held, ways, one.place, one.target, seas, bowed=bowed)
        if not drawn:
            continue
        carriers = convoys.get(way, {})
        broken = next(
            (i for i, sea in enumerate(seas) if carriers[sea].failed and not carriers[sea].void),
            None,
        )
        leg, stop = _stop(order, drawn, broken, bowed=bowed)
        found[way[0]] = Arrow(way[1], drawn, leg, stop)
    return found


def _reach(held: Stand, one: Parsed) -> tuple[float, str]:
    a, b = held.of(one.place), held.goal(one.target)
    if a is None or b is None:
        return (0, one.place)
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, one.place)


def land(arrow: Arrow, supporters: Iterable[tuple[str, Point]]) -> None:
    """Where each support lands along an arrow, so far apart that they can be counted."""
    line = arrow.legs[arrow.leg]
    end = line.short_of(20) if arrow.stop is None else arrow.stop - 13 / max(line.length, 1)
    first, last = 0.12, max(end, 0.2)
    near = [(_beside(line, point), place) for place, point in supporters]
    near.sort()
    apart = min(_BETWEEN / max(line.length, 1), (last - first) / max(len(near) - 1, 1))
    middle = sum(t for t, _ in near) / len(near)
    half = apart * (len(near) - 1) / 2
    middle = min(max(middle, first + half), last - half)
    for i, (_, place) in enumerate(near):
        arrow.landings[place] = line.point(middle - half + i * apart)


def _beside(line: Curve, point: Point) -> float:
    """How far along a line a point is, not at its very ends."""
    (ax, ay), (bx, by) = line.start, line.end
    length = (bx - ax) ** 2 + (by - ay) ** 2 or 1
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
    return min(max(share, 0.35), 0.65)
