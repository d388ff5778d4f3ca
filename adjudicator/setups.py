"""Set-ups: where the powers start, which powers each person plays, and when the game is won.

Set-ups are data in ``setups/*.toml``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.board import load_board
from adjudicator.errors import SetupError
from adjudicator.position import Position
from adjudicator.terms import PhaseCode
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = Path(__file__).parent / "setups"

SETUPS: tuple[str, ...] = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
"""The names of all set-ups."""


@dataclass(frozen=True)
class Setup:
    """Start of a game and its victory condition. `players` lists the powers that each person plays.

    >>> load_setup("standard").units["RUSSIA"][0].location
    'MOS'
    """

    name: str
    map: str
    powers: tuple[str, ...]
    players: tuple[tuple[str, ...], ...]
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, tuple[str, ...]]
    start: PhaseCode
    victory: int


@cache
def load_setup(name: str) -> Setup:
    """Return the set-up of that name; raises `SetupError` if there is none."""
    if name not in SETUPS:
        raise SetupError("unknown_setup", {"name": name, "known": ", ".join(SETUPS)})
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        row = tomllib.load(file)
    return Setup(
        name=name,
        map=row["map"],
        powers=tuple(row["powers"]),
        players=tuple(tuple(powers) for powers in row["players"]),
        units={power: tuple(map(Unit.parse, units)) for power, units in row["units"].items()},
        centers={power: tuple(centers) for power, centers in row["centers"].items()},
        start=PhaseCode.parse(row["start"]),
        victory=row["victory"],
    )


def opening(setup: Setup) -> Position:
    """Return the position in which a game of this set-up begins.

    >>> str(opening(load_setup("standard")).phase)
    'S1901M'
    """
    return Position(setup.start, setup.units, setup.centers, board=load_board(setup.map))


def winner(position: Position, setup: Setup) -> str | None:
    """Return the power that has won, or None.

    It owns at least `Setup.victory` centers (18 of 34 in the standard game) and more than any other
    power, which matters only in set-ups that ask for fewer than half of the centers.
    """
    owned = {power: len(codes) for power, codes in (position.centers or {}).items()}
    best = max(owned.values(), default=0)
    leaders = [power for power, count in owned.items() if count == best]
    return leaders[0] if best >= setup.victory and len(leaders) == 1 else None
