"""4,110 order sheets as people write them, with the orders that a game master would take.

Half of them mislead: nobody meant the orders that could be found in them. tests/data/README.md says
how they were written.
"""

import gzip
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import Position, read_sheet
from adjudicator.json_lines import read_position
from adjudicator.notation import LANGUAGES

FILE = Path(__file__).parents[1] / "data" / "order_sheets.jsonl.gz"
# Sheets with an order of which people may think differently: a move without a dash, the beginning
# of a name, an order that is broken over three lines below a unit without one.
DEBATABLE = {125, 220, 460, 513, 641, 648, 650}
COASTS = re.compile(r"^(\S+ \S+ [SC] \S+ ...)(?:/..)?( - ...)?(?:/..)?$")
READ: dict[int, set[str]] = {}  # by the number of a sheet
LEAST_READ = {"en": 0.96, "es": 0.98, "it": 0.97, "bg": 0.96}


@cache
def sheets() -> tuple[dict[str, Position], list[dict[str, Any]]]:
    """Return the positions by their names, and the sheets."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    positions = {row["position"]: read_position(row) for row in rows if "text" not in row}
    return positions, [row for row in rows if "text" in row]


def orders(row: dict[str, Any]) -> set[str]:
    """Read a sheet; each of them is read once, for all tests."""
    if row["id"] not in READ:
        READ[row["id"]] = read(row)
    return READ[row["id"]]


def read(row: dict[str, Any]) -> set[str]:
    positions, _sheets = sheets()
    language = row["written_in"] if row["stated"] else None
    sheet = read_sheet(row["text"], positions[row["position"]], row["power"], language)
    return {in_short(str(order)) for order in sheet.orders}


def meant(row: dict[str, Any]) -> set[str]:
    return {in_short(text) for text in row["orders"]}


def in_short(text: str) -> str:
    """The order without the way of its move and the coasts of the move that it supports."""
    return COASTS.sub(r"\1\2", text.removesuffix(" VIA"))


def test_no_order_is_read_that_nobody_meant() -> None:
    _positions, rows = sheets()
    assert len(rows) == 4110
    wrong = {row["id"]: orders(row) - meant(row) for row in rows}
    assert {number for number, several in wrong.items() if several} <= DEBATABLE


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_orders_that_are_plain_to_everyone_are_read(language: str) -> None:
    _positions, rows = sheets()
    counts: Counter[str] = Counter()
    for row in rows:
        if row["kind"] == "plain" and row["written_in"] == language:
            counts["meant"] += len(meant(row))
            counts["read"] += len(meant(row) & orders(row))
    print(f"{language}: {counts['read']} of {counts['meant']} orders read")
    assert counts["read"] >= LEAST_READ[language] * counts["meant"]
