"""Projects degrees to the page: Lambert's equal-area projection with crowded parts enlarged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import shapely

if TYPE_CHECKING:
    from shapely import Geometry

WIDTH: Final = 1600
HEIGHT: Final = 1400
_CENTRE: Final = (13.0, 50.5)
_RADIUS: Final = 6371.0
# What the page shows, in kilometres after the enlargement.
_LEFT, _RIGHT, _TOP = -2540.0, 2620.0, 2490.0
_SCALE: Final = WIDTH / (_RIGHT - _LEFT)


class Lens(NamedTuple):
    """A place around which the map is enlarged, less and less over ``reach`` kilometres."""

    east: float
    north: float
    reach: float
    strength: float


LENSES: Final = (
    Lens(13.0, 48.5, 950, 0.32),  # the middle of the board
    Lens(20.4, 42.2, 330, 0.64),  # the Balkans
    Lens(5.2, 51.4, 260, 0.52),  # the Low Countries
    Lens(10.2, 56.2, 300, 0.66),  # Denmark
    Lens(28.6, 40.4, 290, 0.62),  # Constantinople
    Lens(12.6, 42.2, 330, 0.54),  # Italy
    Lens(-3.2, 54.6, 400, 0.74),  # Britain
    Lens(-3.6, 55.7, 230, 0.55),  # Scotland
    Lens(15.5, 47.6, 260, 0.16),  # Vienna
)


def _plane(degrees: np.ndarray) -> np.ndarray:
    """Kilometres east and north of the centre of the projection."""
    east, north = np.radians(degrees[:, 0] - _CENTRE[0]), np.radians(degrees[:, 1])
    middle = np.radians(_CENTRE[1])
    near = 1 + np.sin(middle) * np.sin(north) + np.cos(middle) * np.cos(north) * np.cos(east)
    factor = _RADIUS * np.sqrt(2 / near)
    x = factor * np.cos(north) * np.sin(east)
    y = factor * (np.cos(middle) * np.sin(north) - np.sin(middle) * np.cos(north) * np.cos(east))
    return np.column_stack([x, y])


def to_page(degrees: np.ndarray) -> np.ndarray:
    """An array of (east, north) in degrees as one of (x, y) on the page."""
    points = _plane(degrees)
    for lens in LENSES:
        away = points - _plane(np.array([[lens.east, lens.north]]))
        share = np.exp(-(away**2).sum(axis=1) / (2 * lens.reach**2))
        points = points + lens.strength * away * share[:, None]
    page = np.column_stack([(points[:, 0] - _LEFT) * _SCALE, (_TOP - points[:, 1]) * _SCALE])
    # Rounded, because machines differ in the last digits of an exponential.
    return np.round(page, 6)


def on_page(shape: Geometry, step: float = 0.1) -> Geometry:
    """A shape in degrees, projected to the page; its long lines become curves."""
    return shapely.transform(shapely.segmentize(shape, step), to_page)


def point_on_page(east: float, north: float) -> tuple[float, float]:
    x, y = to_page(np.array([[east, north]]))[0]
    return float(x), float(y)
