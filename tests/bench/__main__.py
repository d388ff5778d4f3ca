"""`./run bench`: a thousand games due at once, in a small database and in two large ones.

PostgreSQL as installed (every commit reaches the disk), Redis, and the processes of production.
"""

import argparse
import datetime as dt
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests import measured, services

from . import (
    animation,
    api,
    bots,
    browser,
    host,
    load,
    memory,
    messages,
    open_pages,
    outbox,
    people,
    practice,
    sandbox,
    site,
    ways,
)

if TYPE_CHECKING:
    from .course import Course
    from .visitors import Visit

STATES = ("plain", "wide", "long")
QUIET_SECONDS = 10
PAGED_GAMES = 20  # games for the visits of order pages; never due
COUNTED_GAMES = 50  # games for counting the queries of a resolution


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="due at a time")
    parser.add_argument("--rate", type=float, default=5, help="order pages a second")
    parser.add_argument("--rounds", type=int, default=2, help="in each state of the database")
    parser.add_argument("--only", choices=STATES, help="measure this state; implies --keep")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers() as (folder, variables, servers):
        bench = Bench(folder, variables, servers, options)
        lines = bench.run(machine)
    print("\n".join(lines))
    if not (options.keep or options.only):
        measured.write("bench", lines)


class Bench:
    """One run of the benchmark: the servers, the games, and the results so far."""

    def __init__(
        self,
        folder: Path,
        variables: dict[str, str],
        servers: dict[str, services.Server],
        options: argparse.Namespace,
    ) -> None:
        self.folder = folder
        self.variables = variables
        self.servers = servers
        self.options = options
        self.names = [options.only] if options.only else list(STATES)
        self.queries: dict[str, list[int]] = {}
        self.courses: dict[str, list[Course]] = defaultdict(list)
        self.quiet: list[float] = []
        self.visits: Sequence[Visit] = ()

    def run(self, machine: Sequence[str]) -> list[str]:
        from . import report, states, tables

        minute = self._prepare()
        for number in range(self.options.rounds):
            # Alternate the direction, so that a machine that slows down affects all states alike.
            for name in self.names[:: -1 if number % 2 else 1]:
                states.use(name)
                self._pass(name, self.rounds[number], dt.timedelta())
        states.use(self.names[0])
        spread = self._pass("minute", minute, dt.timedelta(minutes=1))
        return report.lines(
            machine=machine,
            database=tables.server(),
            queries=self.queries,
            quiet=self.quiet,
            at_once={name: self.courses[name] for name in self.names},
            spread=spread,
            rate=self.options.rate,
        )

    def _prepare(self) -> list[int]:
        """Write the games that will be due into the database of each state.

        Returns the keys of the games for the run of a minute.
        """
        from . import course, states, tables, visitors

        count, rounds = self.options.games, self.options.rounds
        _say(f"writing {count * (rounds + 1)} games")
        whole = count * (rounds + 1) + COUNTED_GAMES + PAGED_GAMES
        games = tables.fill(whole, due_in=dt.timedelta(days=1))
        paged, games = games[:PAGED_GAMES], games[PAGED_GAMES:]
        counted, games = games[:COUNTED_GAMES], games[COUNTED_GAMES:]
        self.visits = visitors.order_pages(paged)
        self.rounds = [games[n * count : (n + 1) * count] for n in range(rounds + 1)]
        for name in self.names:
            _say(f"filling the database of the state “{name}”")
            states.make(name, self.variables["DATABASE_URL"])
            self.queries[name] = course.queries_a_phase(counted)
        return self.rounds.pop()

    def _pass(self, name: str, games: Sequence[int], within: dt.timedelta) -> "Course":
        """Start the site on the current database, and let the deadlines of `games` pass."""
        from django.db import connection

        from . import course, states, visitors

        database = states.url(connection.settings_dict["NAME"], self.variables["DATABASE_URL"])
        variables = self.variables | {"DATABASE_URL": database}

        def start_visitors() -> visitors.Visitors:
            port, rate = int(variables["PORT"]), self.options.rate
            return visitors.Visitors(port, site.HOST, self.visits, rate=rate)

        with site.running(self.folder, variables) as roots:
            roots |= {
                kind: [server.process.pid]
                for kind, server in self.servers.items()
                if server.process
            }
            with start_visitors():  # the first pages after a start are slow
                time.sleep(QUIET_SECONDS / 2)
            if not self.quiet:
                with start_visitors() as quiet:
                    time.sleep(QUIET_SECONDS)
                self.quiet = quiet.seconds
            _say(f"{name}: {len(games)} games are due")
            found = course.pass_deadlines(games, within, visitors=start_visitors(), roots=roots)
        for error in found.errors:
            _say(f"no order page: {error}")
        self.courses[name].append(found)
        _say(f"{name}: {found.throughput:.0f} phases a second")
        return found


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    others = {
        "animation": animation.main,
        "bots": bots.main,
        "browser": browser.main,
        "load": load.main,
        "memory": memory.main,
        "messages": messages.main,
        "mail": outbox.main,
        "ways": ways.main,
        "pages": open_pages.main,
        "api": api.main,
        "people": people.main,
        "practice": practice.main,
        "sandbox": sandbox.main,
    }
    if sys.argv[1:2] and sys.argv[1] in others:
        others[sys.argv[1]](sys.argv[2:])
    else:
        main(sys.argv[1:])
