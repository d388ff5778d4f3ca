"""`./run bench`: a thousand games due at once and a thousand due within a minute.

PostgreSQL as installed (every commit reaches the disk), Redis, and the processes of production.
"""

import argparse
import contextlib
import datetime as dt
import os
import sys
import tempfile
import time
from pathlib import Path

import django

from tests import measured, services

from . import site

QUIET_SECONDS = 10
PAGED_GAMES = 20  # whose order pages are looked at; they are never due


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="due at a time")
    parser.add_argument("--rate", type=float, default=5, help="order pages a second")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="entente-bench-")))
        postgres = stack.enter_context(services.own_postgres(()))
        redis = stack.enter_context(services.own_redis())
        variables = site.environment(folder, postgres.url, redis.url)
        site.prepare(variables)
        os.environ.update(variables)
        django.setup()
        lines = _measure(folder, variables, {"PostgreSQL": postgres, "Redis": redis}, options)
    print("\n".join(lines))
    if not options.keep:
        measured.write("bench", lines)


def _measure(
    folder: Path,
    variables: dict[str, str],
    servers: dict[str, services.Server],
    options: argparse.Namespace,
) -> list[str]:
    from . import course, report, tables, visitors  # they ask for the settings

    count = options.games
    _say(f"writing {2 * count} games")
    day = dt.timedelta(days=1)
    games = tables.fill(2 * count + count // 10 + PAGED_GAMES, due_in=day)
    at_once, spread = games[:count], games[count : 2 * count]
    counted, paged = games[2 * count : -PAGED_GAMES], games[-PAGED_GAMES:]
    tables.settle()
    visits = visitors.order_pages(paged)
    queries = course.queries_a_phase(counted)
    with site.running(folder, variables) as roots:
        roots |= {kind: [server.process.pid] for kind, server in servers.items() if server.process}

        def come() -> visitors.Visitors:
            port = int(variables["PORT"])
            return visitors.Visitors(port, site.HOST, visits, rate=options.rate)

        with come():  # the first pages after a start are slow
            time.sleep(QUIET_SECONDS / 2)
        with come() as quiet:
            time.sleep(QUIET_SECONDS)
        _say(f"{count} games are due at once")
        first = course.pass_deadlines(at_once, dt.timedelta(), visitors=come(), roots=roots)
        _say(f"{count} games are due within a minute")
        minute = dt.timedelta(minutes=1)
        second = course.pass_deadlines(spread, minute, visitors=come(), roots=roots)
    for error in [*quiet.errors, *first.errors, *second.errors]:
        _say(f"no order page: {error}")
    return report.lines(
        database=tables.server(),
        queries=queries,
        quiet=quiet.seconds,
        at_once=first,
        spread=second,
        rate=options.rate,
    )


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
