"""Changes of settings and house rules in words, for the lines of the log that tell of them."""

from collections.abc import Collection

from ..models import Amendment, Event, Game, Vote
from . import settings
from .amendments import amendment_lines

AMENDING = (Event.Kind.VOTE_MADE, Event.Kind.AMENDED)


def changes_by_event(game: Game, events: Collection[Event]) -> dict[int, list[str]]:
    """Changes of settings and house rules, as lines, by the primary key of their event.

    An amendment is told when it is proposed and when it is accepted.
    """
    return _changes_of_settings(game, events) | _amendments(events)


def _amendments(events: Collection[Event]) -> dict[int, list[str]]:
    telling = [
        event
        for event in events
        if event.kind in AMENDING and event.vote and event.vote.kind == Vote.Kind.AMEND
    ]
    if not telling:
        return {}
    votes = {event.vote_id for event in telling}
    found = Amendment.objects.filter(vote__in=votes).prefetch_related("rules")
    lines = {each.vote_id: [*amendment_lines(each)] for each in found}
    return {event.pk: lines.get(event.vote_id, []) for event in telling if event.vote_id}


def _changes_of_settings(game: Game, events: Collection[Event]) -> dict[int, list[str]]:
    changing = [event for event in events if event.kind == Event.Kind.SETTINGS_CHANGED]
    if not changing:
        return {}
    versions = list(game.settings_versions.prefetch_related("skipped_dates").order_by("pk"))
    found = {}
    for event in changing:
        # The settings are stored just before their event.
        known = [each for each in versions if each.since <= event.at]
        if len(known) > 1:
            found[event.pk] = settings.changes(known[-2], known[-1])
    return found
