"""Possible places in each province for its unit, center, names and coasts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from . import labels
from .boxes import around
from .terms import LANGUAGES, words

if TYPE_CHECKING:
    from .boxes import Boxes
    from .labels import Spots
    from .room import Room
    from .terms import Terms

# The drawn signs with their rims: a ship or a shield, a shield alone, the ring round a star.
UNIT: Final = (42.0, 36.0)
ARMY: Final = (32.0, 36.0)
CENTER: Final = (15.0, 15.0)


@dataclass(frozen=True)
class Site:
    code: str
    kind: str
    area: int
    own: Room
    free: Room
    units: np.ndarray
    unit_costs: np.ndarray
    centers: np.ndarray
    center_costs: np.ndarray
    names: dict[str, Spots]
    coasts: dict[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def unit_size(self) -> tuple[float, float]:
        return ARMY if self.kind == "land" else UNIT


def _grown(boxes: Boxes, by: float) -> Boxes:
    return boxes + np.array([-by, -by, by, by])


def _spread(points: np.ndarray, costs: np.ndarray, count: int, apart: float) -> np.ndarray:
    """The numbers of the cheapest points that keep a distance from each other."""
    chosen: list[int] = []
    for i in np.argsort(costs, kind="stable"):
        near = points[chosen] - points[i] if chosen else np.empty((0, 2))
        if not (np.hypot(near[:, 0], near[:, 1]) < apart).any():
            chosen.append(int(i))
            if len(chosen) == count:
                break
    return np.array(chosen, dtype=int)


def _unit_places(own: Room, free: Room, size: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    points = own.points(2)
    found = around(points, *size)
    away = points - points.mean(axis=0)
    costs = (
        300 * (1 - free.share(found))
        + 70 * (1 - own.share(found))
        + 40 * (1 - own.share(_grown(found, 5)))
        + 14 * (1 - own.share(_grown(found, 14)))
        + 500 * ~own.clear_of_rim(found)
        + 0.02 * np.hypot(away[:, 0], away[:, 1])
    )
    best = _spread(points, costs, 70, 6)
    return points[best], costs[best]


def _center_places(own: Room, city: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    points = own.points(2)
    found = around(points, *CENTER)
    away = points - np.array(city)
    costs = 90 * (1 - own.share(found)) + 0.45 * np.hypot(away[:, 0], away[:, 1])
    best = _spread(points, costs, 36, 5)
    return points[best], costs[best]


def site(code: str, terms: Terms, own: Room, free: Room, city: tuple[float, float] | None) -> Site:
    """Possible places in one province.

    ``free`` is the room of the province and of the water beside it.
    """
    kind = terms.kind(code)
    size = ARMY if kind == "land" else UNIT
    units, unit_costs = _unit_places(own, free, size)
    # A province without a center gets one place for it off the page, where it covers nothing.
    centers, center_costs = np.array([[-1000.0, -1000.0]]), np.zeros(1)
    if city is not None:
        centers, center_costs = _center_places(own, city)
    names = {
        language: labels.spots(labels.layouts(*words(code, language), sea=kind == "sea"), own, free)
        for language in LANGUAGES
    }
    return Site(
        code,
        kind,
        int(own.inside.sum()),
        own,
        free,
        units,
        unit_costs,
        centers,
        center_costs,
        names,
    )
