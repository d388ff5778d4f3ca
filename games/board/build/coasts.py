"""Places of fleets on the coasts of a province that has two coasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import mesh, paths
from .boxes import around
from .sites import UNIT

if TYPE_CHECKING:
    from .mesh import Arc
    from .room import Room
    from .terms import Terms


def shore(arcs: list[Arc], code: str, coast: str, terms: Terms) -> list[Arc]:
    """The stretch of a province's shore that is the given coast, found by the waters at it.

    Raises ValueError if no stretch has exactly the coast's waters.
    """
    wanted = {sea for sea in terms.beside(f"{code}/{coast}") if sea in terms.waters}
    best: list[Arc] = []
    for stretch in _stretches(arcs, code, terms):
        found = {side for arc in stretch for side in (arc.left, arc.right) if side in terms.seas}
        if found == wanted and _length(stretch) > _length(best):
            best = stretch
    if not best:
        raise ValueError(f"{code} has no coast {coast} on {', '.join(sorted(wanted))} alone")
    return best


def _length(stretch: list[Arc]) -> float:
    return sum(mesh.length(arc) for arc in stretch)


def _stretches(arcs: list[Arc], code: str, terms: Terms) -> list[list[Arc]]:
    """The shores of a province, each from one land border to the next."""
    left = [
        arc
        for arc in arcs
        if code in (arc.left, arc.right) and (arc.left in terms.waters or arc.right in terms.waters)
    ]
    found = []
    while left:
        stretch, ends = [left[0]], {left[0].spots[0], left[0].spots[-1]}
        left.remove(left[0])
        while more := [arc for arc in left if ends & {arc.spots[0], arc.spots[-1]}]:
            for arc in more:
                stretch.append(arc)
                ends |= {arc.spots[0], arc.spots[-1]}
                left.remove(arc)
        found.append(stretch)
    return found


def place(
    stretch: list[Arc], own: Room, free: Room, clear: list[tuple[float, float]]
) -> tuple[float, float]:
    """The place of a coast's fleet: inside the province, close to the middle of its coast.

    It keeps away from ``clear``, the places of the other coasts' fleets.
    """
    line = np.array([point for arc in stretch for point in paths.points([arc])])
    points = own.points(2)
    found = around(points, *UNIT)
    away = np.sqrt(((points[:, None] - line[None]) ** 2).sum(axis=2)).min(axis=1)
    off = points - line.mean(axis=0)
    costs = (
        300 * (1 - free.share(found))
        + 40 * (1 - own.share(found))
        + 500 * ~own.clear_of_rim(found)
        + 1.5 * np.abs(away - 20)
        + 0.08 * np.hypot(off[:, 0], off[:, 1])
    )
    for other in clear:
        near = np.hypot(*(points - np.array(other)).T)
        costs = costs + np.where(near < 60, 3 * (60 - near), 0)
    best = points[int(costs.argmin())]
    return float(best[0]), float(best[1])
