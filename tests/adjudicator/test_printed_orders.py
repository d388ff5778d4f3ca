"""Every order printed in the four rulebooks and the forum post is read as they mean it.

The orders are in `tests/data/printed/`, seed by seed; what the texts of diagrams mean, and how they
end, is in `games/rulebook/diagrams/`. A misprint whose letters mean something else than the book
does has a fifth element: what the parser makes of it.
"""

import json
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator import OrderSyntaxError, find_rules, parse_order, read_sheet
from adjudicator.json_lines import read_position

from .diagrams import DIAGRAMS
from .shapes import Json

FOLDER = Path(__file__).parents[1] / "data" / "printed"
SEEDS = sorted(path.stem for path in FOLDER.glob("*.toml"))

LOST = ("002", "RUSSIA", "support of a fleet that convoys")
"""Texts where an order without its end includes the next one: “F Mba TR A Liv ‑ Gbo APP F Mba”."""


class Printed(NamedTuple):
    """One order: as printed, its meaning and its outcome.

    The meaning is empty if it is not an order, the outcome if the book does not tell it.
    """

    text: str
    meaning: str
    outcome: str
    note: str = ""
    read: str | None = None

    @property
    def made_of_it(self) -> str:
        return self.meaning if self.read is None else self.read


@cache
def seed(number: str) -> dict[str, Any]:
    with (FOLDER / f"{number}.toml").open("rb") as file:
        book = tomllib.load(file)
    examples = [_on_a_board(each) if "board" in each else each for each in book["example"]]
    return book | {"example": examples}


def _on_a_board(example: Json) -> Json:
    """Return an example with the position and the orders of its board of the rulebook.

    Its own are the texts, one for each order of the board, and a note for some.
    """
    board = DIAGRAMS[example["board"]]
    orders = {
        power: [
            [text, meaning, outcome, *note]
            for (text, *note), (meaning, outcome) in zip(texts, board["orders"][power], strict=True)
        ]
        for power, texts in example["texts"].items()
    }
    assert orders.keys() == board["orders"].keys()
    return board | example | {"orders": orders}


def examples() -> list[tuple[str, Json]]:
    return [(number, example) for number in SEEDS for example in seed(number)["example"]]


def named(value: object) -> str | None:
    return value["name"] if isinstance(value, dict) else None


def question(number: str, example: Json) -> Json:
    """Return the example as a question to the command line, without orders."""
    body = {
        "id": f"{number} {example['name']}",
        "phase": example["phase"],
        "units": example["units"],
        "rules": seed(number)["rules"],
        "language": seed(number)["language"],
    }
    if "centers" in example:
        body["centers"] = example["centers"]
    return body | {"dislodged": example.get("dislodged_units")}


def rows(example: Json) -> dict[str, list[Printed]]:
    return {power: [Printed(*row) for row in orders] for power, orders in example["orders"].items()}


def test_the_files_have_more_than_four_hundred_orders_of_every_seed() -> None:
    counts = {
        number: sum(len(each) for n, e in examples() if n == number for each in rows(e).values())
        for number in SEEDS
    }
    assert list(counts) == ["000", "001", "002", "003", "004"]
    assert counts["004"] >= 5
    assert sum(counts.values()) > 700


@pytest.mark.parametrize(("number", "example"), examples(), ids=named)
def test_every_order_is_read_as_the_book_means_it(number: str, example: Json) -> None:
    position, book = read_position(question(number, example)), seed(number)
    rules = find_rules(book["rules"])
    for power, orders in rows(example).items():
        for order in orders:
            try:
                read = str(parse_order(order.text, position, power, book["language"], rules))
            except OrderSyntaxError:
                read = ""
            assert read == order.made_of_it, order


def test_few_misprints_are_read_in_another_way_than_the_book_means() -> None:
    wrong = [
        (number, order.text)
        for number, example in examples()
        for orders in rows(example).values()
        for order in orders
        if order.read is not None
    ]
    assert len(wrong) == 7
    assert len([text for _number, text in wrong if "Сев-Рум" in text]) == 3


@pytest.mark.parametrize(("number", "example"), examples(), ids=named)
def test_every_printed_line_is_read_whole(number: str, example: Json) -> None:
    """With its separators, its line breaks, and orders that are not separated."""
    position, book = read_position(question(number, example)), seed(number)
    for power, orders in rows(example).items():
        block = example["printed"][power]
        sheet = read_sheet(block, position, power, book["language"], find_rules(book["rules"]))
        read = [str(line.order) for line in sheet.lines if line.order]
        meant = [order.made_of_it for order in orders if order.made_of_it]
        if (number, power, example["name"]) == LOST:
            meant.remove("F BOT S F BAL")
        assert sorted(read) == sorted(meant), block


@cache
def answers() -> dict[str, Json]:
    """Return the command line's answers to all examples.

    Printed texts are asked, for misprints that mean something else the corrected ones.
    """
    questions = []
    for number, example in examples():
        orders = {
            power: [
                order.text if order.read is None else order.meaning
                for order in several
                if order.read is None or order.meaning
            ]
            for power, several in rows(example).items()
        }
        questions.append(question(number, example) | {"orders": orders})
    asked = "\n".join(map(json.dumps, questions))
    command = [sys.executable, "-m", "adjudicator", "resolve"]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return {body["id"]: body for body in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize(("number", "example"), examples(), ids=named)
def test_every_example_ends_as_the_book_says(number: str, example: Json) -> None:
    answer = answers()[f"{number} {example['name']}"]
    for power, orders in rows(example).items():
        results = [(row["order"], row["outcome"]) for row in answer["results"].get(power, [])]
        for order in orders:
            if order.meaning and order.outcome:
                assert (order.meaning, order.outcome) in results, order
    dislodged = [
        row["unit"] for rows in answer["results"].values() for row in rows if row["dislodged"]
    ]
    if "dislodged" in example:
        assert sorted(dislodged) == sorted(example["dislodged"])
