"""Reads table.txt, and finds the addresses that its rows are about."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

from tests.soak import SOAK

from .world import BETWEEN, ROLES

TABLE = Path(__file__).with_name("table.txt")
ASKED = ("GET", "POST")


@dataclass(frozen=True)
class Row:
    """One line of the table: what each role gets from the addresses whose names fit `pattern`."""

    pattern: str
    circumstance: str
    method: str
    cells: dict[str, str]

    def __str__(self) -> str:
        return f"{self.pattern}{'@' * bool(self.circumstance)}{self.circumstance} {self.method}"

    def asked(self, roles: Iterable[str], visibility: str) -> list[str]:
        """Those of `roles` who have something to ask: in a soak, all.

        Else none who gets what both do between whom they stand. And who gets the same from both
        kinds of games asks one: the private one, which has the same secrets and more, where others
        ask it too.
        """
        return [role for role in roles if SOAK or self._has_to_ask(role, visibility)]

    def _has_to_ask(self, role: str, visibility: str) -> bool:
        cell = self.cells[role]
        if {self.cells[other] for other in BETWEEN.get(role, ())} == {cell}:
            return False
        return visibility == "private" or cell.endswith(("*", "^")) or not self.differs

    @property
    def differs(self) -> bool:
        """Whether a private game answers somebody otherwise than a public one."""
        return any(cell.endswith(("*", "^")) for cell in self.cells.values())

    def expected(self, role: str, visibility: str) -> str:
        """A star in the table: not found where the game is private; a caret: asked to sign in."""
        cell = self.cells[role]
        if cell.endswith("^"):
            return "login" if visibility == "private" else cell.rstrip("^")
        return "404" if cell.endswith("*") and visibility == "private" else cell.rstrip("*")


def read_table() -> tuple[list[Row], dict[str, dict[str, bool]]]:
    """The rows of table.txt, and by canary which role reads it somewhere."""
    rows: list[Row] = []
    sees: dict[str, dict[str, bool]] = {}
    columns: list[str] = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] in ("address", "canary"):
            columns = words[-len(ROLES) :]
            assert columns == list(ROLES), line
        elif words[1] in ASKED:
            name, _at, circumstance = words[0].partition("@")
            cells = dict(zip(columns, words[2:], strict=True))
            rows.append(Row(name, circumstance, words[1], cells))
        else:
            cells = dict(zip(columns, words[1:], strict=True))
            sees[words[0]] = {role: cell == "reads" for role, cell in cells.items()}
    return rows, sees


@dataclass(frozen=True)
class Address:
    """One pattern of the resolver. `name` is its full name or, where it has none, its route."""

    name: str
    route: str
    parameters: tuple[str, ...]

    @property
    def is_of_a_game(self) -> bool:
        """Whether the answer may depend on who may see the game that the address names."""
        return "slug" in self.parameters or "admin/games/" in self.route


def addresses(
    resolver: URLResolver | None = None, space: str = "", route: str = ""
) -> list[Address]:
    """Every pattern that the resolver knows, however deep."""
    found: list[Address] = []
    for each in (resolver or get_resolver()).url_patterns:
        here = route + str(each.pattern)
        if isinstance(each, URLPattern):
            name = f"{space}{each.name}" if each.name else here
            named = re.findall(r"<(?:\w+:)?(\w+)>", here)
            found.append(Address(name, here, tuple(dict.fromkeys(named))))
        else:
            inner = f"{space}{each.namespace}:" if each.namespace else space
            found += addresses(each, inner, here)
    return found


def fitting(row: Row, known: list[Address], rows: list[Row]) -> list[Address]:
    """The addresses of a row: those that its pattern fits and that have no row of their own."""
    own = {each.pattern for each in rows if each.method == row.method}
    return [
        address
        for address in known
        if address.name == row.pattern
        or (address.name not in own and fits(address.name, row.pattern))
    ]


def fits(name: str, pattern: str) -> bool:
    """Whether a name fits a pattern in which only the star has a meaning."""
    return fnmatchcase(name, re.sub(r"[\[?]", lambda found: f"[{found[0]}]", pattern))
