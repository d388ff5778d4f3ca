"""The recorded orders and messages of the demo, from the files beside this one."""

import json
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
MASTER = "MASTER"


@dataclass(frozen=True)
class Message:
    """A message. `sender` is a power or MASTER; without `readers` it is public."""

    sender: str
    readers: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Page:
    """A phase: its orders by power, and the messages that were written in it."""

    code: str
    orders: Mapping[str, list[str]]
    messages: list[Message]


def pages(game: str) -> list[Page]:
    """The phases of a recorded game, `finished` or `middle`."""
    messages = _messages(game)
    with (HERE / "games.jsonl").open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["game"] == game]
    return [Page(row["phase"], row["orders"], messages.get(row["phase"], [])) for row in rows]


def _messages(game: str) -> Mapping[str, list[Message]]:
    written: dict[str, list[Message]] = defaultdict(list)
    with (HERE / "messages.toml").open("rb") as file:
        for row in tomllib.load(file)[game]:
            written[row["phase"]].append(
                Message(row["from"], tuple(row.get("to", ())), row["text"].strip())
            )
    return written
