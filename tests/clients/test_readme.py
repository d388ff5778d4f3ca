"""The tables of methods in the README of the client: all of them, and what each returns."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_origin, is_typeddict

from entente_client import Client, MasterClient

README = Path(__file__).parents[2] / "clients/python/README.md"
ROW = re.compile(r"^\|(.*)\|$", re.MULTILINE)
NAME = re.compile(r"`([a-z_]+)`")


def methods(kind: type) -> dict[str, str]:
    """The public methods of a class, with the column of each."""
    return {
        name: column(inspect.signature(method).return_annotation)
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }


def column(returned: Any) -> str:
    if returned is str:
        return "sentence"
    if is_typeddict(returned):
        return "dictionary"
    return {Iterator: "iterator", list: "list"}.get(get_origin(returned), "other")


def listed(table: str) -> list[tuple[str, str]]:
    """The names in a table, each with the head of its column."""
    cells = [[cell.strip() for cell in row.split("|")] for row in ROW.findall(table)]
    head, _line, *rows = cells
    return [
        (name, of)
        for row in rows
        for of, cell in zip(head, row, strict=True)
        for name in NAME.findall(cell)
    ]


def test_the_tables_have_each_method_once_in_the_column_of_what_it_returns():
    text = README.read_text().partition("## The methods")[2].partition("\n## ")[0]
    players, masters = map(listed, text.split("Only `MasterClient`"))
    of_players, of_all = methods(Client), methods(MasterClient)
    assert sorted(players) == sorted(of_players.items())
    assert sorted(masters) == sorted(of_all.items() - of_players.items())
