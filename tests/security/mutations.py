"""Take each check of permissions out of the code, one at a time, and see the access walk fail.

    .venv/bin/python -m tests.security.mutations [words in the names of mutants]

The process creates the world of the walk once. Each mutant is a fork of it without one check, in
which the rows of the table and the other tests of access are checked until one fails. Without words
all mutants are tried, and the result goes to docs/measured.md.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

from tests import measured

if TYPE_CHECKING:
    from .mutants import Mutant
    from .walk import Walk

HERE = "tests/security"
TESTS = tuple(f"{HERE}/test_{name}.py" for name in ("access", "edges", "entered_seats", "secrets"))
FIRST = "test_the_table_names_each_canary"  # uses the walk, which creates the world
# Tests that are split here: each row of the table, and each address, is a check of its own.
WALKS = (
    "test_each_role_gets_and_reads_what_the_table_says",
    "test_other_verbs_do_nothing",
    "test_nothing_is_done_without_the_token_of_the_form",
)
PROCESSES = int(os.environ.get("TEST_PROCESSES", len(os.sched_getaffinity(0))))
# Modules whose decisions are visible in the pages of the games, like those of games.access.
PAGES = {
    "games.board.pictures",
    "games.press.locations",
    "games.web.feeds.news",
    "games.web.pages.front",
    "games.web.pages.game",
    "games.web.pages.game_lists",
    "games.web.pages.invitations",
    "games.web.pages.lobby",
    "games.web.pages.my_games",
    "games.web.pages.provisional_end",
    "games.web.pages.press.compose",
    "games.web.pages.press.threads",
    "games.web.pages.seat_lines",
    "games.web.views.allotment",
    "games.web.views.amendments",
    "games.web.views.archive",
    "games.web.views.complaints",
    "games.web.views.declared_players",
    "games.web.views.feeds",
    "games.web.views.game_master",
    "games.web.views.games",
    "games.web.views.history",
    "games.web.views.invitations",
    "games.web.views.joint_orders",
    "games.web.views.lobby",
    "games.web.views.mail",
    "games.web.views.maps",
    "games.web.views.muting",
    "games.web.views.notifications",
    "games.web.views.order_mail",
    "games.web.views.orders_on_behalf",
    "games.web.views.own_webhooks",
    "games.web.views.play",
    "games.web.views.press",
    "games.web.views.report",
    "games.web.views.thread_members",
    "games.web.views.webhooks",
    "games.wording.results",
    "games.wording.signatures",
}
# Mutants that change nothing a visitor can see, and why.
EQUIVALENT = {
    "games.board.pictures.draw_for: unchecked may_read_orders": (
        "no role held another seat of the finished game; see tests/games/web/test_final_boards.py"
    ),
    "games.web.pages.front.front_page: unchecked games_of": "it only leaves games out",
    "games.web.views.press.untitled_thread: unchecked begun_game_or_404": "who held a seat sees its"
    " game",
    "games.web.views.press.thread_list: True for “held”": "without a seat the form is never valid",
    "games.web.views.complaints.report_message: unchecked begun_game_or_404": "who held a seat sees"
    " its game",
    "games.web.views.muting.mute_or_unmute: unchecked begun_game_or_404": "who held a seat sees its"
    " game",
    "games.web.views.mail.unsubscribe: without the token of the form": "it asks for none",
    "accounts.views.choose_language: without “isinstance(request.user, User)” of"
    " “isinstance(request.user, User) and code in dict(settings.…”": "nobody has no row to change",
    "games.web.views.feeds.feed_addresses: without @login_required": "the question who they are"
    " sends visitors to the sign-in page too",
    "accounts.views._administrator_or_404: without “not isinstance(user, User)” of"
    " “not isinstance(user, User) or not demand.is_superuser_wit…”": "a visitor is no superuser",
    "games.access.names.declared_holder: False for “not seat.game.orders_by_master or (last is not"
    " None and l…”": "it only spares a query",
    "games.access.names.declared_holder: without “not seat.game.orders_by_master” of “not"
    " seat.game.orders_by_master or (last is not None and l…”": "such a game declares nobody",
    "games.access.names.declared_holder: without “last is not None and last.lasts” of “not"
    " seat.game.orders_by_master or (last is not None and l…”": "such a seat has no other",
    "games.access.seats.amended_game_or_404: without “not game.has_begun” of “not game.has_begun or"
    " seat is None or game.masterships.pr…”": "nobody has a seat before",
    "games.web.views.orders_on_behalf.enter_orders: False for “entry.submit(request.user)”": "it"
    " saves nothing then",
    "accounts.sessions.open_sessions.of_person: filter without person=person": "the hash in a"
    " session is made of the person's address too, so other people's are left out",
}


@dataclass(frozen=True)
class Check:
    """A part of the walk, or another test, of `file`. `fails` runs it."""

    name: str
    fails: Callable[[], bool]
    file: str = TESTS[0]


@dataclass
class Run:
    """A pytest plugin that runs the mutants instead of the tests."""

    words: Sequence[str]
    killers: dict[str, str] = field(default_factory=dict)
    walk: Any = None  # Walk

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.one_world = True  # the fixture `created_world` lasts as long as the process

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> None:
        self.walk = pyfuncitem.funcargs.get("walk", self.walk)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from django.conf import settings
        from django.db import connection

        from .mutants import CONTROL, mutants

        # In memory: each fork of the process has a database of its own.
        for name in (settings.DATABASES["default"], connection.settings_dict):
            name["TEST"] = {**name.get("TEST", {}), "NAME": ":memory:"}
        items = sorted(session.items, key=lambda item: FIRST not in item.name)
        for report in run_item(items[0], items):
            assert report.passed, report.longreprtext
        assert self.walk is not None
        checks = [*checks_of(self.walk), *checks_of_items(items[1:])]
        every = mutants()
        assert not EQUIVALENT.keys() - {str(mutant) for mutant in every}, "a reason for no mutant"
        every = [CONTROL, *every]
        named = [each for each in every if any(word in str(each) for word in self.words)]
        wanted = named if self.words else every
        waiting: dict[int, tuple[str, int]] = {}
        for mutant in wanted:
            if len(waiting) == PROCESSES:
                self.collect(waiting)
            pid, reader = start(mutant, checks)
            waiting[pid] = str(mutant), reader
        while waiting:
            self.collect(waiting)
        return True

    def collect(self, waiting: dict[int, tuple[str, int]]) -> None:
        pid, _status = os.wait()
        name, reader = waiting.pop(pid)
        with os.fdopen(reader, encoding="utf-8") as pipe:
            self.killers[name] = pipe.read() or "a crash"
        print(f"{name}  →  {self.killers[name]}", flush=True)


def checks_of(walk: "Walk") -> Iterator[Check]:
    """Yield what the tests of the walk check, in small parts, for all roles at once."""
    from .test_access import A_FEW
    from .world import ROLES

    def check(name: str, trouble: Callable[..., Iterator[str]], *arguments: Any) -> Check:
        return Check(name, lambda: any(True for _line in trouble(*arguments)))

    for row in walk.rows:
        yield check(f"[{row}]", walk.row_trouble, row)
    for role in ROLES:
        yield check(f"is_read[{role}]", walk.reading_trouble, role)
    for address in walk.known:
        for role in A_FEW:
            words = f"[{address.name} by {role}]"
            yield check(f"other_verbs_do_nothing{words}", walk.verbs_trouble, address, role)
            yield check(f"without_the_token{words}", walk.token_trouble, address, role)


def checks_of_items(items: Sequence[pytest.Item]) -> Iterator[Check]:
    """Yield the tests that are not part of the walk."""

    def check(item: pytest.Item) -> Check:
        fails = partial(any_failed, item, items)
        return Check(item.name, fails, item.nodeid.partition("::")[0])

    return (check(item) for item in items if not item.name.startswith(WALKS))


def any_failed(item: pytest.Item, items: Sequence[pytest.Item]) -> bool:
    return any(report.failed for report in run_item(item, items))


def run_item(item: pytest.Item, items: Sequence[pytest.Item]) -> list[pytest.TestReport]:
    """Run a test and its teardown, the module's included, but keep fixtures with a longer life."""
    elsewhere = next(other for other in items if other.path != item.path)
    return runtestprotocol(item, nextitem=elsewhere, log=False)


def start(mutant: "Mutant", checks: Sequence[Check]) -> tuple[int, int]:
    """Run the checks in a fork of this process; it writes the name of the first that fails.

    Return the number of the process, and the file descriptor to read from.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    try:
        mutant.apply()
        killer = first_failure(in_order(mutant, checks))
    except BaseException as error:
        killer = f"ERROR {error!r}"
    os.write(writer, killer.encode())
    os._exit(0)


def first_failure(checks: Sequence[Check]) -> str:
    return next((check.name for check in checks if check.fails()), "SURVIVED")


def in_order(mutant: "Mutant", checks: Sequence[Check]) -> list[Check]:
    """Sort the checks: those of the mutant's own view first, slow ones last."""
    from .mutants import callbacks
    from .table import addresses

    own = [
        address.name
        for address, callback in zip(addresses(), callbacks(), strict=True)
        if (callback.__module__, callback.__name__) == (mutant.module, mutant.function)
    ]
    pages = is_of_pages(mutant)

    def rank(check: Check) -> tuple[bool, ...]:
        its_own = any(f"[{name}" in check.name for name in own)
        games, fullest = "games:" in check.name, "[games:game" in check.name
        late = "test_secrets" in check.file or "is_read" in check.name
        return not its_own, late, "test_edges" in check.file and pages, games != pages, not fullest

    return sorted((check for check in checks if not is_needless(check, mutant)), key=rank)


def is_of_pages(mutant: "Mutant") -> bool:
    return mutant.module in PAGES or mutant.module.startswith("games.access.")


def is_needless(check: Check, mutant: "Mutant") -> bool:
    """Whether a check would hardly notice this mutant. Leaving it out can only add survivors."""
    if mutant.how == "token":
        return "without_the_token" not in check.name
    if "without_the_token" in check.name:
        return True
    if "other_verbs" in check.name:
        return mutant.how != "door"
    elsewhere = "[admin" in check.name or "[account" in check.name
    if elsewhere or "test_secrets" in check.file:
        return is_of_pages(mutant) and not re.search("operator|SECRET", str(mutant))
    return False


def main(words: Sequence[str]) -> int:
    began = time.monotonic()
    run = Run(words)
    options = ["-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "timeout=0"]
    pytest.main([*TESTS, *options], plugins=[run])
    seconds = time.monotonic() - began
    missed = misses(run.killers, complete=not words)
    print(f"{len(run.killers)} mutants in {seconds:.0f} s, {len(missed)} of them missed")
    print("\n".join(missed))
    if not words and not missed:
        measured.write("the access walk", report(run.killers, seconds))
    return 1 if missed or not run.killers else 0


def misses(killers: dict[str, str], *, complete: bool) -> list[str]:
    """Return the mutants that survived without a reason, and whether the control failed."""
    from .mutants import CONTROL

    missed = [
        f"{killer}: {name}"
        for name, killer in killers.items()
        if killer.startswith(("SURVIVED", "ERROR")) and name not in (*EQUIVALENT, str(CONTROL))
    ]
    if killers.pop(str(CONTROL), "" if complete else "SURVIVED") != "SURVIVED":
        missed.append("the walk fails though all checks are in their places")
    return missed


def report(killers: dict[str, str], seconds: float) -> list[str]:
    """Return the lines for docs/measured.md."""
    count, unseen = len(killers), len(EQUIVALENT)
    lines = [
        f"{measured.machine()}, {seconds / 60:.0f} minutes.",
        f"{count} checks were taken out, one at a time; the walk noticed {count - unseen}.",
        f"The other {unseen} make no visible difference." if unseen else "",
        "",
        "| without | the first row or test that fails |",
        "|---|---|",
    ]
    for name, killer in sorted(killers.items()):
        seen = EQUIVALENT.get(name, killer) if killer == "SURVIVED" else killer
        cells = [cell.replace("|", "\\|") for cell in (name, seen)]
        lines.append(f"| {cells[0]} | {cells[1]} |")
    return lines


if __name__ == "__main__":
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    sys.exit(main(sys.argv[1:]))
