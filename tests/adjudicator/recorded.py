"""The positions of recorded games, with the orders given: of ten of them, or of many."""

import gzip
import json
from functools import cache
from pathlib import Path

from adjudicator import Dislodged, Position, Unit, adjudicate
from adjudicator.json_lines import read_position

from .shapes import Json

DATA = Path(__file__).parents[1] / "data"
TEN, MANY = "recorded_games.jsonl.gz", "recorded_phases.jsonl.gz"


@cache
def rows(name: str = TEN) -> list[Json]:
    """Return every phase of a file, game after game."""
    with gzip.open(DATA / name) as file:
        return [json.loads(line) for line in file]


@cache
def positions(name: str = TEN) -> list[Position]:
    """Return the position of every phase; retreats are computed from the phase before."""
    found: list[Position] = []
    before: tuple[Position, Json] | None = None
    for row in rows(name):
        position = read_position({**row, "dislodged": None})
        if row["dislodged"]:
            assert before is not None
            beaten = adjudicate(before[0], before[1]["orders"]).next.dislodged
            position = Position(position.phase, position.units, position.centers, beaten)
            told = {p: sorted(str(each.unit) for each in ds) for p, ds in beaten.items()}
            assert told == {power: sorted(units) for power, units in row["dislodged"].items()}
        found.append(position)
        before = position, row
    return found


def units_to_order(position: Position, power: str) -> list[Unit]:
    """Return the units of a power that may be ordered in a phase, also those it may build."""
    if position.phase.type.value == "R":
        several: tuple[Dislodged, ...] = position.dislodged.get(power, ())
        return [each.unit for each in several]
    return list(position.units.get(power, ()))
