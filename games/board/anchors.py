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
class Province:
    code: str
    name: str
    kind: str  # "sea", "coast" or "land"
    home: str | None  # the power whose homeland it belongs to
    anchor: Anchor
    coasts: Mapping[str, Anchor]
    center: Point | None
    label: Point
    font: float
    lines: tuple[str, ...]


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


def _province(code: str, raw: dict[str, Any]) -> Province:
    return Province(
        code=code,
        name=raw["name"],
        kind=raw["type"],
        home=raw.get("home"),
        anchor=_anchor(raw),
        coasts=MappingProxyType({k: _anchor(v) for k, v in raw.get("coasts", {}).items()}),
        center=_point(raw["center"]) if "center" in raw else None,
        label=_point(raw["label"]),
        font=raw["font"],
        lines=tuple(raw["lines"]),
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
