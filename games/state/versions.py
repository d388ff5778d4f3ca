"""The version of a game: what the parts of its pages that all readers share were made from.

It is no counter that somebody must remember to raise, but a digest of the rows themselves. So it
changes with each change in the transaction that makes it, is the old one again if that is rolled
back, and nobody waits for a lock.
"""

import hashlib
from functools import cache
from typing import NamedTuple

from django.db import connection
from django.db.models import Model

from accounts.models import User

from ..models import (
    Absence,
    AmendedRule,
    Amendment,
    DeclaredPlayer,
    Event,
    Game,
    GameSettings,
    Mastership,
    Pause,
    Phase,
    RuleChange,
    Seat,
    SeatInvitation,
    Sharer,
    SkippedDate,
    Tenure,
    Vote,
)

# Of our own names alone.
_SEATS = "SELECT id FROM games_seat WHERE game_id = %s"
_PLAYERS = f"SELECT person_id FROM games_tenure WHERE seat_id IN ({_SEATS})"  # noqa: S608
_MASTERS = "SELECT person_id FROM games_mastership WHERE game_id = %s"
_PHASES = "SELECT id FROM games_phase WHERE game_id = %s"
_VOTES = f"SELECT id FROM games_vote WHERE phase_id IN ({_PHASES})"  # noqa: S608
_AMENDMENTS = f"SELECT id FROM games_amendment WHERE vote_id IN ({_VOTES})"  # noqa: S608


class Source(NamedTuple):
    """Rows of a table that belong to a game: the condition has one parameter, the game's key.

    `left_out` are fields that no shared part shows; `only` are the fields that count, if few do.
    """

    model: type[Model]
    condition: str
    left_out: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()

    @property
    def columns(self) -> list[str]:
        return [
            connection.ops.quote_name(str(field.column))
            for field in self.model._meta.concrete_fields
            if field.name not in self.left_out and (not self.only or field.name in self.only)
        ]


SOURCES = (
    Source(Game, "id = %s"),
    Source(GameSettings, "game_id = %s"),
    Source(SkippedDate, "settings_id IN (SELECT id FROM games_gamesettings WHERE game_id = %s)"),
    Source(RuleChange, "game_id = %s"),
    Source(Phase, "game_id = %s", frozenset({"remind_at"})),
    Source(Pause, f"phase_id IN ({_PHASES})"),
    # Each page reads whether a seat is ready.
    Source(Seat, "game_id = %s", frozenset({"ready_phase"})),
    Source(Tenure, f"seat_id IN ({_SEATS})"),
    Source(DeclaredPlayer, "game_id = %s"),
    Source(SeatInvitation, "game_id = %s"),
    Source(Absence, f"seat_id IN ({_SEATS})"),
    Source(Mastership, "game_id = %s"),
    Source(Vote, f"phase_id IN ({_PHASES})"),
    Source(Sharer, f"vote_id IN ({_VOTES})"),
    Source(Amendment, f"vote_id IN ({_VOTES})"),
    Source(AmendedRule, f"amendment_id IN ({_AMENDMENTS})"),
    Source(
        User,
        f"id IN ({_PLAYERS}) OR id IN ({_MASTERS})",
        only=frozenset({"id", "name", "is_active", "closed_at", "closing_at", "suspended_until"}),
    ),
)


# The events that shared parts show. Events of secret acts must not be among them: the next page
# would take longer, since its parts have to be made again, and so tell of the act.
EVENTS = (Event.Kind.ANNOUNCED, Event.Kind.MISSED_TURN)


def version(game: int) -> str:
    """Return the version of the game with this primary key, by one query: 32 hexadecimal digits."""
    statement, times = _statement(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [game] * times)
        row = cursor.fetchone()
    text = "\n".join(map(str, row))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@cache
def _statement(vendor: str) -> tuple[str, int]:
    """The statement, with one column for each source, and how often it takes the game's key.

    Events are only counted: they are never changed or deleted.
    """
    parts = [_rows(vendor, source) for source in SOURCES]
    kinds = ", ".join(f"'{kind.value}'" for kind in EVENTS)
    events = f"SELECT count(*) FROM {Event._meta.db_table}"  # noqa: S608
    parts.append(f"{events} WHERE game_id = %s AND kind IN ({kinds})")
    statement = "SELECT " + ", ".join(f"({part})" for part in parts)
    return statement, statement.count("%s")


def _rows(vendor: str, source: Source) -> str:
    """The SQL of all rows of a source as one text, in a fixed order."""
    columns = ", ".join(source.columns)
    rows = f"SELECT {columns} FROM {source.model._meta.db_table} WHERE {source.condition}"  # noqa: S608
    if vendor == "postgresql":
        return f"SELECT string_agg(each::text, ' ' ORDER BY each.id) FROM ({rows}) AS each"  # noqa: S608
    return f"SELECT group_concat(json_array({columns})) FROM ({rows} ORDER BY id)"  # noqa: S608
