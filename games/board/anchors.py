"""Where things stand on the drawn board; the numbers are units of the SVG's viewBox."""

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

POWERS: Final = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
_LEADING: Final = 1.14  # from one line of a label to the next, in its size


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a unit is drawn, and where it is drawn once another has pushed it aside."""

    unit: Point
    dislodged: Point


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a label: the middle of its baseline, and how wide it is set."""

    text: str
    point: Point
    width: float


@dataclass(frozen=True, slots=True)
class Label:
    """A province's name at one of its places, or its abbreviation, and all that it covers."""

    size: float
    lines: tuple[Line, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Province:
    code: str
    name: str
    kind: str  # "sea", "coast" or "land"
    home: str | None  # the power whose homeland it belongs to
    anchor: Anchor
    coasts: Mapping[str, Anchor]
    coast_labels: Mapping[str, tuple[Point, ...]]  # the middles of their baselines, best first
    center: Point | None
    labels: Mapping[str, tuple[Label, ...]]  # language -> where its name may stand, best first


@dataclass(frozen=True, slots=True)
class Board:
    width: int
    height: int
    provinces: Mapping[str, Province]
    shores: frozenset[tuple[str, str]]  # coastal provinces between which an army can also walk
    waters: Mapping[str, frozenset[str]]  # sea -> where a fleet there can carry an army on

    def walkable(self, start: str, goal: str) -> bool:
        """Whether an army can go by land from one coastal province to another."""
        return (start, goal) in self.shores or (goal, start) in self.shores

    def anchor(self, location: str) -> Anchor | None:
        """The anchor of ``PAR`` or ``SPA/SC``; None for a location that is not on this board."""
        code, _, coast = location.partition("/")
        province = self.provinces.get(code)
        if province is None:
            return None
        return province.coasts.get(coast, province.anchor)


def _point(pair: list[float]) -> Point:
    return (pair[0], pair[1])


def _anchor(raw: dict[str, Any]) -> Anchor:
    return Anchor(_point(raw["unit"]), _point(raw["dislodged"]))


def _labels(raw: dict[str, Any]) -> tuple[Label, ...]:
    found = []
    for which, x, first in raw["at"]:
        size, above, below, *lines = raw["sets"][which]
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
        anchor=_anchor(raw),
        coasts=MappingProxyType({k: _anchor(v) for k, v in raw.get("coasts", {}).items()}),
        coast_labels=MappingProxyType(
            {k: tuple(map(_point, v["labels"])) for k, v in raw.get("coasts", {}).items()}
        ),
        center=_point(raw["center"]) if "center" in raw else None,
        labels=MappingProxyType({k: _labels(v) for k, v in raw["labels"].items()}),
    )


@cache
def standard() -> Board:
    """The standard board, read once a process."""
    raw = json.loads(Path(__file__).with_name("standard.json").read_text(encoding="utf-8"))
    return Board(
        width=raw["width"],
        height=raw["height"],
        provinces=MappingProxyType({k: _province(k, v) for k, v in raw["provinces"].items()}),
        shores=frozenset(tuple(pair.split()) for pair in raw["shores"]),
        waters=MappingProxyType({k: frozenset(v) for k, v in raw["waters"].items()}),
    )
