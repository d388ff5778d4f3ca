"""Alternative places for a name, used when an arrow or a unit covers the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from . import labels
from .boxes import crossings, overlap
from .terms import LANGUAGES, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .boxes import Boxes
    from .labels import Layout, Spots
    from .places import Places
    from .sites import Site

_WHOLE, _SHORT = 11, 30  # places for the whole name and for its abbreviation
_LIMIT: Final = 1200  # number of places that are considered
_INSIDE: Final = (0.62, 0.08)  # the share of each of them that stays in the province
_CLEAR: Final = (0.985, 0.93)  # the share that does not extend into another land
_OFF: Final = 60.0  # greatest distance of an abbreviation off the shore from its unit
_SIZES: Final = 4.5  # font sizes by which the whole name may be smaller than in the first place
_GAP: Final = 2.0
_FIRST: Final = 25.0  # cost of covering the best place of another name
_ASIDE: Final = 12.0  # cost of covering the place of a dislodged unit
_CROSSED: Final = 0.8  # cost of being crossed by a likely arrow
_AGAIN: Final = 90.0  # cost of covering an earlier place of the same name

Place = tuple["Layout", float, float]


def _layouts(code: str, language: str, kind: str, first: Layout) -> tuple[list[Layout], ...]:
    """Whole names, and abbreviations."""
    name, short = words(code, language)
    sea = kind == "sea"
    known = labels.layouts(name, short, sea=sea)
    whole = [one for one in known if first.size - _SIZES <= one.size <= first.size]
    return (
        [one for one in whole if one.cost < labels.SHORT],
        [one for one in known if one.cost >= labels.SHORT],
    )


def about(site: Site, unit: tuple[float, float]) -> np.ndarray:
    """Places in a province, and on the water beside it close to the place of its unit."""
    free = site.free.points(4)
    near = np.hypot(*(free - np.array(unit)).T) < _OFF
    found: np.ndarray = np.unique(np.vstack([site.own.points(4), free[near]]), axis=0)
    return found


def picked(spots: Spots, taken: Boxes, cost: np.ndarray, count: int) -> list[int]:
    """The cheapest places, at a distance from each other where possible."""
    chosen: list[int] = []
    area = (spots.boxes[:, 2:] - spots.boxes[:, :2]).prod(axis=1)
    price = cost + _AGAIN * overlap(spots.boxes, taken) / area
    while len(chosen) < min(count, len(cost)):
        best = int(price.argmin())
        if not np.isfinite(price[best]):
            break
        chosen.append(best)
        price = price + _AGAIN * overlap(spots.boxes, spots.boxes[[best]]) / area
        price[best] = np.inf
    return chosen


def candidates(
    sites: Mapping[str, Site], chosen: Places, solid: Boxes, asides: Boxes, ways: np.ndarray
) -> dict[tuple[str, str], list[Place]]:
    """(language, province) -> places of its name, best first; none covers a ``solid`` box."""
    found: dict[tuple[str, str], list[Place]] = {}
    for language in LANGUAGES:
        firsts = {
            code: site.names[language].boxes[[chosen.names[language, code]]]
            for code, site in sites.items()
        }
        for code, site in sites.items():
            known, i = site.names[language], chosen.names[language, code]
            x, y = known.centres[i]
            first = known.layouts[known.which[i]]
            places: list[Place] = [(first, float(x), float(y))]
            others = np.vstack([box for other, box in firsts.items() if other != code])
            both = _layouts(code, language, site.kind, first)
            within = (None, about(site, chosen.units[code]))
            for options, count, least, clear, points in zip(
                both, (_WHOLE, _SHORT), _INSIDE, _CLEAR, within, strict=True
            ):
                if not options:
                    continue
                spots = labels.spots(
                    options,
                    site.own,
                    site.free,
                    _LIMIT,
                    points=points,
                    least=least,
                    clear=clear,
                )
                cost = (
                    spots.costs
                    + _FIRST * (overlap(spots.boxes, others, _GAP) > 0)
                    + _ASIDE * (overlap(spots.boxes, asides) > 0)
                    + _CROSSED * crossings(spots.boxes, ways)
                )
                cost = np.where(overlap(spots.boxes, solid, _GAP) > 0, np.inf, cost)
                places += [
                    (spots.layouts[spots.which[k]], *map(float, spots.centres[k]))
                    for k in picked(spots, firsts[code], cost, count)
                ]
            found[language, code] = places
    return found
