"""Finds lines that cross once their corners are rounded, and keeps them apart."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import shapely
from shapely import LineString

from . import paths
from .mesh import Arc

if TYPE_CHECKING:
    from .mesh import Spot

_TRIES: Final = 5


def tangled(arcs: list[Arc]) -> set[int]:
    """The indexes of arcs that cross themselves or another when drawn."""
    lines = [LineString(paths.points([arc])) for arc in arcs]
    ones, others = shapely.STRtree(lines).query(lines, predicate="crosses").tolist()
    return {*ones, *others, *(i for i, line in enumerate(lines) if not line.is_simple)}


def _stiffer(arc: Arc) -> Arc:
    """The arc with a spot in the middle of each side, so that its corners are drawn sharper."""
    spots: list[Spot] = [arc.spots[0]]
    for a, b in pairwise(arc.spots):
        spots += [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), b]
    return Arc(tuple(spots), arc.left, arc.right)


def untangled(arcs: list[Arc], exact: list[Arc]) -> list[Arc]:
    """The arcs, with those that would cross drawn sharper; ``exact`` are the unsimplified arcs.

    Raises ValueError if that does not help.
    """
    arcs = list(arcs)
    for attempt in range(_TRIES):
        bad = tangled(arcs)
        if not bad:
            return arcs
        for i in bad:
            arcs[i] = _stiffer(arcs[i]) if attempt else exact[i]
    raise ValueError(f"borders cross near {arcs[min(bad)].spots[0]}")
