"""The share of a box that lies in a province, by a grid of small squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely import Geometry

    from .boxes import Boxes

STEP: Final = 2
RIM: Final = 12


class Room:
    """Some areas of the page."""

    def __init__(self, areas: Iterable[Geometry], size: tuple[int, int]) -> None:
        width, height = size[0] // STEP, size[1] // STEP
        self.inside = np.zeros((height, width), dtype=bool)
        for area in areas:
            left, top, right, bottom = (int(edge // STEP) for edge in area.bounds)
            columns = np.arange(max(left, 0), min(right + 1, width))
            rows = np.arange(max(top, 0), min(bottom + 1, height))
            x, y = np.meshgrid((columns + 0.5) * STEP, (rows + 0.5) * STEP)
            shapely.prepare(area)
            found = shapely.contains_xy(area, x.ravel(), y.ravel()).reshape(x.shape)
            self.inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] |= found
        self._sums = np.zeros((height + 1, width + 1))
        self._sums[1:, 1:] = self.inside.cumsum(axis=0).cumsum(axis=1)

    def share(self, boxes: Boxes) -> np.ndarray:
        """The share of each box in the areas, from 0 to 1. Points beyond the page are outside."""
        limit = np.array([self.inside.shape[1], self.inside.shape[0]])
        low = np.rint(boxes[:, :2] / STEP).astype(int)
        high = np.maximum(np.rint(boxes[:, 2:] / STEP).astype(int), low + 1)
        whole = (high - low).prod(axis=1)
        low, high = np.clip(low, 0, limit), np.clip(high, 0, limit)
        sums = self._sums
        found: np.ndarray = (
            sums[high[:, 1], high[:, 0]]
            - sums[low[:, 1], high[:, 0]]
            - sums[high[:, 1], low[:, 0]]
            + sums[low[:, 1], low[:, 0]]
        ) / whole
        return found

    def clear_of_rim(self, boxes: Boxes) -> np.ndarray:
        """Whether each box keeps away from the edge of the page."""
        limit = np.array([self.inside.shape[1], self.inside.shape[0]]) * STEP - RIM
        clear: np.ndarray = (boxes[:, :2] >= RIM).all(axis=1) & (boxes[:, 2:] <= limit).all(axis=1)
        return clear

    def points(self, step: int) -> np.ndarray:
        """Points inside the areas, ``step`` units apart."""
        every = step // STEP
        rows, columns = np.nonzero(self.inside[::every, ::every])
        points: np.ndarray = (np.column_stack([columns, rows]) * every + 0.5) * STEP
        return points
