"""Places of things on the board, in units of the SVG's viewBox, y downwards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

# The powers that have colours, a pattern and an emblem of their own; `numbered` has the others.
POWERS: Final = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
MAPS: Final = Path(__file__).with_name("maps")
_LEADING: Final = 1.14  # the distance of a label's lines, as a multiple of its font size


@dataclass(frozen=True, slots=True)
class UnitSpot:
    """Point at which a unit in a place is drawn, and the point for a dislodged one."""

    unit: Point
    dislodged: Point


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a label: its text, the middle of its baseline, and its width."""

    text: str
    point: Point
    width: float


@dataclass(frozen=True, slots=True)
class Label:
    """A province's name or abbreviation at one possible place, and the box that it covers."""

    size: float
    lines: tuple[Line, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Province:
    code: str
    name: str
    kind: str  # "sea", "coast" or "land"
    home: str | None  # the power whose homeland it belongs to
    unit_spot: UnitSpot
    coasts: Mapping[str, UnitSpot]
    coast_labels: Mapping[str, tuple[Point, ...]]  # coast -> middles of baselines, best first
    center: Point | None
    labels: Mapping[str, tuple[Label, ...]]  # language -> possible labels, best first
    large_labels: Mapping[str, tuple[Label, ...]]  # the same in large letters


@dataclass(frozen=True, slots=True, eq=False)
class BoardGeometry:
    """A drawn board: the size of its page, its provinces by code, and how armies cross it.

    ``name`` is the name of the map. A geometry equals only itself, so it can be the key of a cache.
    """

    name: str
    width: int
    height: int
    provinces: Mapping[str, Province]
    shores: frozenset[tuple[str, str]]  # pairs of coastal provinces with a common land border
    waters: Mapping[str, frozenset[str]]  # sea -> seas and coasts to which a convoy leads on

    def walkable(self, start: str, goal: str) -> bool:
        """Whether an army can go by land from one coastal province to another."""
        return (start, goal) in self.shores or (goal, start) in self.shores

    def unit_spot(self, location: str) -> UnitSpot | None:
        """The spot of units in ``PAR`` or ``SPA/SC``; None if it is not on this board."""
        code, _, coast = location.partition("/")
        province = self.provinces.get(code)
        if province is None:
            return None
        return province.coasts.get(coast, province.unit_spot)


def _point(pair: list[float]) -> Point:
    return (pair[0], pair[1])


def _unit_spot(raw: dict[str, Any]) -> UnitSpot:
    return UnitSpot(_point(raw["unit"]), _point(raw["dislodged"]))


def _labels(raw: dict[str, Any]) -> tuple[Label, ...]:
    found = []
    for layout, x, first in raw["at"]:
        size, above, below, *lines = raw["sets"][layout]
        bases = [first + i * size * _LEADING for i in range(len(lines))]
        half = max(width for _, width in lines) / 2 + 1
        found.append(
            Label(
                size,
                tuple(
                    Line(text, (x, base), width)
                    for (text, width), base in zip(lines, bases, strict=True)
                ),
                (x - half, first - above, x + half, bases[-1] + below),
            )
        )
    return tuple(found)


def _province(code: str, raw: dict[str, Any]) -> Province:
    return Province(
        code=code,
        name=raw["name"],
        kind=raw["type"],
        home=raw.get("home"),
        unit_spot=_unit_spot(raw),
        coasts=MappingProxyType({k: _unit_spot(v) for k, v in raw.get("coasts", {}).items()}),
        coast_labels=MappingProxyType(
            {k: tuple(map(_point, v["labels"])) for k, v in raw.get("coasts", {}).items()}
        ),
        center=_point(raw["center"]) if "center" in raw else None,
        labels=MappingProxyType({k: _labels(v) for k, v in raw["labels"].items()}),
        large_labels=MappingProxyType({k: _labels(v) for k, v in raw["large"].items()}),
    )


@cache
def load_geometry(name: str) -> BoardGeometry:
    """The geometry in ``maps/<name>.json``, read once a process.

    ``name`` is the name of a map of the rules. Raises `FileNotFoundError` if there is none.
    """
    raw = json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))
    return BoardGeometry(
        name=name,
        width=raw["width"],
        height=raw["height"],
        provinces=MappingProxyType({k: _province(k, v) for k, v in raw["provinces"].items()}),
        shores=frozenset(tuple(pair.split()) for pair in raw["shores"]),
        waters=MappingProxyType({k: frozenset(v) for k, v in raw["waters"].items()}),
    )
