"""Places for names in large letters, which a board has while it is drawn small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from . import labels
from .boxes import crossings, overlap
from .candidates import about, picked
from .terms import LANGUAGES, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .boxes import Boxes
    from .candidates import Place
    from .labels import Layout
    from .places import Places
    from .sites import Site

SIZE: Final = 22.0  # so that a board 655 px wide has letters of 9 px
_COUNTS: Final = (5, 24)  # places for the whole name and for its abbreviation
_LIMIT: Final = 1200  # number of places that are considered
_INSIDE: Final = (0.7, 0.25)  # the share of each of them that stays in the province
_CLEAR: Final = 0.93  # the share that does not extend into another land
_GAP: Final = 1.0
_COVERED: Final = 60.0  # cost of covering the place of a unit, where there may be none
_CROSSED: Final = 0.8  # cost of being crossed by a likely arrow


def places(
    sites: Mapping[str, Site], chosen: Places, units: Boxes, centers: Boxes, ways: np.ndarray
) -> dict[tuple[str, str], list[Place]]:
    """(language, province) -> places of its name in large letters, best first.

    None covers one of the ``centers``. Some cover a place of the ``units``: not all of these have a
    unit in one picture.
    """
    found: dict[tuple[str, str], list[Place]] = {}
    for language in LANGUAGES:
        for code, site in sites.items():
            name, short = words(code, language)
            known = labels.large_layouts(name, short, SIZE, sea=site.kind == "sea")
            found[language, code] = [
                place
                for layouts, count, least in zip(
                    (known[:-1], known[-1:]), _COUNTS, _INSIDE, strict=True
                )
                for place in _best(
                    site, chosen.units[code], layouts, count, least, units, centers, ways
                )
            ]
    return found


def _best(
    site: Site,
    unit: tuple[float, float],
    layouts: list[Layout],
    count: int,
    least: float,
    units: Boxes,
    centers: Boxes,
    ways: np.ndarray,
) -> list[Place]:
    spots = labels.spots(
        layouts, site.own, site.free, _LIMIT, points=about(site, unit), least=least, clear=_CLEAR
    )
    cost = (
        spots.costs
        + _COVERED * (overlap(spots.boxes, units, _GAP) > 0)
        + _CROSSED * crossings(spots.boxes, ways)
    )
    cost = np.where(overlap(spots.boxes, centers, _GAP) > 0, np.inf, cost)
    return [
        (spots.layouts[spots.which[k]], *map(float, spots.centres[k]))
        for k in picked(spots, np.empty((0, 4)), cost, count)
    ]
