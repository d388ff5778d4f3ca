"""The log of a game, and the newest announcement."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils import timezone

from accounts import clock

from ...models import Event, Game, Phase
from ...wording import endings
from ...wording.changes import changes_by_event
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
    `changes` are the settings or house rules that were changed, from what, to what; `superseded`
    are the phases that no longer count since then.
    """

    at: dt.datetime
    sentence: str
    author: str
    reason: str
    changes: Sequence[str]
    superseded: Sequence[Phase]


def by_day(
    game: Game, events: Collection[Event], *, names_open: bool
) -> list[tuple[dt.date, list[LogRow]]]:
    """Rows of the log under their days in the active zone, in the order of `events`."""
    corrected = any(event.kind in CORRECTIONS for event in events)
    void = superseded_by_event(game) if corrected else {}
    changed = changes_by_event(game, events)
    rows = [
        LogRow(
            at=event.at,
            sentence=_sentence(event, game, names_open=names_open),
            author=author(event, names_open=names_open),
            reason=reason(event),
            changes=changed.get(event.pk, []),
            superseded=void.get(event.pk, []),
        )
        for event in events
    ]
    return [
        (day, list(of_day))
        for day, of_day in groupby(rows, key=lambda row: timezone.localdate(row.at))
    ]


def _sentence(event: Event, game: Game, *, names_open: bool) -> str:
    """The sentence of an event. That of a draw which stands names the powers that share it."""
    stands = game.ended_at is not None and event.at >= game.ended_at
    if event.kind == Event.Kind.GAME_DRAWN and stands:
        return endings.sentence(game)
    return sentence(event, names_open=names_open)


def newest_announcement(game: Game) -> Event | None:
    """The last announcement of a game master, for as long as pages show it."""
    recent = game.events.filter(kind=Event.Kind.ANNOUNCED, at__gt=clock.now() - ANNOUNCED_FOR)
    return recent.select_related("actor", "subject").order_by("-pk").first()
