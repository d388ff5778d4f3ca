"""The plane geometry of arrows. Points are (x, y), y grows downwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .svg import coordinates

if TYPE_CHECKING:
    from .geometry import Point


def mix(a: Point, b: Point, t: float) -> Point:
    """The point a share ``t`` of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def towards(a: Point, b: Point, length: float) -> Point:
    """The point ``length`` away from a in the direction of b; never beyond the middle."""
    distance = math.dist(a, b)
    return mix(a, b, min(length / distance, 0.45)) if distance else a


def normal(a: Point, b: Point) -> Point:
    """The unit vector at right angles to the line from a to b."""
    distance = math.dist(a, b) or 1
    return ((a[1] - b[1]) / distance, (b[0] - a[0]) / distance)


def bent(a: Point, b: Point, bend: float) -> Point:
    """The control point of a curve from a to b, ``bend`` of its length beside the line's middle."""
    middle = mix(a, b, 0.5)
    # Long arrows across the sea would swing too far.
    limit = 110 / max(math.dist(a, b), 1)
    share = max(-limit, min(limit, bend))
    return (middle[0] - (b[1] - a[1]) * share, middle[1] + (b[0] - a[0]) * share)


@lru_cache(maxsize=256)
def _shares(count: int) -> tuple[float, ...]:
    return tuple(i / count for i in range(count + 1))


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic Bézier curve."""

    start: Point
    control: Point
    end: Point

    def point(self, t: float) -> Point:
        return mix(mix(self.start, self.control, t), mix(self.control, self.end, t), t)

    def until(self, t: float) -> Curve:
        return Curve(self.start, mix(self.start, self.control, t), self.point(t))

    def after(self, t: float) -> Curve:
        return Curve(self.point(t), mix(self.control, self.end, t), self.end)

    @property
    def length(self) -> float:
        """The approximate length; enough to choose where along it to stop."""
        chord = math.dist(self.start, self.end)
        legs = math.dist(self.start, self.control) + math.dist(self.control, self.end)
        return (2 * chord + legs) / 3

    @property
    def powers(self) -> tuple[Point, Point, Point]:
        """The coefficients of 1, t and t² of the point at t."""
        (ax, ay), (bx, by), (cx, cy) = self.start, self.control, self.end
        return (
            self.start,
            (2 * (bx - ax), 2 * (by - ay)),
            (ax - 2 * bx + cx, ay - 2 * by + cy),
        )

    def shares(self, apart: float) -> tuple[float, ...]:
        """Parameters from 0 to 1 whose points are at most about ``apart`` from each other."""
        return _shares(int(self.length * 1.2 / apart) + 1)

    def samples(self, apart: float) -> list[Point]:
        """The points at ``shares(apart)``, both ends included."""
        (x, y), (px, py), (qx, qy) = self.powers
        return [(x + t * (px + t * qx), y + t * (py + t * qy)) for t in self.shares(apart)]

    def short_of(self, distance: float) -> float:
        """The parameter of the point about ``distance`` before the end."""
        return max(0.2, 1 - distance / max(self.length, 1))

    def path(self, *, first: bool = True) -> str:
        lead = f"M{coordinates(self.start)}" if first else ""
        return f"{lead}Q{coordinates(self.control)} {coordinates(self.end)}"


def arrowhead(line: Curve, size: float = 12.5) -> str:
    """The outline of an arrowhead in the direction of a curve's end, its tip at the origin."""
    distance = math.dist(line.control, line.end) or 1
    ux = (line.end[0] - line.control[0]) / distance * size
    uy = (line.end[1] - line.control[1]) / distance * size
    corners = [
        (-ux * back - uy * aside, -uy * back + ux * aside)
        for back, aside in ((1.35, 0.72), (1.05, 0), (1.35, -0.72))
    ]
    return "M0 0L" + "L".join(coordinates(point) for point in corners) + "z"
