"""Where the units of one picture stand, and by which fleets an army goes overseas."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .anchors import Board, Box, Point
    from .picture import DrawnUnit, Picture


def spot(board: Board, drawn: DrawnUnit) -> Point | None:
    """Where a unit is drawn; None if it stands nowhere on this board."""
    anchor = board.anchor(drawn.unit[2:])
    if anchor is None:
        return None
    return anchor.dislodged if drawn.dislodged else anchor.unit


@dataclass(frozen=True, slots=True)
class Stand:
    """A province holds at most one unit and one dislodged unit, so its code finds them."""

    board: Board
    units: dict[str, Point]
    ousted: dict[str, Point]

    def of(self, location: str, *, dislodged: bool = False) -> Point | None:
        """Where the unit that an order calls ``STP`` or ``STP/SC`` is drawn.

        An order may name a coast that the unit is not on, or none; the unit in the province is
        meant all the same. With no unit there, the place where one would stand.
        """
        code = location[:3]
        if dislodged and code in self.ousted:
            return self.ousted[code]
        if code in self.units:
            return self.units[code]
        return self.goal(location)

    def goal(self, location: str) -> Point | None:
        """Where a unit that came to ``location`` would be drawn."""
        anchor = self.board.anchor(location)
        return None if anchor is None else anchor.unit

    def boxes(self) -> list[Box]:
        """What the units cover, rims included."""
        whole = [(x - 21, y - 16, x + 21, y + 18) for x, y in self.units.values()]
        return whole + [(x - 20.5, y - 20.5, x + 20.5, y + 20.5) for x, y in self.ousted.values()]

    def crowded(self, point: Point) -> bool:
        """Whether a unit is drawn so close that an arrow has to stop before it."""
        return any(math.dist(point, other) < 20 for other in self.units.values())


def stand(board: Board, picture: Picture) -> Stand:
    units: dict[str, Point] = {}
    ousted: dict[str, Point] = {}
    for drawn in picture.units:
        point = spot(board, drawn)
        if point is not None:
            (ousted if drawn.dislodged else units)[drawn.unit[2:5]] = point
    return Stand(board, units, ousted)


def route(board: Board, start: str, goal: str, fleets: frozenset[str]) -> tuple[str, ...]:
    """The shortest way overseas through these fleets' seas, or () if they do not join."""
    first, last = start[:3], goal[:3]
    queue: deque[tuple[str, ...]] = deque(
        (sea,) for sea in sorted(fleets) if first in board.waters.get(sea, ())
    )
    seen = {way[0] for way in queue}
    while queue:
        way = queue.popleft()
        near = board.waters.get(way[-1], frozenset())
        if last in near:
            return way
        for sea in sorted(fleets & near):
            if sea not in seen:
                seen.add(sea)
                queue.append((*way, sea))
    return ()
