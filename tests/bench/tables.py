"""Games for the benchmark: movement phases that people played, orders and receipts stored.

The full boards of the recorded games of tests/data, with all 34 units, are used in turn. A thousand
games contain each of them about thirteen times, with convoys and dislodgements. All rows that the
site stores while people play exist.
"""

import datetime as dt
import gzip
import itertools
import json
import math
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import spelling
from adjudicator import Position, Unit, check_order, load_setup, parse_canonical
from adjudicator.terms import PhaseCode, PhaseType
from games.lifecycle import settings
from games.models import Game, GameSettings, Mastership, Order, Phase, Receipt, Seat, Tenure
from games.state import phase_clock, positions
from games.state.positions import Snapshot

from . import copies

RECORD = Path(__file__).parent.parent / "data/recorded_games.jsonl.gz"
UNITS = 34
PEOPLE = 7000  # with a thousand games, each plays in one; with ten thousand more, in ten more
# Powers without orders in the record have none here, and no grace period.
SETTINGS = {"phase_hours": 24, "window_hours": 24, "on_missed": GameSettings.OnMissed.NONE}


def recorded() -> list[dict[str, Any]]:
    """The full boards of the record, before a movement phase: position and orders by power."""
    with gzip.open(RECORD, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    played = [row for row in rows if row["phase"].endswith("M") and row.get("orders")]
    return [row for row in played if sum(map(len, row["units"].values())) == UNITS]


def people(number: int = PEOPLE) -> list[User]:
    """All players, `number` created at the first call, with confirmed addresses."""
    if not User.objects.exists():
        made = User.objects.bulk_create(
            User(
                name=f"Player {n}",
                name_key=spelling.comparison_key(f"Player {n}"),
                email=f"player{n}@x.test",
                password="!",
            )
            for n in range(number)
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=person, email=person.email, verified=True, primary=True)
            for person in made
        )
    return list(User.objects.order_by("pk"))


def fill(count: int, *, due_in: dt.timedelta) -> list[int]:
    """Write `count` games with a deadline in `due_in` or later; returns their keys."""
    boards = len(recorded())
    written = write(min(count, boards), due_in=due_in)
    copied = copies.copy(written, math.ceil(count / len(written)) - 1)
    return [*written, *copied][:count]


def write(count: int, *, due_in: dt.timedelta) -> list[int]:
    """Write `count` games, each on the next of the recorded boards; returns their keys."""
    due_at = timezone.now() + due_in
    seated = itertools.cycle(people())
    rows = itertools.islice(itertools.cycle(recorded()), count)
    with transaction.atomic():
        return [write_game(row, due_at, seated) for row in rows]


def settle() -> None:
    """Analyze the tables and write them to disk, as the server would do in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def server() -> str:
    """The version of the database server, and its settings for durability."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version'), current_setting('fsync'),"
            " current_setting('synchronous_commit'), current_setting('full_page_writes')"
        )
        version, fsync, commit, pages = cursor.fetchone()
    careful = f"fsync {fsync}, synchronous_commit {commit}, full_page_writes {pages}"
    return f"PostgreSQL {version} as installed ({careful})"


def write_game(
    row: dict[str, Any], due_at: dt.datetime, seated: Iterator[User], *, number: int = 9
) -> int:
    """Write one running game with the position and orders of `row`; return its key.

    `number` is that of its phase.
    """
    opened_at = due_at - dt.timedelta(hours=24)
    game = Game.objects.create(
        title=f"{row['game']} {row['phase']}",
        slug=f"bench-{uuid.uuid4().hex[:12]}",
        status=Game.Status.PLAYING,
        request_key=uuid.uuid4(),
        lobby_closes_at=opened_at,
        created_at=opened_at,
        started_at=opened_at,
    )
    game_settings = settings.store(game, SETTINGS)
    Mastership.objects.create(game=game, person=next(seated), since=opened_at)
    powers = load_setup("standard").powers
    seats = {
        seat.power: seat
        for seat in Seat.objects.bulk_create(
            Seat(game=game, power=power, place=place, hand=place)
            for place, power in enumerate(powers)
        )
    }
    holders = {power: next(seated) for power in powers}
    Tenure.objects.bulk_create(
        Tenure(seat=seats[power], person=holders[power], since=opened_at) for power in powers
    )
    phase = Phase(
        game=game, settings=game_settings, number=number, code=row["phase"], opened_at=opened_at
    )
    phase_clock.set_deadline(phase, due_at, now=opened_at)
    phase.save(force_insert=True)
    position = position_of(row)
    positions.store(Snapshot(phase, position, seats))
    write_orders(phase, position, row["orders"], seats, holders)
    return game.pk


def position_of(row: dict[str, Any]) -> Position:
    """The recorded position, without its dislodged units."""
    return Position(
        phase=PhaseCode.parse(row["phase"]),
        units={power: tuple(map(Unit.parse, units)) for power, units in row["units"].items()},
        centers={power: tuple(own) for power, own in row["centers"].items()},
    )


def write_orders(
    phase: Phase,
    position: Position,
    sheets: Mapping[str, list[str]],
    seats: Mapping[str, Seat],
    holders: Mapping[str, User],
) -> None:
    """Store the orders of each power, and its receipt."""
    standing = {unit.province: unit for unit in phase.units.all()}
    orders, receipts = [], []
    for power, texts in sheets.items():
        for text in texts:
            read = check_order(parse_canonical(text, PhaseType.MOVEMENT), position, power)
            assert read.unit is not None
            orders.append(
                Order(
                    phase=phase,
                    seat=seats[power],
                    kind=str(read.type),
                    unit=standing[read.unit.province],
                    typed=text,
                    text=str(read),
                )
            )
        receipts.append(
            Receipt(
                phase=phase,
                seat=seats[power],
                person=holders[power],
                text="\n".join(texts),
                saved_at=phase.opened_at,
                salt=uuid.uuid4().hex,
                digest=64 * "0",
            )
        )
    Order.objects.bulk_create(orders)
    Receipt.objects.bulk_create(receipts)
