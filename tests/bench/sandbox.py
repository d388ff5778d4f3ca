"""`./run bench sandbox`: how long the server takes for what somebody does in the sandbox.

Each request has another line: the standard board, random legal orders of all powers, up to ten
resolved movement phases. So nothing is answered from a cache. Requests are made in this process;
times are those of the clock, for a server with nothing else to do. A step is two requests: the
orders are sent and resolved, and the page of the results is shown.

With `--beside PYTHON`, an interpreter that has PyPI's `diplomacy` resolves the same phases: it sets
the position, gives the orders, processes them and returns the next position. It has no pages.

With `--addresses N`, it instead reads N addresses that somebody may have made up, and resolves all
their phases. Hypothesis generates them, and looks for those that take long.
"""

import argparse
import gc
import json
import random
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from tests import measured

from . import host, site

if TYPE_CHECKING:
    from adjudicator import Position
    from games.sandbox.line import Line, Sheets

    from .page_costs import Answer

LINES = 60
DRAWINGS = 10
LONGEST = 10
"""Resolved phases of the longest lines."""
BESIDE = """
import json, sys, time
from diplomacy import Game
for line in sys.stdin:
    asked = json.loads(line)
    began = time.perf_counter()
    game = Game()
    game.set_current_phase(asked["phase"])
    for power in game.powers:
        game.set_units(power, asked["units"].get(power, []), reset=True)
        game.set_centers(power, asked["centers"].get(power, []), reset=True)
        game.set_orders(power, asked["orders"].get(power, []))
    game.process()
    game.get_state()
    print(time.perf_counter() - began, flush=True)
"""


class Times(NamedTuple):
    """Seconds that the requests of one kind took."""

    name: str
    seconds: Sequence[float]

    def row(self, loop: float) -> str:
        middle, late = median(self.seconds), sorted(self.seconds)[int(len(self.seconds) * 0.95)]
        return (
            f"| {self.name} | {middle * 1000:.1f} | **{late * 1000:.1f}** | {late / loop:.1f}"
            f" | {len(self.seconds)} |"
        )


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench sandbox", description=__doc__)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--beside", metavar="PYTHON", help="an interpreter with PyPI’s diplomacy")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    parser.add_argument("--addresses", type=int, metavar="N", help="read N generated addresses")
    options = parser.parse_args(arguments)
    if options.addresses:
        _read_addresses(options.addresses)
        return
    machine = host.describe()
    with site.servers():
        tried = [*_lines(options.lines)]
        loop = median(_loop() for _ in range(9))
        times = [*_measure(tried)]
        if options.beside:
            times.append(_beside(options.beside, tried))
    lines = [
        "## Sandbox",
        "",
        f"`./run bench sandbox`. {machine[0]}",
        *machine[1:],
        f"A loop, `sum(i * i for i in range(200_000))`, takes {loop * 1000:.1f} ms.",
        "",
        "| work | median, ms | p95, ms | p95 in loops | requests |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(each.row(loop) for each in times),
    ]
    print("\n".join(lines))
    if not options.keep:
        measured.write("sandbox", lines)


def _loop() -> float:
    began = time.perf_counter()
    sum(i * i for i in range(200_000))
    return time.perf_counter() - began


def _lines(number: int) -> "Iterator[Line]":
    """Lines with random orders for their last movement phase, which are not resolved."""
    from adjudicator import load_setup, opening
    from games.sandbox.line import Line

    for seed in range(number):
        dice, line = random.Random(seed), Line(opening(load_setup("standard")))
        for _phase in range(seed % LONGEST):
            line = line.with_orders(_orders(line.position, dice)).resolved()
        while line.position.phase.type != "M":
            line = line.resolved()
        yield line.with_orders(_orders(line.position, dice))


def _orders(position: "Position", dice: random.Random) -> "Sheets":
    """Random legal orders of all units; none in other phases than those of movement."""
    from adjudicator import legal_orders

    if position.phase.type != "M":
        return {}
    return {
        power: tuple(str(dice.choice(list(legal_orders(position, unit)))) for unit in units)
        for power, units in position.units.items()
    }


def _measure(tried: "Sequence[Line]") -> Iterator[Times]:
    from django.urls import reverse

    from games.sandbox import address
    from games.sandbox.search import UNITS, goals_of
    from games.web.pages.sandbox.line import line_url, results_url
    from games.web.pages.sandbox.sharing import sharing_of

    from .page_costs import Visitor

    visitor = Visitor()
    start = visitor.ask("/sandbox/").text
    token = start.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]

    def send(line: "Line", *, resolve: bool) -> "Answer":
        chosen = {f"unit-{text[2:5]}": text for texts in line.orders.values() for text in texts}
        form = {"csrfmiddlewaretoken": token, "mode": "rows", **chosen}
        path = line_url(line.with_orders({}))
        if resolve:
            return visitor.ask(path, form=form | {"resolve": "yes"})
        return visitor.ask(path, form=form, x_requested_with="map")

    def step(line: "Line") -> "Answer":
        return visitor.ask(send(line, resolve=True).headers["Location"])

    def results(line: "Line") -> "Answer":
        resolved = line.resolved()
        return visitor.ask(results_url(resolved, len(resolved.phases)))

    yield _times(
        "page with the lists of all powers", tried, lambda line: visitor.ask(line_url(line))
    )
    yield _times("a choice on the map", tried, lambda line: send(line, resolve=False))
    yield _times("a step: resolve, and the page of results", tried, step)
    yield _times("page of results", tried, results)

    def picture(line: "Line") -> "Answer":
        resolved = line.resolved()
        return visitor.ask(sharing_of(resolved, len(resolved.phases)).png)

    def report(line: "Line") -> "Answer":
        resolved = line.resolved()
        return visitor.ask(sharing_of(resolved, len(resolved.phases)).report)

    def search(line: "Line") -> "Answer":
        # All units hold: with random orders most plans are broken before the search begins.
        holding = line.with_orders({})
        text, power = address.write(holding), next(iter(goals_of(holding)))
        form = {"csrfmiddlewaretoken": token, "goal": f"{power} {UNITS}"}
        return visitor.ask(reverse("games:sandbox_search", args=[text]), form=form)

    yield _times("a share: the report of a phase", tried, report)
    yield _times("a share: its PNG, drawn each time", tried[:DRAWINGS], picture)
    yield _times("What breaks it? Replies that dislodge a unit", tried, search)


def _times(name: str, tried: "Sequence[Line]", ask: "Callable[[Line], Answer]") -> Times:
    """Time a request for each line; each has to be answered well."""
    from accounts import rate_limits

    seconds = []
    limits = ("exceeds_limit", "exceeds_search_limit", "exceeds_map_limit")
    with ExitStack() as stack:
        for limit in limits:
            stack.enter_context(mock.patch.object(rate_limits, limit, new=_exceeds_nothing))
        for line in tried:
            began = time.perf_counter()
            answer = ask(line)
            seconds.append(time.perf_counter() - began)
            assert answer.status == 200, (name, answer.status)
    return Times(name, seconds)


def _read_addresses(number: int) -> None:
    """Print how much processor time it takes to read each of some generated addresses."""
    import django
    from hypothesis import HealthCheck, Phase, given, settings, target

    django.setup()
    from adjudicator import SETUPS, load_setup, opening
    from games.sandbox import address
    from games.sandbox.line import Line
    from tests.games.sandbox.any_address import addresses

    for setup in SETUPS:  # what a process reads once
        address.read(address.write(Line(opening(load_setup(setup))).resolved()))
    taken: list[tuple[float, str]] = []

    @settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.target],
        suppress_health_check=list(HealthCheck),
    )
    @given(addresses)
    def read(text: str) -> None:
        gc.disable()  # it would walk over all that Hypothesis keeps
        began = time.thread_time()
        with suppress(address.AddressError):
            address.read(text)
        taken.append((time.thread_time() - began, text))
        gc.enable()
        target(taken[-1][0])

    read()
    taken.sort()
    middle, late, worst = (
        taken[int((len(taken) - 1) * part)][0] * 1000 for part in (0.5, 0.999, 1)
    )
    print(f"{len(taken)} addresses, in ms of processor time: median {middle:.1f}, ", end="")
    print(f"99.9 % within {late:.1f}, longest {worst:.1f}: {taken[-1][1]}")
    print(f"A loop, `sum(i * i for i in range(200_000))`, takes {_loop() * 1000:.1f} ms.")


def _exceeds_nothing(*_arguments: object, **_more: object) -> bool:
    return False


def _beside(python: str, tried: "Sequence[Line]") -> Times:
    asked = []
    for line in tried:
        body: dict[str, Any] = line.position.question()
        orders = {power: list(texts) for power, texts in line.orders.items()}
        asked.append(json.dumps(body | {"orders": orders}))
    done = subprocess.run(
        [python, "-c", BESIDE], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    return Times("PyPI `diplomacy`: one phase, no page", [*map(float, done.stdout.split())])
