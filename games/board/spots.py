"""Points at which the units of one picture are drawn, and the fleets by which a convoy goes."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .geometry import BoardGeometry, Box, Point
    from .picture import DrawnUnit, Picture


def unit_spot(board: BoardGeometry, drawn: DrawnUnit) -> Point | None:
    """Point at which a unit is drawn; None if its place is not on this board."""
    place = board.unit_spot(drawn.unit[2:])
    if place is None:
        return None
    return place.dislodged if drawn.dislodged else place.unit


def unit_box(point: Point) -> Box:
    """The box that a unit at a point covers, including its rim."""
    x, y = point
    return x - 21, y - 16, x + 21, y + 18


@dataclass(frozen=True, slots=True)
class UnitSpots:
    """The points at which units are drawn, by province.

    A province holds at most one unit and one dislodged unit.
    """

    board: BoardGeometry
    units: dict[str, Point]
    dislodged: dict[str, Point]

    def unit_at(self, location: str, *, dislodged: bool = False) -> Point | None:
        """Point of the unit in the province of ``location`` (``STP`` or ``STP/SC``).

        An order may name no coast, or not the unit's. If no unit is there, it is the point for a
        unit that came there; None if the place is not on this board.
        """
        code = location[:3]
        if dislodged and code in self.dislodged:
            return self.dislodged[code]
        if code in self.units:
            return self.units[code]
        return self.arrival(location)

    def arrival(self, location: str) -> Point | None:
        """Point for a unit that came to ``location``; None if it is not on this board."""
        place = self.board.unit_spot(location)
        return None if place is None else place.unit

    def boxes(self) -> list[Box]:
        """The boxes that the units cover, including their rims."""
        return [*map(unit_box, self.units.values()), *self.dislodged_boxes()]

    def dislodged_boxes(self) -> list[Box]:
        """The boxes that the dislodged units cover, including their rings."""
        return [(x - 18, y - 18, x + 18, y + 18) for x, y in self.dislodged.values()]

    def crowded(self, point: Point) -> bool:
        """Whether a unit is drawn so close to ``point`` that an arrow must stop before it."""
        return any(math.dist(point, other) < 20 for other in self.units.values())


def unit_spots(board: BoardGeometry, picture: Picture) -> UnitSpots:
    """Points of the units of a picture, without units whose place is unknown."""
    units: dict[str, Point] = {}
    dislodged: dict[str, Point] = {}
    for drawn in picture.units:
        point = unit_spot(board, drawn)
        if point is not None:
            (dislodged if drawn.dislodged else units)[drawn.unit[2:5]] = point
    return UnitSpots(board, units, dislodged)


def convoy_route(
    board: BoardGeometry, start: str, goal: str, fleets: frozenset[str]
) -> tuple[str, ...]:
    """The seas of the shortest convoy route over ``fleets``; empty if there is none."""
    first, last = start[:3], goal[:3]
    queue: deque[tuple[str, ...]] = deque(
        (sea,) for sea in sorted(fleets) if first in board.waters.get(sea, ())
    )
    seen = {path[0] for path in queue}
    while queue:
        path = queue.popleft()
        near = board.waters.get(path[-1], frozenset())
        if last in near:
            return path
        for sea in sorted(fleets & near):
            if sea not in seen:
                seen.add(sea)
                queue.append((*path, sea))
    return ()
