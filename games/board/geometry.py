"""Places of things on the board, in units of the SVG's viewBox, y downwards."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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
class Layout:
    """A province's name or abbreviation in lines, wherever it stands.

    It covers ``half`` to either side of its middle, ``above`` over its first baseline and ``below``
    under its last one.
    """

    size: float
    above: float
    below: float
    half: float
    lines: tuple[tuple[str, float], ...]  # texts and their widths

    def baseline(self, first: float, line: int) -> float:
        return first + line * self.size * _LEADING


class Label(NamedTuple):
    """A layout at one possible place: its middle, and its first baseline."""

    layout: Layout
    x: float
    first: float

    @property
    def size(self) -> float:
        return self.layout.size

    @property
    def lines(self) -> tuple[Line, ...]:
        x, first, baseline = self.x, self.first, self.layout.baseline
        return tuple(
            Line(text, (x, baseline(first, i)), width)
            for i, (text, width) in enumerate(self.layout.lines)
        )

    @property
    def box(self) -> Box:
        """The box that it covers."""
        layout, x, first = self
        last = layout.baseline(first, len(layout.lines) - 1)
        return (x - layout.half, first - layout.above, x + layout.half, last + layout.below)


class Labels(Sequence[Label]):
    """The possible labels of a province, best first.

    A board has some 20,000. As numbers they take a tenth of the memory that objects would take, so
    each label is made when it is asked for.
    """

    __slots__ = ("_layouts", "_numbers", "_places")

    def __init__(
        self, layouts: Sequence[Layout], places: Iterable[tuple[int, float, float]]
    ) -> None:
        """Place layouts: ``places`` are their numbers, with their middles and first baselines."""
        self._layouts = layouts
        self._numbers, self._places = bytearray(), array("d")
        for number, x, first in places:
            self._numbers.append(number)
            self._places.extend((x, first))

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Label: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Label, ...]: ...
    def __getitem__(self, index: int | slice) -> Label | tuple[Label, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        i = range(len(self))[index]
        return Label(self._layouts[self._numbers[i]], self._places[2 * i], self._places[2 * i + 1])

    def __iter__(self) -> Iterator[Label]:
        numbers = iter(self._places)
        for number, x, first in zip(self._numbers, numbers, numbers, strict=True):
            yield Label(self._layouts[number], x, first)


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
    labels: Mapping[str, Labels]  # by language
    large_labels: Mapping[str, Labels]  # the same in large letters


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


def _layout(size: float, above: float, below: float, *lines: tuple[str, float]) -> Layout:
    half = max(width for _text, width in lines) / 2 + 1
    return Layout(size, above, below, half, tuple((text, width) for text, width in lines))


def _labels(raw: dict[str, Any]) -> Labels:
    return Labels([_layout(*each) for each in raw["sets"]], raw["at"])


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
    return parse_geometry(name, (MAPS / f"{name}.json").read_text(encoding="utf-8"))


def parse_geometry(name: str, text: str) -> BoardGeometry:
    """The geometry of a map in the content of its file."""
    raw = json.loads(text, parse_float=cache(float))  # equal numbers are one object
    return BoardGeometry(
        name=name,
        width=raw["width"],
        height=raw["height"],
        provinces=MappingProxyType({k: _province(k, v) for k, v in raw["provinces"].items()}),
        shores=frozenset(tuple(pair.split()) for pair in raw["shores"]),
        waters=MappingProxyType({k: frozenset(v) for k, v in raw["waters"].items()}),
    )
