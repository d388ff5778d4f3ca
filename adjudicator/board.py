"""The board: provinces, coasts, borders and centers. Boards are data in ``maps/*.toml``.

A *location* is where a unit stands: a province (``PAR``), or one coast of a province whose coast is
split (``SPA/SC``). Province codes have three letters, so ``location[:3]`` is the province.

The rules compute with *numbers*: the number of a province is its place in the alphabetical list of
codes, and a *mask* is a set of provinces, an integer with one bit for each province.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.orders import Hold
from adjudicator.terms import UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

MAPS = Path(__file__).parent / "maps"


def province_numbers(mask: int) -> Iterator[int]:
    """Yield the numbers of the provinces in a mask in ascending order.

    >>> list(province_numbers(0b101001))
    [0, 3, 5]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True, slots=True)
class Province:
    """One province.

    `coasts` is empty unless the coast is split (Bulgaria, Spain, Saint Petersburg). `homeland` is
    the power to whose country the province belongs; `home` is the same power, but only for a
    center.
    """

    code: str
    name: str
    type: Literal["inland", "coastal", "sea"]
    coasts: tuple[str, ...] = ()
    center: bool = False
    home: str | None = None
    homeland: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Post:
    """A unit in its place, with what it can do there as numbers; a board has only one of each."""

    place: int
    """The number of its province."""
    unit: Unit
    moves: Mapping[str, int]
    """Location that it may move to without a convoy -> its number; in alphabetical order."""
    reach: frozenset[int]
    """The numbers of the provinces that it may move to without a convoy, and so may support in."""
    hold: Hold
    """The order to stay, which a unit without an order carries out."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board: provinces, centers, and where units may move.

    >>> board = standard_board()
    >>> len(board.provinces), len(board.centers), board.provinces["STP"].coasts
    (75, 34, ('NC', 'SC'))
    >>> sorted(board.fleet_moves["SPA/NC"])
    ['GAS', 'MAO', 'POR']
    """

    name: str
    provinces: Mapping[str, Province]
    army_moves: Mapping[str, frozenset[str]]
    """Province -> the provinces an army there may go to by land."""
    fleet_moves: Mapping[str, frozenset[str]]
    """Location -> the locations a fleet there may go to."""
    fleet_reach: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    """Location -> the provinces a fleet there may go to, without coasts."""
    neighbours: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    """Province -> all provinces that share a border with it, for either type of unit."""
    centers: frozenset[str] = field(init=False, repr=False)
    center_at: Mapping[str, str] = field(init=False, repr=False)
    """Location in a center -> the center."""
    seas: frozenset[str] = field(init=False, repr=False)
    codes: tuple[str, ...] = field(init=False, repr=False)
    """A province's number -> its code."""
    bits: tuple[int, ...] = field(init=False, repr=False)
    """A province's number -> the mask of it alone: faster than a shift."""
    number: Mapping[str, int] = field(init=False, repr=False)
    """Location -> the number of its province."""
    borders: tuple[int, ...] = field(init=False, repr=False)
    """A province's number -> the mask of its neighbours."""
    army_borders: tuple[int, ...] = field(init=False, repr=False)
    """A province's number -> the mask of the provinces an army there may go to by land."""
    sea_mask: int = field(init=False, repr=False)
    split_coasts: frozenset[int] = field(init=False, repr=False)
    """The numbers of the provinces whose coast is split."""
    armies: Mapping[str, Unit] = field(init=False, repr=False)
    """Location -> the army there; only for locations where an army can stand."""
    fleets: Mapping[str, Unit] = field(init=False, repr=False)
    """Location -> the fleet there; only for locations where a fleet can stand."""
    units: Mapping[str, Unit] = field(init=False, repr=False)
    """Canonical text -> unit, for every unit that can stand on this board."""
    posts: Mapping[str, Post] = field(init=False, repr=False)
    """Canonical text -> the unit and what it can do, for the same units."""

    def __post_init__(self) -> None:
        reach = {
            location: frozenset(target[:3] for target in targets)
            for location, targets in self.fleet_moves.items()
        }
        neighbours: dict[str, set[str]] = {code: set() for code in self.provinces}
        for ways in (self.army_moves, reach):
            for location, targets in ways.items():
                neighbours[location[:3]] |= targets
        provinces = self.provinces.values()
        codes = tuple(sorted(self.provinces))
        number = {code: place for place, code in enumerate(codes)}
        number |= {location: number[location[:3]] for location in self.fleet_moves}
        seas = frozenset(p.code for p in provinces if p.type == "sea")
        armies = {code: Unit(UnitType.ARMY, code) for code in self.army_moves}
        fleets = {location: Unit(UnitType.FLEET, location) for location in self.fleet_moves}

        def mask(several: Collection[str]) -> int:
            return sum(1 << number[code] for code in several)

        def post(unit: Unit) -> Post:
            moves = {way: number[way] for way in sorted(self.moves(unit.type, unit.location))}
            return Post(number[unit.location], unit, moves, frozenset(moves.values()), Hold(unit))

        units = (*armies.values(), *fleets.values())
        for name, value in (
            ("fleet_reach", reach),
            ("neighbours", {code: frozenset(others) for code, others in neighbours.items()}),
            ("centers", frozenset(p.code for p in provinces if p.center)),
            ("center_at", {at: at[:3] for at in number if self.provinces[at[:3]].center}),
            ("seas", seas),
            ("codes", codes),
            ("bits", tuple(1 << place for place in range(len(codes)))),
            ("number", number),
            ("borders", tuple(mask(neighbours[code]) for code in codes)),
            ("army_borders", tuple(mask(self.army_moves.get(code, ())) for code in codes)),
            ("sea_mask", mask(seas)),
            ("split_coasts", frozenset(number[p.code] for p in provinces if p.coasts)),
            ("armies", armies),
            ("fleets", fleets),
            ("units", {unit.text: unit for unit in units}),
            ("posts", {unit.text: post(unit) for unit in units}),
        ):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[object, ...]]:
        """Pickle a loaded board by its name: a process has only one of each."""
        if (MAPS / f"{self.name}.toml").exists() and load_board(self.name) is self:
            return load_board, (self.name,)
        return Board, (self.name, self.provinces, self.army_moves, self.fleet_moves)

    def mask(self, codes: Collection[str]) -> int:
        """Return the mask of these provinces; raises `KeyError` for an unknown code."""
        return sum(1 << self.number[code] for code in codes)

    def moves(self, unit_type: UnitType, location: str) -> frozenset[str]:
        """Return the locations such a unit may move to without a convoy.

        It is empty for a location where such a unit cannot stand.
        """
        ways = self.army_moves if unit_type is UnitType.ARMY else self.fleet_moves
        return ways.get(location, frozenset())

    def reach(self, unit_type: UnitType, location: str) -> frozenset[str]:
        """Return the provinces such a unit may move to without a convoy, and so may support in."""
        ways = self.army_moves if unit_type is UnitType.ARMY else self.fleet_reach
        return ways.get(location, frozenset())

    def can_stand(self, unit_type: UnitType, location: str) -> bool:
        """Return whether such a unit can stand there: no army at sea, no fleet inland.

        A fleet in a province with a split coast must stand on one of the coasts.

        >>> standard_board().can_stand(UnitType.FLEET, "SPA")
        False
        """
        return location in (self.army_moves if unit_type is UnitType.ARMY else self.fleet_moves)


def _province(code: str, row: Mapping[str, Any]) -> Province:
    fleet = row.get("fleet")
    homeland = row.get("homeland")
    center = bool(row.get("center"))
    return Province(
        code=code,
        name=row["name"],
        type=row["type"],
        coasts=tuple(fleet) if isinstance(fleet, dict) else (),
        center=center,
        home=homeland if center else None,
        homeland=homeland,
    )


@cache
def load_board(name: str) -> Board:
    """Return the board of ``maps/<name>.toml``, read once a process.

    Raises `FileNotFoundError` for an unknown name.
    """
    with (MAPS / f"{name}.toml").open("rb") as file:
        rows = tomllib.load(file)
    army_moves, fleet_moves = {}, {}
    for code, row in rows.items():
        if "army" in row:
            army_moves[code] = frozenset(row["army"].split())
        fleet = row.get("fleet")
        if isinstance(fleet, dict):
            for coast, ways in fleet.items():
                fleet_moves[f"{code}/{coast}"] = frozenset(ways.split())
        elif fleet:
            fleet_moves[code] = frozenset(fleet.split())
    provinces = {code: _province(code, row) for code, row in rows.items()}
    return Board(name, provinces, army_moves, fleet_moves)


def standard_board() -> Board:
    """Return the board of the standard game, read once a process."""
    return load_board("standard")
