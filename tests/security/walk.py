"""Ask every address of the site, as every role, and read all that comes back."""

import html
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.contrib.messages import get_messages
from django.db import connection, transaction
from django.http import HttpResponseBase

from .paths import path_to, sheet
from .table import ASKED, Address, Row, addresses, fitting, read_table
from .world import ROLES, World

# What must not have changed anything, and says nothing but that.
REFUSED = {"login", "admin", "400", "403", "404", "405", "409", "422", "429"}
# Tables that a mere look may write.
WRITTEN_BY_LOOKING = {"django_session", "games_bookmark"}
# Where one or the other canary sings: who reads it, mostly does so here.
SINGING = {
    "games:game GET", "games:game@lobby GET", "games:game@austria-open GET",
    "games:report@past GET",
    "games:orders GET", "games:orders@england GET", "games:orders@turkey GET",
    "games:letters_to GET", "games:letters_to@third GET", "games:letters_to@notebook GET",
    "games:topic GET",
    "games:feeds GET", "games:own_calendar GET", "games:keyed_calendar GET",
    "games:complaints GET", "games:shared GET", "accounts:suspensions GET",
    "admin:account_emailaddress_change GET", "admin:*_*_changelist GET",
}  # fmt: skip
# Where the game's log says who looked.
NOTED = {"admin:games_game_change": {"games_event"}}


@dataclass(frozen=True)
class Answer:
    """`word` is the status as the table names it, `text` all that was sent back, `wrote` the tables
    in which rows were added, changed or deleted."""

    word: str
    text: str
    wrote: frozenset[str]


@contextmanager
def written() -> Iterator[set[str]]:
    """Collects the names of the tables whose rows change."""
    tables: set[str] = set()

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        verb = re.match(r'(INSERT)(?: OR IGNORE)? INTO "(\w+)"|(?:UPDATE|DELETE FROM) "(\w+)"', sql)
        # What an INSERT … RETURNING has added is counted only when it is fetched.
        if verb and (verb[1] or context["cursor"].rowcount != 0):
            tables.add(verb[2] or verb[3])
        return result

    with connection.execute_wrapper(watch):
        yield tables


def ask(
    world: World,
    role: str,
    method: str,
    path: str,
    data: Any = None,
    *,
    client: Mapping[str, Any] = MappingProxyType({}),
    **extra: Any,
) -> Answer:
    """Send one request; whatever it does is undone. `client` and `extra` are options of Django's
    test client and of its request."""
    browser = world.client(role, **client)
    with transaction.atomic(), written() as tables:
        if method in ASKED:
            got = (browser.get if method == "GET" else browser.post)(path, data, **extra)
        else:
            got = browser.generic(method, path, **extra)
        text = everything_in(got)
        transaction.set_rollback(True)
    return Answer(word_for(got, method, tables), text, frozenset(tables))


def word_for(got: HttpResponseBase, method: str, tables: set[str]) -> str:
    """`login` and `admin` lead to a sign-in page, `done` is a way on after a write."""
    if got.status_code != 302:
        return str(got.status_code)
    where = got["Location"]
    if where.startswith("/accounts/login/?next="):
        return "login"
    if where.startswith("/admin/login/?next="):
        return "admin"
    return "done" if method == "POST" and tables - WRITTEN_BY_LOOKING else "302"


def everything_in(got: Any) -> str:
    """Body, headers, cookies, and what the next page will say."""
    parts = [f"{name}: {value}" for name, value in got.items()]
    parts += [str(cookie) for cookie in got.cookies.values()]
    body = b"".join(got.streaming_content) if got.streaming else got.content
    parts.append(html.unescape(body.decode(errors="replace")))
    request = getattr(got, "wsgi_request", None)
    if request is not None and hasattr(request, "_messages"):
        parts += [str(message) for message in get_messages(request)]
    return "\n".join(parts)


@dataclass
class Walk:
    """The table against a world; collects who has read which canary."""

    world: World
    rows: list[Row]
    sees: dict[str, dict[str, bool]]
    known: list[Address]
    read: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def through(cls, world: World) -> "Walk":
        rows, sees = read_table()
        return cls(world, rows, sees, addresses())

    def trouble(
        self, row: Row, visibility: str, roles: Iterable[str] = ROLES, **options: Any
    ) -> Iterator[str]:
        """All that is not as the table says about one of its rows."""
        for address in fitting(row, self.known, self.rows):
            if visibility == "private" and not address.is_of_a_game:
                continue
            for role in row.asked(roles, visibility):
                path, answer = self.answer(address, row, role, visibility, **options)
                who = f"{row.method} {path} by {role}"
                expected = row.expected(role, visibility)
                if answer.word != expected:
                    yield f"{who}: {answer.word} instead of {expected}"
                yield from self.secrets(who, role, answer, address.name, visibility)
                yield from changes(who, row.method, answer, NOTED.get(address.name, ()))

    def answer(
        self, address: Address, row: Row, role: str, visibility: str, **options: Any
    ) -> tuple[str, Answer]:
        """The path that was asked for, and the answer. `options` are those of `ask`."""
        with transaction.atomic():
            path = path_to(address, row, self.world, self.world.circle(visibility), role)
            data = sheet(address, row) if row.method == "POST" else None
            answer = ask(self.world, role, row.method, path, data, **options)
            transaction.set_rollback(True)
        return path, answer

    def reads(self, role: str, wanted: set[str]) -> set[str]:
        """Which of the canaries `wanted` the role meets where it looks."""
        found: set[str] = set()
        looks = [row for row in self.rows if row.method == "GET"]
        for row in sorted(looks, key=lambda row: str(row) not in SINGING):
            for address in fitting(row, self.known, self.rows):
                if found == wanted:
                    return found
                _path, answer = self.answer(address, row, role, "private")
                found |= {
                    canary.name
                    for canary in self.world.canaries
                    if canary.name in wanted and canary.is_in(answer.text, address.name, "private")
                }
        return found

    def secrets(self, who: str, role: str, answer: Answer, *where: str) -> Iterator[str]:
        """The canaries in an answer that are not for this role."""
        for canary in self.world.canaries:
            if canary.is_in(answer.text, *where):
                self.read.add((canary.name, role))
                if not self.sees[canary.name][role]:
                    yield f"{who}: reads {canary.name}"


def changes(who: str, method: str, answer: Answer, noted: Collection[str] = ()) -> Iterator[str]:
    """What was written, but for the tables `noted`, by a request that may write nothing."""
    if method != "POST" or answer.word in REFUSED:
        tables = answer.wrote - WRITTEN_BY_LOOKING - set(noted)
        if tables:
            yield f"{who}: {answer.word}, and wrote into {', '.join(sorted(tables))}"
