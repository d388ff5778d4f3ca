"""The boards of the rulebooks: positions, orders, and what the books say happens."""

import json
import tomllib
from pathlib import Path

from adjudicator import Position
from adjudicator.json_lines import read_position

from .shapes import Json

ROOM = Path(__file__).parents[2] / "games" / "rulebook"

DATC: list[Json] = json.loads((ROOM / "datc.json").read_text())["cases"]


def _boards(path: Path) -> dict[str, Json]:
    book = tomllib.loads(path.read_text())
    return {board["id"]: board | {"edition": book["edition"]} for board in book["board"]}


DIAGRAMS: dict[str, Json] = {
    name: board
    for path in sorted((ROOM / "diagrams").glob("*.toml"))
    for name, board in _boards(path).items()
}


def position_of(board: Json) -> Position:
    return read_position({key: board[key] for key in ("phase", "units", "centers") if key in board})
