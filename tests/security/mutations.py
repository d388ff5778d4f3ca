"""Take each check of permissions out of the code, one at a time, and see the walk turn red.

    .venv/bin/python -m tests.security.mutations [words that are in the mutants' names]

The process lays out the world once; each mutant is a copy of it in which one check is gone, and
runs the tests of the walk until one fails. Without words the result goes to docs/measured.md.
"""

import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol

from tests import measured

if TYPE_CHECKING:
    from .mutants import Mutant

HERE = "tests/security"
TESTS = tuple(f"{HERE}/test_{name}.py" for name in ("access", "edges", "secrets"))
FIRST = "test_the_table_names_each_canary"  # lays out the world
PROCESSES = int(os.environ.get("TEST_PROCESSES", len(os.sched_getaffinity(0))))
# Their decisions show in the pages of the games, as do those of games.access.
PAGES = {
    "games.pages.contents", "games.press.threads", "games.press.conversation",
    "games.views.public", "games.views.lobby", "games.views.play", "games.views.reading",
    "games.views.maps", "games.views.press", "games.views.mastering", "games.views.mail",
    "games.views.report", "games.views.feeds", "games.feeds.news", "games.views.elsewhere",
    "games.views.browsers",
    "games.views.extending", "games.views.complaints", "games.views.muting", "games.views.here",
    "games.views.log",
}  # fmt: skip
# Checks that nobody can see from outside, and why.
EQUIVALENT = {
    "games.views.public.front: unchecked visible_games": "only public games are kept of them",
    "games.views.public.front: True for “person”": "nobody has no games to list",
    "games.views.play.orders: unchecked game_or_404": "who holds a seat sees its game",
    "games.views.play.echo: unchecked game_or_404": "who holds a seat sees its game",
    "games.views.play.ready: unchecked game_or_404": "who holds a seat sees its game",
    "games.views.press.letters_to: unchecked begun_game_or_404": "who held a seat sees its game",
    "games.views.press.letters: True for “held”": "without a seat the form is never valid",
    "games.views.complaints.report_letter: unchecked begun_game_or_404": "who held a seat sees its"
    " game",
    "games.views.muting.mute: unchecked begun_game_or_404": "who held a seat sees its game",
    "games.views.mail.unsubscribe: without the token of the form": "it asks for none",
    "accounts.views.choose_language: without “isinstance(request.user, User)” of"
    " “isinstance(request.user, User) and code in dict(settings.…”": "nobody has no row to change",
}


@dataclass
class Run:
    """A plugin for pytest that, instead of the tests, runs the mutants."""

    words: Sequence[str]
    killers: dict[str, str] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from django.conf import settings
        from django.db import connection

        from .mutants import CONTROL, mutants

        # In memory: each copy of the process has a database of its own.
        for name in (settings.DATABASES["default"], connection.settings_dict):
            name["TEST"] = {**name.get("TEST", {}), "NAME": ":memory:"}
        items = sorted(session.items, key=lambda item: FIRST not in item.name)
        for report in runtestprotocol(items[0], nextitem=items[1], log=False):
            assert report.passed, report.longreprtext
        every = mutants()
        assert not EQUIVALENT.keys() - {str(mutant) for mutant in every}, "a reason for no mutant"
        named = [each for each in every if any(word in str(each) for word in self.words)]
        wanted = named if self.words else [CONTROL, *every]
        waiting: dict[int, tuple[str, int]] = {}
        for mutant in wanted:
            if len(waiting) == PROCESSES:
                self.collect(waiting)
            pid, reader = start(mutant, items[1:])
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


def start(mutant: "Mutant", items: Sequence[pytest.Item]) -> tuple[int, int]:
    """Run the tests in a copy of this process that lacks a check; it writes what failed first."""
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
        killer = first_failure(in_order(mutant, items))
    except BaseException as error:
        killer = f"ERROR {error!r}"
    os.write(writer, killer.encode())
    os._exit(0)


def first_failure(items: Sequence[pytest.Item]) -> str:
    for item, following in zip(items, [*items[1:], None], strict=True):
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return item.name.removeprefix("test_each_role_gets_what_the_table_says")
    return "SURVIVED"


def in_order(mutant: "Mutant", items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """First what asks the view itself, then what is near to it, last what takes long."""
    from .mutants import callbacks
    from .table import addresses

    own = [
        address.name
        for address, callback in zip(addresses(), callbacks(), strict=True)
        if (callback.__module__, callback.__name__) == (mutant.module, mutant.function)
    ]

    pages = is_of_pages(mutant)

    def rank(item: pytest.Item) -> tuple[bool, ...]:
        its_own = any(f"[{name}" in item.name for name in own)
        games, fullest = "games:" in item.name, "[games:game" in item.name
        late = "test_secrets" in item.nodeid or "is_read" in item.name
        return not its_own, late, "test_edges" in item.nodeid and pages, games != pages, not fullest

    return sorted((item for item in items if not is_needless(item, mutant)), key=rank)


def is_of_pages(mutant: "Mutant") -> bool:
    return mutant.module in PAGES or mutant.module.startswith("games.access.")


def is_needless(item: pytest.Item, mutant: "Mutant") -> bool:
    """What would hardly see this check is gone; without it the count of survivors can only grow."""
    if mutant.how == "token":
        return "without_the_token" not in item.name
    if "by_script" in item.name or "without_the_token" in item.name:
        return True
    if "other_verbs" in item.name:
        return mutant.how != "door"
    elsewhere = "[admin" in item.name or "[account" in item.name
    if elsewhere or "test_secrets" in item.nodeid:
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
    """What is not as it should be: a mutant that lives, a test that fails for nothing."""
    from .mutants import CONTROL

    missed = [
        f"{killer}: {name}"
        for name, killer in killers.items()
        if killer.startswith(("SURVIVED", "ERROR")) and name not in (*EQUIVALENT, str(CONTROL))
    ]
    if complete and killers.pop(str(CONTROL), "") != "SURVIVED":
        missed.append("the walk fails though all checks are in their places")
    return missed


def report(killers: dict[str, str], seconds: float) -> list[str]:
    """Lines for docs/measured.md."""
    count, unseen = len(killers), len(EQUIVALENT)
    lines = [
        f"{measured.machine()}, {seconds / 60:.0f} minutes.",
        f"{count} checks were taken out, one at a time; the walk saw {count - unseen}.",
        f"The other {unseen} nobody can see from outside." if unseen else "",
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
