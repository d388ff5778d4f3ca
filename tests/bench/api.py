"""`./run bench api`: requests to the API in a site with 1,000 running games.

On PostgreSQL as installed, within this process. Wall time goes from the request to the whole
answer; the first requests of each kind, which load what is kept in the process, are not counted.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from tests import measured

from . import host, site

if TYPE_CHECKING:
    from games.models import Seat

GAMES, ROUNDS, SOME, WARM = 1000, 3, 20, 5
READ_BOUND, SAVE_BOUND = 0.050, 0.100
"""Seconds within which 95 of 100 reads, and 95 of 100 saved sheets, are to be answered."""


@dataclass
class Kind:
    """Seconds of the answers to one kind of request, and of a plain loop beside each."""

    bound: float
    seconds: list[float] = field(default_factory=list)
    loops: list[float] = field(default_factory=list)

    @property
    def p95(self) -> float:
        return quantiles(self.seconds, n=20, method="inclusive")[-1]

    def row(self, name: str) -> str:
        middle = median(self.seconds)
        return (
            f"| {name} | {middle * 1000:.0f} | **{self.p95 * 1000:.0f}** | {self.bound * 1000:.0f}"
            f" | {middle / median(self.loops):.1f} |"
        )


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench api", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers():
        lines = _lines(machine, options.games)
    print("\n".join(lines))
    if not options.keep:
        measured.write("api", lines)


def _lines(machine: Sequence[str], games: int) -> list[str]:
    import datetime as dt

    from config import garbage_collection

    from . import tables

    _say("filling the database")
    filled = tables.fill(games, due_in=dt.timedelta(days=2))
    tables.settle()
    garbage_collection.prepare_forks()  # as a web process
    _say("asking")
    kinds = _measure(filled)
    slow = [name for name, kind in kinds.items() if kind.p95 > kind.bound]
    return [
        "## The API",
        "",
        f"`./run bench api`. {machine[0]}",
        *machine[1:],
        f"{tables.server()}.",
        f"{games:,} running games. Each kind of request is sent for {SOME} seats, {ROUNDS} times.",
        "A loop is `sum(i * i for i in range(200_000))`.",
        "",
        "| request | median, ms | p95 | at most | median in loops |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(kind.row(name) for name, kind in kinds.items()),
        "",
        f"Later than that, p95: {', '.join(slow) or 'none'}.",
    ]


def _measure(games: Sequence[int]) -> dict[str, Kind]:
    from django.conf import settings

    settings.API_LIMITS = {"reads": 1_000_000_000, "writes": 1_000_000_000}
    seats = [_Player(seat) for seat in _seats(games)]
    reads: dict[str, Callable[[_Player], Any]] = {
        "list of games": lambda player: player.get("/games"),
        "a game": lambda player: player.get(player.game),
        "a phase": lambda player: player.get(f"{player.game}/phases/{player.code}"),
        "the map": lambda player: player.get(f"{player.game}/map"),
        "legal orders": lambda player: player.get(f"{player.seat}/legal-orders"),
        "own orders": lambda player: player.get(f"{player.seat}/orders"),
        "threads": lambda player: player.get(f"{player.game}/threads"),
        "public messages": lambda player: player.get(f"{player.game}/threads/public/messages"),
        "votes": lambda player: player.get(f"{player.game}/votes"),
        "news": lambda player: player.get("/news"),
    }
    found = {name: _kind(seats, ask, READ_BOUND) for name, ask in reads.items()}
    found["save orders, a list"] = _kind(seats, lambda player: player.save("orders"), SAVE_BOUND)
    found["save orders, a text"] = _kind(seats, lambda player: player.save("text"), SAVE_BOUND)
    return found


def _kind(seats: Sequence["_Player"], ask: Callable[["_Player"], Any], bound: float) -> Kind:
    from . import page_costs

    kind = Kind(bound)
    for player in seats[:WARM]:
        ask(player)
    for _round in range(ROUNDS):
        for player in seats:
            began = time.perf_counter()
            answer = ask(player)
            kind.seconds.append(time.perf_counter() - began)
            assert answer.status_code == 200, answer.content
            kind.loops.append(page_costs.loop())
    return kind


class _Player:
    """A program of the player of a seat; each sheet that it saves differs from the last one."""

    def __init__(self, seat: "Seat") -> None:
        from django.test import Client

        from accounts.api_keys import keys
        from games.state import phases

        person = seat.tenures.get().person
        _key, text = keys.make(person, name="Bench", orders=True)
        phase = phases.current(seat.game)
        assert phase is not None
        self.code = phase.code
        self.game = f"/games/{seat.game.slug}"
        self.seat = f"{self.game}/seats/{seat.power}"
        headers = {
            "Authorization": f"Bearer {text}",
            "Host": site.HOST,
            "X-Forwarded-Proto": "https",
            "Accept-Encoding": "gzip",
        }
        self.client = Client(headers=headers)
        rows = self.get(f"{self.seat}/legal-orders").json()["rows"]
        self.choices = [[each["order"] for each in row["orders"]] for row in rows]
        self.turn = 0

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1{path}")

    def save(self, way: str) -> Any:
        self.turn += 1
        orders = [each[self.turn % len(each)] for each in self.choices]
        sent = orders if way == "orders" else "\n".join(orders)
        body = json.dumps({"phase": self.code, way: sent})
        return self.client.put(f"/api/v1{self.seat}/orders", body, "application/json")


def _seats(games: Sequence[int]) -> list["Seat"]:
    """A seat of some games, spread over all of them, whose power has units to order."""
    from games.models import Game
    from games.state import phases

    step = max(1, len(games) // SOME)
    found = []
    for game in Game.objects.filter(pk__in=list(games)[::step][:SOME]):
        phase = phases.current(game)
        assert phase is not None
        power = max(phases.orders_due(phase), key=lambda each: phases.orders_due(phase)[each])
        found.append(game.seats.get(power=power))
    return found


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)
