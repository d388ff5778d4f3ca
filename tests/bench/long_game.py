"""A long game for the bench of its pages: forty phases that people played, and 500 messages.

In its open phase, Fall 1909, Turkey has 17 units. Units that were dislodged are left out.
"""

import datetime as dt
import gzip
import itertools
import json
import uuid
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.core import audit, bulk
from games.models import Event, Game, Message, Phase, Seat, Thread
from games.press.locations import circle_name
from games.state import positions
from games.state.positions import Snapshot

from . import tables
from .messages import TEXT

RECORDED, LAST, POWER = "game_8823", "F1909M", "TURKEY"
MESSAGES = 500
DAY = dt.timedelta(days=1)


def write() -> Game:
    """Write the game. Its open phase ends in a day; every power has ordered."""
    *past, last = _recorded()
    key = tables.write_game(
        last, timezone.now() + DAY, itertools.cycle(tables.people()), number=len(past) + 1
    )
    game = Game.objects.get(pk=key)
    seats = {seat.power: seat for seat in game.seats.prefetch_related("tenures")}
    for number, row in enumerate(past, start=1):
        _write_phase(
            game, seats, row, number, opened_at=timezone.now() - (len(past) - number) * DAY
        )
    _write_messages(game, list(seats.values()))
    return game


def player(game: Game) -> User:
    """The player with 17 units."""
    return game.seats.get(power=POWER).tenures.get().person


def _recorded() -> list[dict[str, Any]]:
    """The phases of the recorded game; the last of them is to be the open one."""
    with gzip.open(tables.RECORD, "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["game"] == RECORDED]
    codes = [row["phase"] for row in rows]
    return rows[: codes.index(LAST) + 1]


def _write_phase(
    game: Game, seats: dict[str, Seat], row: dict[str, Any], number: int, *, opened_at: dt.datetime
) -> None:
    assert game.settings is not None
    phase = Phase.objects.create(
        game=game,
        settings=game.settings,
        number=number,
        code=row["phase"],
        opened_at=opened_at,
        resolved_at=opened_at + DAY,
        status=Phase.Status.RESOLVED,
    )
    positions.store(Snapshot(phase, tables.position_of(row), seats))
    audit.log(Event.Kind.PHASE_RESOLVED, game=game, phase=phase)


def _write_messages(game: Game, seats: list[Seat]) -> None:
    """Write messages in a public thread, and in one of each pair of powers."""
    circles: list[list[Seat]] = [[], *map(list, itertools.combinations(seats, 2))]
    threads = []
    for circle in circles:
        thread = Thread.objects.create(
            game=game, circle=circle_name(circle), opened_at=timezone.now()
        )
        thread.seats.set(circle)
        threads.append((thread, circle or seats))
    rows = []
    for number in range(MESSAGES):
        thread, authors = threads[number % len(threads)]
        author = authors[number % len(authors)]
        person = author.tenures.all()[0].person_id
        key, sent_at = uuid.uuid4().hex, timezone.now()
        rows.append([thread.pk, author.pk, person, key, TEXT, sent_at, uuid.uuid4()])
    names = ["thread", "seat", "person", "key", "text", "sent_at", "request_key"]
    bulk.insert(Message, names, rows)
