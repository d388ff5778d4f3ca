"""The strokes that signs of orders consist of. Each marks on a grid the squares that it takes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from .curves import arrowhead, normal
from .svg import Pen, coordinates, power_class

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .curves import Curve
    from .geometry import Point
    from .grid import Grid

LINE: Final = 5.3  # half the width of a line with its bright rim and a gap
_TRACE: Final = 2.4  # the same for a trace
_SAMPLES: Final = 6.0  # between the points of a line that are marked on the grid
RING: Final = 21.5  # radius
_TURNS: Final = [(math.cos(i * math.pi / 16), math.sin(i * math.pi / 16)) for i in range(32)]
_GUARD: Final = 23.0  # radius


@dataclass(frozen=True, slots=True)
class Ink:
    """Draws in the colour of a power, or in grey for a void order."""

    pen: Pen
    taken: Grid
    power: str = ""
    ghost: bool = False

    def _layers(self) -> tuple[tuple[str, ...], ...]:
        if self.ghost:
            return (("line", "line-ring"), ("line", "ghost"), ("line", "ghost-core"))
        core = f"line-{power_class(self.power)}" if power_class(self.power) else "line-ring"
        return (("line", "line-ring"), ("line", "line-ink"), ("line", core, "line-core"))

    @property
    def _solid(self) -> tuple[str, str]:
        if self.ghost:
            return ("solid", "ghost-solid")
        return (
            "solid",
            f"head-{power_class(self.power)}" if power_class(self.power) else "neutral",
        )

    def _figure(self, body: str, place: Point) -> str:
        return self.pen.group(self.pen.group(body, name="figure"), place=place)

    def _disc(self, point: Point, radius: float) -> None:
        self.taken.mark_along((point,), radius)

    def _round(self, point: Point, radius: float, half: float) -> None:
        x, y = point
        self.taken.mark_along(((x + radius * a, y + radius * b) for a, b in _TURNS), half)

    def line(self, curves: Iterable[Curve], *extra: str) -> str:
        d = ""
        for curve in curves:
            d += curve.path(first=not d)
            self.taken.mark_along(curve.samples(_SAMPLES), LINE)
        return self._stroked(d, *extra)

    def _stroked(self, d: str, *extra: str) -> str:
        return "".join(self.pen.path(d, *layer, *extra) for layer in self._layers())

    def trace(self, curves: Iterable[Curve]) -> str:
        """A faint line along which a unit would have gone."""
        d = ""
        for curve in curves:
            d += curve.path(first=not d)
            self.taken.mark_along(curve.samples(_SAMPLES), _TRACE)
        return self.pen.path(d, "trace") if d else ""

    def head(self, line: Curve) -> str:
        shape = arrowhead(line)
        body = self.pen.path(shape, "unit-ring") + self.pen.path(shape, *self._solid)
        self.taken.mark_along(line.after(line.short_of(16)).samples(4), 9)
        return self._figure(body, line.end)

    def cross(self, point: Point) -> str:
        self._disc(point, 11)
        return self._figure(_cross(self.pen), point)

    def cut(self, line: Curve, t: float) -> str:
        """Two strokes across a line at the share ``t`` of its length."""
        ux, uy = normal(line.control, line.point(t))
        along = (uy, -ux)
        d = ""
        for shift in (-3.2, 3.2):
            x, y = along[0] * shift, along[1] * shift
            skew = (ux * 8.5 + along[0] * 3, uy * 8.5 + along[1] * 3)
            start, end = (x - skew[0], y - skew[1]), (x + skew[0], y + skew[1])
            d += f"M{coordinates(start)}L{coordinates(end)}"
        self._disc(line.point(t), 14)
        body = self.pen.path(d, "cut-ring") + self.pen.path(d, "cut")
        return self._figure(body, line.point(t))

    def dot(self, point: Point, *, counts: bool) -> str:
        """The end of a support; hollow if it did not count."""
        self._disc(point, 7)
        look = self._solid if counts else ("solid", "ghost-solid")
        return self._figure(self.pen.circle((0, 0), 5.5 if counts else 4, *look), point)

    def ring(self, point: Point, *extra: str) -> str:
        self._round(point, RING, LINE)
        return self._figure(_circles(self.pen, RING, self._layers(), *extra), point)

    def guard(self, point: Point, side: Point) -> str:
        """A quarter of a ring round a unit, towards ``side``: a support to hold ends there."""
        angle = math.atan2(side[1] - point[1], side[0] - point[0])
        arc = [
            (_GUARD * math.cos(angle + turn), _GUARD * math.sin(angle + turn))
            for turn in (-0.8, -0.4, 0, 0.4, 0.8)
        ]
        self.taken.mark_along(((point[0] + x, point[1] + y) for x, y in arc), LINE + 2)
        d = f"M{coordinates(arc[0])}A{_GUARD:g} {_GUARD:g} 0 0 1 {coordinates(arc[-1])}"
        return self._figure(self._stroked(d), point)

    def dislodged_ring(self, point: Point, *, holds: bool) -> str:
        """A ring round a dislodged unit, wider if it ``holds``: the hold has a ring of its own."""
        radius = 28.5 if holds else 23.5
        self._round(point, radius, 2.5)
        layers = (("unit-ring",), ("ousted",))
        return self._figure(_circles(self.pen, radius, layers), point)


@cache
def _cross(pen: Pen) -> str:
    d = "M-7-7 7 7M-7 7 7-7"
    return pen.path(d, "cross-ring") + pen.path(d, "cross")


@cache
def _circles(pen: Pen, radius: float, layers: tuple[tuple[str, ...], ...], *extra: str) -> str:
    return "".join(pen.circle((0, 0), radius, *layer, *extra) for layer in layers)
