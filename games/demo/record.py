"""What the demo tells: recorded orders and letters, as they stand in the files beside this one."""

import json
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
MASTER = "MASTER"


@dataclass(frozen=True)
class Letter:
    """`sender` is a power or MASTER; without `readers` everyone reads it."""

    sender: str
    readers: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Page:
    """A phase: its orders by power, and the letters that were written in it."""

    code: str
    orders: Mapping[str, list[str]]
    letters: list[Letter]


def pages(game: str) -> list[Page]:
    """The phases of a recorded game, `finished` or `middle`."""
    letters = _letters(game)
    with (HERE / "games.jsonl").open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["game"] == game]
    return [Page(row["phase"], row["orders"], letters.get(row["phase"], [])) for row in rows]


def _letters(game: str) -> Mapping[str, list[Letter]]:
    written: dict[str, list[Letter]] = defaultdict(list)
    with (HERE / "letters.toml").open("rb") as file:
        for row in tomllib.load(file)[game]:
            written[row["phase"]].append(
                Letter(row["from"], tuple(row.get("to", ())), row["text"].strip())
            )
    return written
