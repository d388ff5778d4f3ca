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

POWERS: Final = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


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
    """A province's name as it fits there, or its abbreviation."""

    size: float
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Province:
    code: str
    name: str
    kind: str  # "sea", "coast" or "land"
    home: str | None  # the power whose homeland it belongs to
    anchor: Anchor
    coasts: Mapping[str, Anchor]
    coast_labels: Mapping[str, Point]  # the middles of their baselines
    center: Point | None
    labels: Mapping[str, Label]  # language -> its label


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


def _label(raw: list[Any]) -> Label:
    size, *lines = raw
    return Label(size, tuple(Line(text, (x, y), width) for text, x, y, width in lines))


def _province(code: str, raw: dict[str, Any]) -> Province:
    return Province(
        code=code,
        name=raw["name"],
        kind=raw["type"],
        home=raw.get("home"),
        anchor=_anchor(raw),
        coasts=MappingProxyType({k: _anchor(v) for k, v in raw.get("coasts", {}).items()}),
        coast_labels=MappingProxyType(
            {k: _point(v["label"]) for k, v in raw.get("coasts", {}).items()}
        ),
        center=_point(raw["center"]) if "center" in raw else None,
        labels=MappingProxyType({k: _label(v) for k, v in raw["labels"].items()}),
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
