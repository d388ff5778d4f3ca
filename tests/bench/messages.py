"""`./run bench messages`: pages that list messages, on a small site and on one with 200,000.

On PostgreSQL as installed. Each page is requested within this process, so the time measured is that
of the server: from the request to the whole answer.
"""

import argparse
import datetime as dt
import itertools
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TYPE_CHECKING

from tests import measured

from . import host, site

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game, Seat

SMALL, LARGE = 10, 1000  # games
MESSAGES = 200  # in each
LONG = 500  # messages in the long thread of each measured game
ASKED = 10  # measured games, each with one player as reader
ROUNDS = 5
TEXT = (
    "Dear friend,\n\nI would **not** go to Burgundy this year, and [i]you[/i] should not either."
    " England has asked me for support into Belgium: A RUH - BEL, with F NTH S A RUH - BEL."
)


@dataclass
class Page:
    """The largest number of queries of a page, and the seconds of each answer."""

    queries: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def p95(self) -> float:
        return quantiles(self.seconds, n=20)[-1]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench messages", description=__doc__)
    parser.add_argument("--games", type=int, default=LARGE)
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers():
        lines = compare(machine, options.games)
    print("\n".join(lines))
    if not options.keep:
        measured.write("messages", lines)


def compare(machine: Sequence[str], number: int) -> list[str]:
    """Measure with `SMALL` games and with `number` of them."""
    from . import tables

    tables.people()
    asked = games(ASKED, long=True)
    games(SMALL - ASKED)
    small = measure(asked)
    games(number - SMALL)
    large = measure(asked)
    count = f"{number:,} games, {number * MESSAGES + ASKED * LONG:,} messages"
    rows = [
        f"| {name} | {small[name].queries} | {small[name].p95 * 1000:.0f} ms"
        f" | {large[name].queries} | **{large[name].p95 * 1000:.0f} ms** |"
        for name in small
    ]
    return [
        "## Messages",
        "",
        f"`./run bench messages`. {machine[0]}",
        *machine[1:],
        f"{tables.server()}. Each page is requested {ASKED * ROUNDS} times, by {ASKED} players.",
        "",
        f"| page | {SMALL} games: queries | p95 | {count}: queries | p95 |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
    ]


def games(number: int, *, long: bool = False) -> "list[Game]":
    """Write `number` games with messages; with `long`, each has an additional long thread."""
    from django.db import connection

    from games.models import Game

    from . import tables

    if number <= 0:
        return []
    keys = tables.fill(number, due_in=dt.timedelta(days=30))
    made = list(Game.objects.filter(pk__in=keys).prefetch_related("seats__tenures"))
    for game in made:
        write(game, long=long)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return made


def write(game: "Game", *, long: bool) -> None:
    """Write messages: some are public, the others are among two or three powers."""
    from accounts import clock
    from games.core import bulk
    from games.models import Message, Thread
    from games.press.locations import circle_name

    seats = sorted(game.seats.all(), key=lambda seat: seat.place)
    circles: list[list[Seat]] = [[], *map(list, itertools.combinations(seats[:4], 2)), seats[:3]]
    rows = []
    for number, circle in enumerate(circles):
        thread = Thread.objects.create(game=game, circle=circle_name(circle), opened_at=clock.now())
        thread.seats.set(circle)
        count = MESSAGES // len(circles) + (MESSAGES % len(circles) if not circle else 0)
        count += LONG if long and number == 1 else 0
        for author in itertools.islice(itertools.cycle(circle or seats), count):
            person = author.tenures.all()[0].person_id
            row = [thread.pk, author.pk, person, uuid.uuid4().hex, TEXT, clock.now(), uuid.uuid4()]
            rows.append(row)
    names = ["thread", "seat", "person", "key", "text", "sent_at", "request_key"]
    bulk.insert(Message, names, rows)


def measure(asked: "Sequence[Game]") -> dict[str, Page]:
    """Request each page of each of these games several times, after one warm-up."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    found: dict[str, Page] = {}
    for number in range(ROUNDS + 1):
        for game in asked:
            client, paths = reader(game)
            for name, path in paths.items():
                page = found.setdefault(name, Page())
                if number == 0:
                    with CaptureQueriesContext(connection) as caught:
                        answer = client.get(path)
                    page.queries = max(page.queries, len(caught))
                    assert answer.status_code == 200, (path, answer.status_code)
                    continue
                began = time.perf_counter()
                client.get(path)
                page.seconds.append(time.perf_counter() - began)
    return found


CLIENTS: "dict[int, Client]" = {}


def reader(game: "Game") -> "tuple[Client, dict[str, str]]":
    """A signed-in player of the game, and the paths of the pages to request."""
    from django.test import Client
    from django.urls import reverse

    from games.press import locations

    seats = sorted(game.seats.all(), key=lambda seat: seat.place)
    if game.pk not in CLIENTS:
        client = Client(headers={"host": site.HOST, "x-forwarded-proto": "https"})
        client.force_login(seats[0].tenures.all()[0].person)
        CLIENTS[game.pk] = client
    listed = reverse("games:press", args=[game.slug])
    return CLIENTS[game.pk], dict(pages(game, listed, locations.thread_url(game, seats[:2])))


def pages(game: "Game", listed: str, long: str) -> Iterator[tuple[str, str]]:
    yield "my games", "/games/mine/"
    yield "front page", "/"
    yield "all games", "/games/"
    yield "threads of a game", listed
    yield "its public messages", f"{listed}public/"
    yield f"a thread of more than {LONG} messages", long
    yield "search for a word in all messages", f"{listed}search/?q=Burgundy"
    yield "search for a word in no message", f"{listed}search/?q=Marrakesh"
    yield "the game", game.get_absolute_url()


if __name__ == "__main__":
    main(sys.argv[1:])
