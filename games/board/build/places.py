"""Chooses the places of units, centers and names so that none covers another in any language.

The provinces are settled one by one, the narrowest first. Each takes the cheapest combination of
places for its unit, its center and its name in each language, given the places of all others. This
is repeated until each province was settled with the final places of the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from .boxes import around, crossings, overlap, stack
from .sites import CENTER, UNIT
from .terms import LANGUAGES

if TYPE_CHECKING:
    from .boxes import Boxes
    from .labels import Spots
    from .sites import Site

_ROUNDS: Final = 5
_CLASH: Final = 400.0  # the cost of covering anything, in addition to the area
_APART: Final = 0.06  # the cost per unit of distance between unit and name, beyond
_CLOSE: Final = 40.0
_CROSSED: Final = 1.6  # the cost of a likely arrow through a name
_GAP: Final = 2.0
_BETWEEN: Final = np.array([-8.0, -1.0, 8.0, 1.0])  # so that two names do not read as one

Point = tuple[float, float]


@dataclass
class Places:
    units: dict[str, Point] = field(default_factory=dict)  # of coasts too: "SPA/NC"
    centers: dict[str, Point] = field(default_factory=dict)
    names: dict[tuple[str, str], int] = field(default_factory=dict)  # (language, province)


def _clash(boxes: Boxes, others: Boxes) -> np.ndarray:
    covered = overlap(boxes, others, _GAP)
    cost: np.ndarray = np.where(covered > 0, _CLASH + covered, 0)
    return cost


class Table:
    """All sites and the choices so far."""

    def __init__(self, sites: dict[str, Site], ways: list[tuple[str, str]]) -> None:
        self.sites = sites
        self.ways = ways
        self.chosen = Places()
        for site in sites.values():
            for coast, point in site.coasts.items():
                self.chosen.units[f"{site.code}/{coast}"] = point

    def units(self, *, but: str, coasts: bool) -> Boxes:
        """The units of all other provinces, and with ``coasts`` the fleets on this one's."""
        return stack(
            [
                around(np.array([point]), *(UNIT if "/" in at else self.sites[at].unit_size))
                for at, point in self.chosen.units.items()
                if at[:3] != but or (coasts and "/" in at)
            ]
        )

    def centers(self, *, but: str) -> Boxes:
        points = [point for code, point in self.chosen.centers.items() if code != but]
        return around(np.array(points).reshape(-1, 2), *CENTER)

    def names(self, language: str, *, but: str) -> Boxes:
        return stack(
            [
                self.sites[code].names[language].boxes[[i]]
                for (spoken, code), i in self.chosen.names.items()
                if spoken == language and code != but
            ]
        )

    def settle(self, code: str) -> None:
        """Choose the places of one province, given those of all others."""
        site = self.sites[code]
        centers = self.centers(but=code)
        signs = stack([self.units(but=code, coasts=True), centers])
        names = {language: self.names(language, but=code) for language in LANGUAGES}
        # The unit may have the place of a coast's fleet: a province has only one unit.
        others = [self.units(but=code, coasts=False), centers, *names.values()]
        unit_boxes = around(site.units, *site.unit_size)
        center_boxes = around(site.centers, *CENTER)
        total = (site.unit_costs + _clash(unit_boxes, stack(others)))[:, None]
        total = total + site.center_costs + _clash(center_boxes, stack([signs, *names.values()]))
        total = total + np.array([_clash(center_boxes, one[None]) for one in unit_boxes])
        arrows = _elsewhere(self.ways, self.chosen.units, code)
        goals = _goals(self.ways, self.chosen.units, code)
        picks = {}
        for language, spots in site.names.items():
            base = spots.costs + _clash(spots.boxes, signs)
            base = base + _clash(spots.boxes + _BETWEEN, names[language])
            base = base + _CROSSED * crossings(spots.boxes, arrows)
            by_unit = np.array(
                [
                    _beside(spots, point, box, goals)
                    for point, box in zip(site.units, unit_boxes, strict=True)
                ]
            )
            by_center = np.array([_clash(spots.boxes, box[None]) for box in center_boxes])
            cost = base[None, None] + by_unit[:, None] + by_center[None]
            picks[language] = cost.argmin(axis=2)
            total = total + cost.min(axis=2)
        unit, center = np.unravel_index(int(total.argmin()), total.shape)
        self.chosen.units[code] = _pair(site.units[unit])
        self.chosen.centers[code] = _pair(site.centers[center])
        for language, pick in picks.items():
            self.chosen.names[language, code] = int(pick[unit, center])


def _beside(spots: Spots, point: np.ndarray, box: np.ndarray, goals: np.ndarray) -> np.ndarray:
    """The cost of each place of the name for a given place of the unit.

    It rises with covering the unit, distance from it, and arrows of the unit across the name.
    """
    away = np.hypot(*(spots.centres - point).T)
    arrows = np.hstack([np.repeat(point[None], len(goals), axis=0), goals])
    cost: np.ndarray = (
        _clash(spots.boxes, box[None])
        + _APART * np.clip(away - _CLOSE, 0, None)
        + _CROSSED * crossings(spots.boxes, arrows)
    )
    return cost


def _elsewhere(ways: list[tuple[str, str]], units: dict[str, Point], code: str) -> np.ndarray:
    """The arrows between other provinces' units, as far as their places are chosen."""
    found = [
        [*units[a], *units[b]]
        for a, b in ways
        if a in units and b in units and code not in (a[:3], b[:3])
    ]
    return np.array(found).reshape(-1, 4)


def _goals(ways: list[tuple[str, str]], units: dict[str, Point], code: str) -> np.ndarray:
    """Places to which a province's unit can go, as far as they are chosen."""
    ends = [b if a == code else a for a, b in ways if code in (a, b)]
    return np.array([units[end] for end in ends if end in units]).reshape(-1, 2)


def _pair(point: np.ndarray) -> Point:
    return float(point[0]), float(point[1])


def chosen(sites: dict[str, Site], ways: list[tuple[str, str]]) -> Places:
    """The places of everything; ``ways`` are the pairs of locations between which units move."""
    table = Table(sites, ways)
    for _ in range(_ROUNDS):
        for code in sorted(sites, key=lambda code: (sites[code].area, code)):
            table.settle(code)
    return table.chosen
