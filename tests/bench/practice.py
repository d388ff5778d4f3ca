"""`./run bench practice`: are deadlines of people later while bots think?

Some hundred games are due at once, in turn without and with practice games whose bots have been
asked to order a moment before. PostgreSQL, Redis and the processes of production. The memory is
that of the process in which the bots play, with its program. The command writes its part of
docs/measured.md, or with --keep only prints it.
"""

import argparse
import datetime as dt
import statistics
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from tests import measured

from . import host, site

if TYPE_CHECKING:
    from .course import Course

WITHOUT, WITH = "without", "with"
AT_ONCE = 3  # practice games of a person
STARTED = 8  # seconds after which the bots are busy


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench practice", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="due at a time")
    parser.add_argument("--practice", type=int, default=50, help="practice games")
    parser.add_argument("--rounds", type=int, default=2, help="without and with bots each")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers() as (folder, variables, _servers):
        lines = [*machine, "", *_measure(folder, variables, options)]
    print("\n".join(lines))
    if not options.keep:
        measured.write("practice", lines)


def _measure(folder: Path, variables: Mapping[str, str], options: argparse.Namespace) -> list[str]:
    from . import tables

    number = 2 * options.rounds * options.games
    visited, *games = tables.fill(number + 1, due_in=dt.timedelta(days=1))
    courses: dict[str, list[Course]] = defaultdict(list)
    decided, memory = 0, 0.0
    for number in range(options.rounds):
        for kind in (WITHOUT, WITH) if number % 2 else (WITH, WITHOUT):
            due, games = games[: options.games], games[options.games :]
            with site.running(folder, variables, mail=True):
                if kind == WITH:
                    _begin(options.practice, first=number * options.practice)
                    time.sleep(STARTED)
                before = _ordered()
                courses[kind].append(_pass(due, visited, variables))
                if kind == WITH:
                    decided += _ordered() - before
                    memory = max(memory, _memory_of_bots())
                _end()
    played = (
        f"{options.games} games due at once, {options.rounds} rounds each;"
        f" {options.practice} practice games against Consul. Bots gave orders for {decided} seats"
        f" while the deadlines passed; their processes had {memory:.0f} MB (PSS)."
    )
    return [
        played,
        "",
        "| practice games | late, median | p95 | latest | phases a second |",
        "|---|---:|---:|---:|---:|",
        *(_row(kind, courses[kind]) for kind in (WITHOUT, WITH)),
    ]


def _pass(games: Sequence[int], visited: int, variables: Mapping[str, str]) -> "Course":
    from . import course, visitors

    pages = visitors.order_pages([visited])
    few = visitors.Visitors(int(variables["PORT"]), site.HOST, pages, rate=1)
    return course.pass_deadlines(games, dt.timedelta(), visitors=few, roots={})


def _begin(number: int, *, first: int) -> None:
    from accounts.models import Bot
    from games.lifecycle import practice

    from . import tables

    for place in range(number):
        practice.begin(
            tables.people()[(first + place) // AT_ONCE],
            setup="standard",
            power="FRANCE",
            bot=Bot.CONSUL,
            edition="2000",
            request_key=uuid.uuid4(),
        )


def _end() -> None:
    from games.lifecycle import practice
    from games.models import Game, Seat, Tenure

    for game in Game.objects.filter(practice=True, status=Game.Status.PLAYING):
        person = Tenure.objects.current().get(
            seat__in=Seat.objects.filter(game=game), person__bot=""
        )
        practice.end(game, person.person)


def _ordered() -> int:
    from games.models import Receipt

    return Receipt.objects.filter(phase__game__practice=True).count()


def _memory_of_bots() -> float:
    """PSS of the process that plays, and of the program that it runs, in MB."""
    found = 0
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if "play_bots" in words or "games.bots.programs" in words:
            try:
                found += process.memory_full_info().pss
            except psutil.NoSuchProcess:
                continue
    return found / 1_000_000


def _row(kind: str, courses: Sequence["Course"]) -> str:
    late = sorted(seconds for course in courses for seconds in course.lateness)
    p95 = late[int(0.95 * (len(late) - 1))]
    speed = statistics.mean(course.throughput for course in courses)
    return (
        f"| {kind} | {statistics.median(late):.2f} s | {p95:.2f} s | {late[-1]:.2f} s |"
        f" {speed:.0f} |"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
