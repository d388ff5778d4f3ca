"""`./run bench api`: the API on the processes of production, in a site with 1,000 running games.

Programs of many players send every operation that reads, and save orders, at a steady rate in
mixed order, each on time whether or not earlier answers have come. The time of an answer goes from
the moment at which it should have been requested to its last byte. Server and programs share the
machine.
"""

import argparse
import http.client
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median, quantiles

from tests import measured

from . import host, site

GAMES, RATE, EACH = 1000, 15.0, 100
SOME = 20  # players of each kind: those with an open phase, and those whose last phase was resolved
AT_ONCE = 50
READ_BOUND, SAVE_BOUND = 0.050, 0.100
"""Seconds within which 95 of 100 reads, and 95 of 100 saved sheets, are to be answered."""


@dataclass(frozen=True)
class Request:
    """A request of a program: its method, path, key and body."""

    method: str
    path: str
    key: str
    body: str = ""


@dataclass
class Kind:
    """An operation: the requests that are sent in turn, and the seconds of the answers.

    `bound` is None for files that are made to be downloaded: they are shown, and promise nothing.
    """

    bound: float | None
    requests: Iterator[Request]
    seconds: list[float] = field(default_factory=list)

    @property
    def p95(self) -> float:
        return quantiles(self.seconds, n=20, method="inclusive")[-1]

    def row(self, name: str, loop: float) -> str:
        middle = median(self.seconds)
        bound = "–" if self.bound is None else f"{self.bound * 1000:.0f}"
        return (
            f"| {name} | {middle * 1000:.0f} | **{self.p95 * 1000:.0f}** | {bound}"
            f" | {middle / loop:.1f} |"
        )


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench api", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rate", type=float, default=RATE, help="requests a second")
    parser.add_argument("--each", type=int, default=EACH, help="requests of each operation")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers() as (folder, variables, _servers):
        from . import api_requests, page_costs, tables

        _say("filling the database")
        kinds, skipped = api_requests.prepare(options.games, some=SOME)
        tables.settle()
        with site.running(folder, variables, workers=1):
            port = int(variables["PORT"])
            _say("asking once, to warm up")
            _ask_all(port, kinds, rate=options.rate, each=SOME // 2)
            for kind in kinds.values():
                kind.seconds.clear()
            _say("asking")
            loops = [page_costs.loop() for _ in range(9)]
            _ask_all(port, kinds, rate=options.rate, each=options.each)
            loops += [page_costs.loop() for _ in range(9)]
        lines = [*_introduction(machine, options), *_table(kinds, median(loops)), ""]
        lines += [*_judgement(kinds), *([f"Not sent: {', '.join(skipped)}."] if skipped else [])]
    print("\n".join(lines))
    if not options.keep:
        measured.write("api", lines)


def _introduction(machine: Sequence[str], options: argparse.Namespace) -> list[str]:
    from . import api_requests, tables

    return [
        "## The API",
        "",
        f"`./run bench api`. {machine[0]}",
        *machine[1:],
        f"{tables.server()}; gunicorn with the settings of production, over HTTP.",
        f"{options.games:,} running games, and {api_requests.OVER} that are over;",
        f"{2 * SOME} players, {options.rate:g} requests a second.",
        f"Each of the players has {api_requests.GAMES_EACH} games.",
        f"Each operation is sent {options.each} times, all in mixed order.",
        "A loop is `sum(i * i for i in range(200_000))`.",
        "",
    ]


def _table(kinds: dict[str, Kind], loop: float) -> list[str]:
    return [
        "| operation | p50, ms | p95, ms | at most | p50 in loops |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(kind.row(name, loop) for name, kind in kinds.items()),
    ]


def _judgement(kinds: dict[str, Kind]) -> Iterator[str]:
    """Say of each bound whether it holds: for all its requests together, and for which not."""
    for what, bound in (("Reads", READ_BOUND), ("Saving orders", SAVE_BOUND)):
        several = {name: kind for name, kind in kinds.items() if kind.bound == bound}
        together = [each for kind in several.values() for each in kind.seconds]
        p95 = quantiles(together, n=20, method="inclusive")[-1]
        slow = [name for name, kind in several.items() if kind.p95 > bound]
        yield (
            f"{what}: p95 of all {p95 * 1000:.0f} ms, at most {bound * 1000:.0f}:"
            f" {'holds' if p95 <= bound else 'does not hold'}. Slower: {', '.join(slow) or 'none'}."
        )


def _ask_all(port: int, kinds: dict[str, Kind], *, rate: float, each: int) -> None:
    """Send `each` requests of each kind at the rate, in an order drawn by chance."""
    order = [kind for kind in kinds.values() for _ in range(each)]
    random.Random(1901).shuffle(order)
    began = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        sent = []
        for number, kind in enumerate(order):
            at = began + number / rate
            time.sleep(max(0.0, at - time.monotonic()))
            sent.append(pool.submit(_ask, port, kind, next(kind.requests), at))
        for one in sent:
            one.result()


def _ask(port: int, kind: Kind, request: Request, at: float) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {
        "Host": site.HOST,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "192.0.2.7",
        "Accept-Encoding": "gzip",
        "Authorization": f"Bearer {request.key}",
        "Content-Type": "application/json",
    }
    try:
        connection.request(request.method, request.path, request.body or None, headers)
        answer = connection.getresponse()
        content = answer.read()
        kind.seconds.append(time.monotonic() - at)
        assert answer.status == 200, (request.path, answer.status, content)
    finally:
        connection.close()


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)
