"""The arrows of moves: their lines by land or by convoy, their ends, and the ends of supports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from adjudicator.orders import Convoy, Move
from adjudicator.terms import UnitType

from .spots import convoy_route

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .curves import Curve
    from .geometry import BoardGeometry, Point
    from .picture import DrawnOrder
    from .routing import LineRouter
    from .spots import UnitSpots

LEAVE: Final = 17  # from a unit to the start of its arrow
REACH: Final = 24  # from the tip of an arrow to a unit that is in its way
_CROSS: Final = 15  # half the size of a cross, with a gap
_BETWEEN: Final = 12.5  # between the ends of two supports
_Journey = tuple[str, str]  # the provinces that a move leaves and enters


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move. Its unit came as far as ``stop`` along leg number ``leg``; None if it arrived."""

    goal: str  # the province
    legs: tuple[Curve, ...]
    leg: int
    stop: float | None
    landings: dict[str, Point] = field(default_factory=dict)  # supporter's province -> end

    def travelled(self) -> tuple[Curve, ...]:
        """The part that is drawn as a line: as far as the unit came."""
        last = self.legs[self.leg]
        if self.stop is None:
            return (*self.legs[:-1], last.until(last.short_of(12)))
        back = _CROSS / max(last.length, 1)
        return (*self.legs[: self.leg], last.until(max(self.stop - back * 0.4, 0.08)))

    def rest(self) -> tuple[Curve, ...]:
        """The part beyond where the unit stopped."""
        if self.stop is None:
            return ()
        last = self.legs[self.leg]
        on = self.stop + _CROSS / max(last.length, 1)
        rest = (last.after(on),) if on < 0.94 else ()
        return (*rest, *self.legs[self.leg + 1 :])


def legs(
    spots: UnitSpots,
    router: LineRouter,
    start: str,
    target: str,
    seas: tuple[str, ...],
    *,
    bowed: bool = False,
) -> tuple[Curve, ...]:
    """The curves of a move: one by land, or one for each leg of a convoy through ``seas``.

    Empty if a place is not on the board. With ``bowed`` a move by land keeps to one side, so that
    a move in the other direction has its own line.
    """
    ends = [spots.unit_at(start), *(spots.unit_at(sea) for sea in seas), spots.arrival(target)]
    points = [point for point in ends if point is not None]
    if len(points) < len(ends):
        return ()
    stop = REACH if spots.crowded(points[-1]) else 6
    if len(points) == 2:
        bend = 0.2 if bowed else 0.08
        return (router.choose(points[0], points[1], bend, LEAVE, stop, bowed=bowed),)
    last = len(points) - 2
    return tuple(
        router.choose(
            points[i], points[i + 1], 0.06, LEAVE if i == 0 else 0, stop if i == last else 0
        )
        for i in range(last + 1)
    )


def _stop(
    drawn: DrawnOrder, path: tuple[Curve, ...], broken: int | None, *, bowed: bool
) -> tuple[int, float | None]:
    """The number of the leg on which a move ended, and the share of it; None if it arrived."""
    if not drawn.failed or drawn.void:
        return len(path) - 1, None
    if broken is not None:
        return broken, path[broken].short_of(REACH + 6)
    last = path[-1]
    stop = last.short_of(12 if last.length < 45 else 18)
    return len(path) - 1, min(stop, 0.52) if bowed else max(stop, 0.4)


def arrows(
    board: BoardGeometry, spots: UnitSpots, router: LineRouter, drawn_orders: Iterable[DrawnOrder]
) -> dict[str, Arrow]:
    """Province that a unit leaves -> its arrow. The shortest arrows choose their lines first."""
    convoys: dict[_Journey, dict[str, DrawnOrder]] = {}  # with the orders by the fleet's province
    moves: list[tuple[DrawnOrder, Move]] = []
    for drawn in drawn_orders:
        match drawn.order:
            case Convoy(unit=fleet, army=army, target=target):
                convoys.setdefault((army.province, target[:3]), {})[fleet.province] = drawn
            case Move() as order:
                moves.append((drawn, order))
    seas_of = {_journey(order): _seas(board, order, convoys) for _, order in moves}
    found: dict[str, Arrow] = {}
    for drawn, order in sorted(moves, key=lambda pair: _distance(spots, pair[1])):
        journey = start, goal = _journey(order)
        seas = seas_of[journey]
        bowed = not seas and not seas_of.get((goal, start), ("",))
        path = legs(spots, router, order.unit.location, order.target, seas, bowed=bowed)
        if not path:
            continue
        fleets = convoys.get(journey, {})
        broken = next(
            (i for i, sea in enumerate(seas) if fleets[sea].failed and not fleets[sea].void),
            None,
        )
        leg, stop = _stop(drawn, path, broken, bowed=bowed)
        found[start] = Arrow(goal, path, leg, stop)
    return found


def _journey(order: Move) -> _Journey:
    return order.unit.province, order.target[:3]


def _seas(
    board: BoardGeometry, order: Move, convoys: Mapping[_Journey, Mapping[str, DrawnOrder]]
) -> tuple[str, ...]:
    """The seas through which a move is drawn; empty by land or without a whole route."""
    journey = _journey(order)
    walks = order.unit.type is UnitType.FLEET or (board.walkable(*journey) and not order.via)
    fleets = frozenset() if walks else frozenset(convoys.get(journey, ()))
    return convoy_route(board, order.unit.location, order.target, fleets)


def _distance(spots: UnitSpots, order: Move) -> tuple[float, str]:
    """The square of a move's length, and its start so that ties are always broken alike."""
    a, b = spots.unit_at(order.unit.location), spots.arrival(order.target)
    if a is None or b is None:
        return (0, order.unit.location)
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, order.unit.location)


def land(arrow: Arrow, supporters: Iterable[tuple[str, Point]]) -> None:
    """Store in ``arrow`` the end of each support on it, far enough apart to be counted."""
    line = arrow.legs[arrow.leg]
    end = line.short_of(20) if arrow.stop is None else arrow.stop - 13 / max(line.length, 1)
    first, last = 0.12, max(end, 0.2)
    nearest = [(_nearest_share(line, point), place) for place, point in supporters]
    nearest.sort()
    apart = min(_BETWEEN / max(line.length, 1), (last - first) / max(len(nearest) - 1, 1))
    middle = sum(t for t, _ in nearest) / len(nearest)
    half = apart * (len(nearest) - 1) / 2
    middle = min(max(middle, first + half), last - half)
    for i, (_, place) in enumerate(nearest):
        arrow.landings[place] = line.point(middle - half + i * apart)


def _nearest_share(line: Curve, point: Point) -> float:
    """The share of a line nearest to a point, kept away from the line's ends."""
    (ax, ay), (bx, by) = line.start, line.end
    length = (bx - ax) ** 2 + (by - ay) ** 2 or 1
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
    return min(max(share, 0.35), 0.65)
