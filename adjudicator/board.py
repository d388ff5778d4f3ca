"""The board: provinces, coasts, borders and centers. Boards are data in ``maps/*.toml``.

A *location* is where a unit stands: a province (``PAR``), or one coast of a province whose coast
is split (``SPA/SC``). Province codes have three letters, so ``location[:3]`` is its province.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Mapping

MAPS = Path(__file__).parent / "maps"


@dataclass(frozen=True, slots=True)
class Province:
    """One province.

    `coasts` is empty unless the coast is split (Bulgaria, Spain, Saint Petersburg). `homeland` is
    the power on whose soil the province lies; `home` is that power too, but only for a center.
    """

    code: str
    name: str
    type: Literal["inland", "coastal", "sea"]
    coasts: tuple[str, ...] = ()
    center: bool = False
    home: str | None = None
    homeland: str | None = None


@dataclass(frozen=True, eq=False)
class Board:
    """A board: who may go where, and which provinces count.

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
    """Location -> the provinces a fleet there may go to, coasts left out."""
    neighbours: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    """Province -> all provinces that share a border with it, whoever may cross it."""
    centers: frozenset[str] = field(init=False, repr=False)
    seas: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        reach = {
            location: frozenset(target[:3] for target in targets)
            for location, targets in self.fleet_moves.items()
        }
        borders: dict[str, set[str]] = {code: set() for code in self.provinces}
        for ways in (self.army_moves, reach):
            for location, targets in ways.items():
                borders[location[:3]] |= targets
        provinces = self.provinces.values()
        for name, value in (
            ("fleet_reach", reach),
            ("neighbours", {code: frozenset(others) for code, others in borders.items()}),
            ("centers", frozenset(p.code for p in provinces if p.center)),
            ("seas", frozenset(p.code for p in provinces if p.type == "sea")),
        ):
            object.__setattr__(self, name, value)

    def moves(self, unit_type: UnitType, location: str) -> frozenset[str]:
        """The locations such a unit may go to by itself."""
        ways = self.army_moves if unit_type is UnitType.ARMY else self.fleet_moves
        return ways.get(location, frozenset())

    def reach(self, unit_type: UnitType, location: str) -> frozenset[str]:
        """The provinces such a unit may go to by itself, and so may support an action in."""
        ways = self.army_moves if unit_type is UnitType.ARMY else self.fleet_reach
        return ways.get(location, frozenset())

    def can_stand(self, unit_type: UnitType, location: str) -> bool:
        """Whether such a unit may stand there: no army at sea, no fleet inland or off its coast.

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
    """Read the board ``maps/<name>.toml`` (once a process)."""
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
    provinces = MappingProxyType({code: _province(code, row) for code, row in rows.items()})
    return Board(name, provinces, army_moves, fleet_moves)


def standard_board() -> Board:
    """The board of the standard game."""
    return load_board("standard")
