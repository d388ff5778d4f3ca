"""The access walk: ask every address of the site as every role, and check everything sent back."""

import html
import io
import re
import traceback
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from django.contrib.messages import get_messages
from django.core.cache import cache as site_cache
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test.client import ClientHandler
from django.utils import timezone, translation

from tests.soak import SOAK

from .paths import path_to, sheet
from .table import (
    ASKED,
    MOST_CANARIES,
    REFUSED,
    Address,
    Row,
    addresses,
    fitting,
    read_table,
)
from .world import ROLES, World

# Tables into which a GET may write.
WRITTEN_BY_LOOKING = {"accounts_session", "games_bookmark"}
# Tables that a GET of an address may write: the game's log says who looked.
NOTED = {"admin:games_game_change": {"games_event"}}
VISIBILITIES = ("public", "private")
OTHER_VERBS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE")
# The site's own views, which name the methods that they allow.
OURS = ("games:", "accounts:", "readyz", "latez")
# Forms that are accepted without a CSRF token, and why.
WITHOUT_TOKEN = {
    "games:unsubscribe": "sent by mail programs; its link is signed",
    "games:api_v1": "sent by programs; only their keys count, never a cookie",
}


@dataclass(frozen=True)
class Answer:
    """The answer to one request.

    `word` is the status as the table names it, `text` all that was sent back, `wrote` the tables in
    which rows were added, changed or deleted.
    """

    word: str
    text: str
    wrote: frozenset[str]


@contextmanager
def written() -> Iterator[set[str]]:
    """Collect the names of the tables whose rows change."""
    tables: set[str] = set()

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        verb = re.match(r'(INSERT)(?: OR IGNORE)? INTO "(\w+)"|(?:UPDATE|DELETE FROM) "(\w+)"', sql)
        # The row count of an INSERT … RETURNING is known only after its rows are fetched.
        if verb and (verb[1] or context["cursor"].rowcount != 0):
            tables.add(verb[2] or verb[3])
        return result

    with connection.execute_wrapper(watch):
        yield tables


@cache
def handler(enforce_csrf_checks: bool) -> ClientHandler:
    """Return the handler of all browsers of the walk: it loads the middleware once."""
    return ClientHandler(enforce_csrf_checks)


def ask(
    world: World,
    role: str,
    method: str,
    path: str,
    data: Any = None,
    *,
    enforce_csrf_checks: bool = False,
    **extra: Any,
) -> Answer:
    """Send one request and roll back what it did. `extra` are options of the client's request."""
    browser = world.client(role)
    browser.handler = handler(enforce_csrf_checks)
    with transaction.atomic(), written() as tables:
        if method in ASKED:
            got = (browser.get if method == "GET" else browser.post)(path, data, **extra)
        else:
            got = browser.generic(method, path, **extra)
        text = everything_in(got)
        transaction.set_rollback(True)
    return Answer(word_for(got, method, tables), text, frozenset(tables))


def word_for(got: HttpResponseBase, method: str, tables: set[str]) -> str:
    """Return the status as the table names it.

    `login` and `admin` are redirects to a sign-in page, `keep` is one to the only page of a person
    who is closing their account, `done` is a redirect after a write.
    """
    if got.status_code != 302:
        return str(got.status_code)
    where = got["Location"]
    if where.startswith("/accounts/login/?next="):
        return "login"
    if where.startswith("/admin/login/?next="):
        return "admin"
    if where == "/accounts/keep/":
        return "keep"
    return "done" if method == "POST" and tables - WRITTEN_BY_LOOKING else "302"


def everything_in(got: Any) -> str:
    """Return the headers, cookies and body of a response, and the messages for the next page."""
    parts = [f"{name}: {value}" for name, value in got.items()]
    parts += [str(cookie) for cookie in got.cookies.values()]
    body = b"".join(got.streaming_content) if got.streaming else got.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            body = b"\n".join(archive.read(name) for name in archive.namelist())
    parts.append(html.unescape(body.decode(errors="replace")))
    request = getattr(got, "wsgi_request", None)
    if request is not None and hasattr(request, "_messages"):
        parts += [str(message) for message in get_messages(request)]
    return "\n".join(parts)


@dataclass
class Walk:
    """The table and a world to check it against.

    The methods whose names end in `trouble` yield a line for each violation. `read` collects
    (canary, role) for each canary found in the private circle.
    """

    world: World
    rows: list[Row]
    sees: dict[str, dict[str, bool]]
    known: list[Address]
    read: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def through(cls, world: World) -> "Walk":
        rows, sees = read_table()
        return cls(world, rows, sees, addresses())

    @cached_property
    def addresses_of(self) -> dict[str, list[Address]]:
        """The addresses of each row, by its name."""
        return {str(row): fitting(row, self.known, self.rows) for row in self.rows}

    def row_of(self, address: Address, method: str) -> Row:
        """Return the first row of the table about this address and method."""
        rows = (row for row in self.rows if row.method == method)
        return next(row for row in rows if address in self.addresses_of[str(row)])

    def row_trouble(self, row: Row, roles: Iterable[str] = ROLES) -> Iterator[str]:
        """Check the cells of a row for `roles`.

        Where public and private games answer alike, the private ones are asked only in a soak,
        because the public ones show more.
        """
        for visibility in VISIBILITIES if SOAK or row.differs else ["public"]:
            for address in self.addresses_of[str(row)]:
                if visibility == "private" and not address.is_of_a_game:
                    continue
                for role in row.asked(roles, visibility):
                    yield from self._cell_trouble(address, row, role, visibility)

    def _cell_trouble(
        self, address: Address, row: Row, role: str, visibility: str
    ) -> Iterator[str]:
        expected = row.expected(role, visibility)
        try:
            path, answer = self.answer(address, row, role, visibility)
        except Exception:  # one line of the report, as for every other cell
            yield f"{row} by {role}: {traceback.format_exc()}"
            return
        who = f"{row} {path} by {role}"
        if answer.word != expected:
            yield f"{who}: {answer.word} instead of {expected}"
        yield from self.secrets(who, role, answer, address.name, visibility)
        yield from changes(who, row.method, answer, NOTED.get(address.name, ()))

    def verbs_trouble(self, address: Address, role: str) -> Iterator[str]:
        """Check that requests with methods other than GET and POST change and disclose nothing."""
        row = self.row_of(address, "GET")
        path = path_to(address, row, self.world, self.world.private, role)
        refused = row.expected(role, "private") in REFUSED
        ours = address.name.startswith(OURS)
        for verb in self._verbs(address):
            forget_reader()
            answer = ask(self.world, role, verb, path)
            who = f"{verb} {path} by {role}"
            yield from changes(who, verb, answer, NOTED.get(address.name, ()))
            yield from self.secrets(who, role, answer, address.name, "private")
            if answer.word.startswith("5"):
                yield f"{who}: {answer.word}"
            must_refuse = (ours and verb != "HEAD") or (refused and verb != "OPTIONS")
            if must_refuse and answer.word not in REFUSED:
                yield f"{who}: {answer.word}, and is not refused"

    def _verbs(self, address: Address) -> tuple[str, ...]:
        """HEAD, which answers like GET, and the others by turns; in a soak, all of them."""
        head, *others = OTHER_VERBS
        return OTHER_VERBS if SOAK else (head, others[self.known.index(address) % len(others)])

    def token_trouble(self, address: Address, role: str) -> Iterator[str]:
        """Check that a form without its CSRF token is refused, and writes nothing."""
        row = self.row_of(address, "POST")
        path, answer = self.answer(address, row, role, "public", enforce_csrf_checks=True)
        refused = (answer.word, answer.wrote) == ("403", frozenset())
        if refused == (address.name in WITHOUT_TOKEN):
            wrote = f", wrote into {', '.join(sorted(answer.wrote))}" if answer.wrote else ""
            yield f"POST {path} by {role} without a token: {answer.word}{wrote}"

    def reading_trouble(self, role: str) -> Iterator[str]:
        """Check that the role reads everything that it may read.

        Otherwise the absence of canaries would prove nothing. Canaries found before this call
        count; the others are looked for in the private circle.
        """
        wanted = {canary for canary, readers in self.sees.items() if readers[role]}
        found = {canary for canary, reader in self.read if reader == role}
        looks = (row for row in self.rows if row.method == "GET")
        for row in sorted(looks, key=lambda row: str(row) not in MOST_CANARIES):
            for address in self.addresses_of[str(row)]:
                if wanted <= found:
                    return
                _path, answer = self.answer(address, row, role, "private")
                found |= {
                    canary.name
                    for canary in self.world.canaries
                    if canary.name in wanted and canary.is_in(answer.text, address.name, "private")
                }
        for canary in sorted(wanted - found):
            yield f"{role} reads {canary} nowhere"

    def answer(
        self, address: Address, row: Row, role: str, visibility: str, **options: Any
    ) -> tuple[str, Answer]:
        """Return the requested path and the answer. `options` are those of `ask`."""
        forget_reader()
        with transaction.atomic():
            circle = self.world.circle(visibility)
            path = path_to(address, row, self.world, circle, role)
            data = sheet(address, row, circle) if row.method == "POST" else None
            answer = ask(self.world, role, row.method, path, data, **options)
            transaction.set_rollback(True)
        return path, answer

    def secrets(self, who: str, role: str, answer: Answer, *where: str) -> Iterator[str]:
        """Yield a line for each canary in an answer that this role may not read."""
        for canary in self.world.canaries:
            if canary.is_in(answer.text, *where):
                if "private" in where:
                    self.read.add((canary.name, role))
                if not self.sees[canary.name][role]:
                    yield f"{who}: reads {canary.name}"


def forget_reader() -> None:
    """Forget the counts of the last request and its reader's language and time zone."""
    site_cache.clear()
    translation.deactivate()
    timezone.deactivate()


def changes(who: str, method: str, answer: Answer, noted: Collection[str] = ()) -> Iterator[str]:
    """Yield a line if a request that may write nothing wrote into tables other than `noted`."""
    if method != "POST" or answer.word in REFUSED:
        tables = answer.wrote - WRITTEN_BY_LOOKING - set(noted)
        if tables:
            yield f"{who}: {answer.word}, and wrote into {', '.join(sorted(tables))}"
