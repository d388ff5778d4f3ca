"""The positions of ten games that people played, with the orders that they gave."""

import gzip
import json
from functools import cache
from pathlib import Path

from adjudicator import Dislodged, Position, Unit, adjudicate
from adjudicator.wire import read_position

from .shapes import Json

FILE = Path(__file__).parents[1] / "data" / "recorded_games.jsonl.gz"


@cache
def rows() -> list[Json]:
    """Every phase, game after game."""
    with gzip.open(FILE) as file:
        return [json.loads(line) for line in file]


@cache
def positions() -> list[Position]:
    """The position of every phase. Where the dislodged may go follows from the phase before."""
    found: list[Position] = []
    before: tuple[Position, Json] | None = None
    for row in rows():
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
    """The units of a power that a phase asks about; those that could be built among them."""
    if position.phase.type.value == "R":
        several: tuple[Dislodged, ...] = position.dislodged.get(power, ())
        return [each.unit for each in several]
    return list(position.units.get(power, ()))
