"""Limits of a record: how much of a game can be imported, and when it can have been played."""

import datetime as dt
from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts import clock

from ..core.errors import Refused
from .document import damaged
from .record import GameRecord

# Storing holds the lock of SQLite, so that nobody else can write meanwhile.
MOST_PHASES = 1_000
MOST_THREADS = MOST_VOTES = 2_000
MOST_LINES = 20_000  # of the log, and messages, and skipped dates
LEEWAY = dt.timedelta(days=1)  # by which the clock of another site may be fast


def check_size(record: GameRecord) -> None:
    """Refuse a game that would take minutes to check or to store. Raises `Refused`."""
    versions = record.settings
    for part, number, most in (
        (_("Phases"), len(record.phases), MOST_PHASES),
        (_("Versions of the settings"), len(versions), MOST_PHASES),
        (_("Skipped dates"), sum(len(each.skipped) for each in versions), MOST_LINES),
        (_("Changed rules"), len(record.rule_changes), MOST_PHASES),
        (_("Corrected readings"), len(record.corrections), MOST_VOTES),
        (_("Votes"), len(record.votes), MOST_VOTES),
        (_("Log"), len(record.events), MOST_LINES),
        (_("Threads"), len(record.threads), MOST_THREADS),
        (_("Messages"), sum(len(each.messages) for each in record.threads), MOST_LINES),
    ):
        if number > most:
            message = _(
                "This game is too large to import. %(part)s: %(number)d, at most %(most)d. Choose"
                " another game."
            )
            raise Refused(message % {"part": part, "number": number, "most": most})


def check_moments(record: GameRecord) -> None:
    """Refuse events that are still to come: only deadlines and the final end may be.

    Raises `Refused`.
    """
    latest = clock.now() + LEEWAY
    for place, moment in _past_moments(record):
        if moment is not None and moment > latest:
            raise damaged(place)


def _past_moments(record: GameRecord) -> Iterator[tuple[str, dt.datetime | None]]:
    for name in ("created_at", "started_at", "ended_at"):
        yield f"game.{name}", record.game[name]
    for number, version in enumerate(record.settings):
        yield f"game.settings[{number}].since", version.columns["since"]
    for number, phase in enumerate(record.phases):
        yield f"game.phases[{number}].opened_at", phase.opened_at
        yield f"game.phases[{number}].resolved_at", phase.resolved_at
    for number, correction in enumerate(record.corrections):
        yield f"game.corrections[{number}].at", correction.at
    for number, vote in enumerate(record.votes):
        yield f"game.votes[{number}].made_at", vote.made_at
        yield f"game.votes[{number}].closed_at", vote.closed_at
    for number, event in enumerate(record.events):
        yield f"game.events[{number}].at", event.at
    for number, thread in enumerate(record.threads):
        yield f"game.threads[{number}].opened_at", thread.opened_at
        for message in thread.messages:
            yield f"game.threads[{number}].messages", message.sent_at
