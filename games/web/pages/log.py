"""The log of a game, and the newest announcement."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils import timezone

from accounts import clock

from ...models import Event, Game, Phase
from ...wording.events import author, reason, sentence

CORRECTIONS = (Event.Kind.ROLLED_BACK, Event.Kind.CORRECTED, Event.Kind.GAME_REOPENED)
ANNOUNCED_FOR = dt.timedelta(days=14)


def superseded_by_event(game: Game) -> dict[int, list[Phase]]:
    """The phases that each correction of a game superseded, by the primary key of its event.

    A phase was superseded by the first correction after it that opened a phase with its own code,
    or with an earlier one. Takes two queries.
    """
    corrections = game.events.filter(kind__in=CORRECTIONS).select_related("phase").order_by("pk")
    opened = [(event.pk, event.phase) for event in corrections if event.phase]
    found: dict[int, list[Phase]] = defaultdict(list)
    for phase in game.phases.superseded().order_by("number"):
        for event, anew in opened:
            if anew.number > phase.number and not phase.when < anew.when:
                found[event].append(phase)
                break
    return found


@dataclass(frozen=True)
class LogRow:
    """A line of the log.

    `author` is empty if the sentence names the actor; `reason` is the reason that was given;
    `superseded` are the phases that no longer count since then.
    """

    at: dt.datetime
    sentence: str
    author: str
    reason: str
    superseded: Sequence[Phase]


def by_day(
    game: Game, events: Collection[Event], *, names_open: bool
) -> list[tuple[dt.date, list[LogRow]]]:
    """Rows of the log under their days in the active zone, in the order of `events`."""
    corrected = any(event.kind in CORRECTIONS for event in events)
    void = superseded_by_event(game) if corrected else {}
    rows = [
        LogRow(
            at=event.at,
            sentence=sentence(event, names_open=names_open),
            author=author(event, names_open=names_open),
            reason=reason(event),
            superseded=void.get(event.pk, []),
        )
        for event in events
    ]
    return [
        (day, list(of_day))
        for day, of_day in groupby(rows, key=lambda row: timezone.localdate(row.at))
    ]


def newest_announcement(game: Game) -> Event | None:
    """The last announcement of a game master, for as long as pages show it."""
    recent = game.events.filter(kind=Event.Kind.ANNOUNCED, at__gt=clock.now() - ANNOUNCED_FOR)
    return recent.select_related("actor", "subject").order_by("-pk").first()
