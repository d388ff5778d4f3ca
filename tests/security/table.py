"""Read table.txt, and find the addresses of its rows."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import cycle
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

from tests.soak import SOAK

from .world import BETWEEN, BETWEEN_IF_REFUSED, ENOUGH, EVERYWHERE, LIKE, NO_COLUMN, ROLES

TABLE = Path(__file__).with_name("table.txt")
ASKED = ("GET", "POST")
# Statuses after which nothing may have been written.
REFUSED = {"login", "admin", "keep", "400", "401", "403", "404", "405", "409", "422", "429"}
# Rows whose answers contain most canaries; they are searched first.
MOST_CANARIES = {
    "games:game GET", "games:game@lobby GET", "games:game@lobby-given GET",
    "games:game@austria-open GET",
    "games:report@past GET",
    "games:orders GET", "games:orders@england GET", "games:orders@turkey GET",
    "games:enter_orders GET", "games:seat_declared@austria-declared GET",
    "games:thread GET", "games:thread@third GET", "games:thread@notebook GET",
    "games:topic GET", "games:topic@grown GET", "games:front GET",
    "games:withdraw_invitation@england GET", "admin:games_game_change@over GET",
    "games:order_address GET",
    "games:feeds GET", "games:own_calendar GET", "games:keyed_calendar GET",
    "games:complaints GET", "games:shared_devices GET", "accounts:suspensions GET",
    "accounts:download_data GET",
    "admin:account_emailaddress_change GET", "admin:*_*_changelist GET",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A line of the table: what each role gets from the addresses whose names match `pattern`.

    `named` are the roles without a column for which the table has an exception from this row, or
    whose turn it is: each row is the turn of one of them.
    """

    pattern: str
    circumstance: str
    method: str
    cells: dict[str, str]
    named: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return f"{self.pattern}{'@' * bool(self.circumstance)}{self.circumstance} {self.method}"

    def asked(self, roles: Iterable[str], visibility: str) -> list[str]:
        """Return those of `roles` whose requests are sent; in a soak, all of them.

        Otherwise a role between two others (`BETWEEN`) is left out if all three have the same cell,
        and roles without a column ask in turns (`named`). Where all get the same, of pages without
        secrets, a few (`ENOUGH`) ask. A role with the same cell for public and private games asks
        only the private one, which has the same secrets and more, if other roles ask there too.
        """
        return [role for role in roles if SOAK or self._has_to_ask(role, visibility)]

    def _has_to_ask(self, role: str, visibility: str) -> bool:
        cell = self.cells[role]
        if role in NO_COLUMN:
            if role not in self.named:
                return False
        elif role not in ENOUGH and self.is_uniform and str(self) not in MOST_CANARIES:
            return False
        between = BETWEEN | BETWEEN_IF_REFUSED if cell in REFUSED else BETWEEN
        if {self.cells[other] for other in between.get(role, ())} == {cell}:
            return False
        return visibility == "private" or cell.endswith(("*", "^")) or not self.differs

    @property
    def is_uniform(self) -> bool:
        """Whether all roles with a column have the same cell."""
        return len({cell for role, cell in self.cells.items() if role not in NO_COLUMN}) == 1

    @property
    def differs(self) -> bool:
        """Whether the status for some role differs between private and public games."""
        return any(cell.endswith(("*", "^")) for cell in self.cells.values())

    def expected(self, role: str, visibility: str) -> str:
        """Return the status for a role. For private games a star means 404 and a caret "login"."""
        cell = self.cells[role]
        if cell.endswith("^"):
            return "login" if visibility == "private" else cell.rstrip("^")
        return "404" if cell.endswith("*") and visibility == "private" else cell.rstrip("*")


def read_table() -> tuple[list[Row], dict[str, dict[str, bool]]]:
    """Return the rows of table.txt, and for each canary which roles read it somewhere."""
    rows: list[Row] = []
    sees: dict[str, dict[str, bool]] = {}
    columns: list[str] = []
    exceptions: dict[tuple[str, str], str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] in ("address", "canary"):
            columns = words[1:]
            assert columns == [role for role in ROLES if role not in NO_COLUMN], line
        elif words[0] in NO_COLUMN:
            role, *row, cell = words
            exceptions[role, " ".join(row)] = cell
        elif words[1] in ASKED:
            name, _at, circumstance = words[0].partition("@")
            cells = dict(zip(columns, words[2:], strict=True))
            rows.append(Row(name, circumstance, words[1], cells))
        else:
            cells = dict(zip(columns, words[1:], strict=True))
            sees[words[0]] = {role: cell == "reads" for role, cell in cells.items()}
    for found, turn in zip(rows, cycle(sorted(NO_COLUMN)), strict=False):
        usual = {role: found.cells[model] for role, model in LIKE.items()}
        usual |= {role: cells[found.method] for role, cells in EVERYWHERE.items()}
        found.named.update({turn}, (role for role in usual if (role, str(found)) in exceptions))
        for role, cell in usual.items():
            found.cells[role] = exceptions.pop((role, str(found)), cell)
    for canary, readers in sees.items():
        usual = {role: "reads" if readers[model] else "-" for role, model in LIKE.items()}
        usual |= dict.fromkeys(EVERYWHERE, "-")
        for role, cell in usual.items():
            readers[role] = exceptions.pop((role, canary), cell) == "reads"
    assert not exceptions, "these lines name no row"
    return rows, sees


@dataclass(frozen=True)
class Address:
    """A pattern of the resolver. `name` is its full name or, without a name, its route."""

    name: str
    route: str
    parameters: tuple[str, ...]

    @property
    def is_of_a_game(self) -> bool:
        """Whether the answer may depend on who may see the game that the address names."""
        of_a_game = "slug" in self.parameters or self.name == "games:seat_invitation"
        return of_a_game or "admin/games/" in self.route


def addresses(
    resolver: URLResolver | None = None, space: str = "", route: str = ""
) -> list[Address]:
    """Return every pattern of the resolver, at all depths."""
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
    """Return the addresses that the row's pattern matches and that have no row of their own."""
    own = {each.pattern for each in rows if each.method == row.method}
    return [
        address
        for address in known
        if address.name == row.pattern
        or (address.name not in own and fits(address.name, row.pattern))
    ]


def fits(name: str, pattern: str) -> bool:
    """Whether a name matches a pattern in which only the star is special."""
    return fnmatchcase(name, re.sub(r"[\[?]", lambda found: f"[{found[0]}]", pattern))
