"""Arrays of boxes (left, top, right, bottom), and how much they cover each other."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

Boxes: TypeAlias = np.ndarray  # of shape (n, 4)


def around(centres: np.ndarray, width: float, height: float) -> Boxes:
    half = np.array([width / 2, height / 2])
    return np.hstack([centres - half, centres + half])


def stack(parts: list[Boxes]) -> Boxes:
    return np.vstack(parts) if parts else np.empty((0, 4))


def overlap(boxes: Boxes, others: Boxes, gap: float = 0) -> np.ndarray:
    """For each box, enlarged by ``gap``, the area of the others that it covers."""
    if not len(others) or not len(boxes):
        return np.zeros(len(boxes))
    low = np.maximum(boxes[:, None, :2] - gap, others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:] + gap, others[None, :, 2:])
    sides = np.clip(high - low, 0, None)
    area: np.ndarray = (sides[:, :, 0] * sides[:, :, 1]).sum(axis=1)
    return area


def crossings(boxes: Boxes, lines: np.ndarray) -> np.ndarray:
    """For each box, the number of lines (x, y, x, y) through it."""
    if not len(lines) or not len(boxes):
        return np.zeros(len(boxes))
    start, way = lines[None, :, :2], (lines[:, 2:] - lines[:, :2])[None]
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    one, two = (boxes[:, None, :2] - start) / way, (boxes[:, None, 2:] - start) / way
    enter, leave = np.minimum(one, two).max(axis=2), np.maximum(one, two).min(axis=2)
    hits: np.ndarray = (np.maximum(enter, 0) <= np.minimum(leave, 1)).sum(axis=1)
    return hits
