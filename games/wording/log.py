"""Lines of a game's log, as its page and the API show them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..models import Event, Game, Phase
from . import endings
from .changes import changes_by_event
from .events import author, reason, sentence

CORRECTIONS = (Event.Kind.ROLLED_BACK, Event.Kind.CORRECTED, Event.Kind.GAME_REOPENED)


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

    event: Event
    at: dt.datetime
    sentence: str
    author: str
    reason: str
    changes: Sequence[str]
    superseded: Sequence[Phase]


def log_rows(game: Game, events: Collection[Event], *, names_open: bool) -> list[LogRow]:
    """Rows of the log in the order of `events`, which come from `public_events`."""
    corrected = any(event.kind in CORRECTIONS for event in events)
    void = superseded_by_event(game) if corrected else {}
    changed = changes_by_event(game, events)
    return [
        LogRow(
            event=event,
            at=event.at,
            sentence=_sentence(event, game, names_open=names_open),
            author=author(event, names_open=names_open),
            reason=reason(event),
            changes=changed.get(event.pk, []),
            superseded=void.get(event.pk, []),
        )
        for event in events
    ]


def _sentence(event: Event, game: Game, *, names_open: bool) -> str:
    """The sentence of an event. That of a draw which stands names the powers that share it."""
    stands = game.ended_at is not None and event.at >= game.ended_at
    if event.kind == Event.Kind.GAME_DRAWN and stands:
        return endings.sentence(game)
    return sentence(event, names_open=names_open)
