"""Places beside a unit: of the unit that it has dislodged, and of the name of its coast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .boxes import around, overlap

if TYPE_CHECKING:
    from .boxes import Boxes
    from .places import Point
    from .room import Room

_RING: Final = (36.0, 36.0)  # round a dislodged unit
_DISTANCES: Final = (34, 36, 38, 40, 43)  # from the unit that dislodged it
_OUTSIDE: Final = 800  # the cost of a place outside its province: names can give way, it cannot
_APART: Final = 4  # the cost of each unit of distance
COAST_NAME: Final = (26.0, 16.0)
COAST_NAMES: Final = 14
_BASELINE: Final = 4.5  # below the middle of the box


def dislodged(
    unit: Point, units: Boxes, rest: list[Boxes], free: Room, size: tuple[int, int]
) -> Point:
    """The place of a dislodged unit: close to ``unit``, on no unit and little else.

    ``rest`` are the boxes of centers, of names in each language, and of other dislodged units;
    ``free`` is the room of the province and the water beside it.
    """
    turns = np.arange(32) * np.pi / 16
    round_it = np.column_stack([np.cos(turns), np.sin(turns)])
    points = np.vstack([np.array(unit) + r * round_it for r in _DISTANCES]).round(1)
    found = around(points, *_RING)
    costs = 10 * overlap(found, units) + _OUTSIDE * (1 - free.share(found))
    costs = costs + _APART * np.repeat(_DISTANCES, len(turns))
    for boxes in rest:
        costs = costs + overlap(found, boxes) / len(rest)
    page = np.array([[0.0, 0.0, *size]])
    costs = costs + 10 * (found[:, 2:] - found[:, :2]).prod(axis=1) - 10 * overlap(found, page)
    return _pair(points[int(costs.argmin())])


def coast_names(unit: Point, taken: Boxes, own: Room, shore: np.ndarray) -> list[Point]:
    """Places for the name of a coast, best first: between its fleet and its shore."""
    points = own.points(2)
    found = around(points, *COAST_NAME)
    near = np.sqrt(((points[:, None] - shore[None]) ** 2).sum(axis=2)).min(axis=1)
    away = np.hypot(*(points - np.array(unit)).T)
    costs = 500 * (overlap(found, taken, 1.5) > 0) + 200 * (1 - own.share(found)) + away + near
    chosen = []
    for _ in range(COAST_NAMES):
        best = int(costs.argmin())
        chosen.append((float(points[best][0]), float(points[best][1]) + _BASELINE))
        costs = costs + 60 * (overlap(found, found[[best]]) > 0)
    return chosen


def coast_name_box(point: Point) -> Boxes:
    return around(np.array([[point[0], point[1] - _BASELINE]]), *COAST_NAME)


def _pair(point: np.ndarray) -> Point:
    return float(point[0]), float(point[1])
