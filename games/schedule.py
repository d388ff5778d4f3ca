"""When a phase is due."""

import datetime as dt

from .models import Game, Phase

# A phase resolved later than this (the site was down) gets its whole length from now on.
LATE = dt.timedelta(minutes=10)


def first_deadline(game: Game, opened_at: dt.datetime) -> dt.datetime:
    return opened_at + _length(game)


def next_deadline(game: Game, resolved: Phase, now: dt.datetime) -> dt.datetime:
    """When the phase after `resolved` is due: counted from deadline to deadline, so that a worker
    that comes some seconds late moves nothing."""
    on_time = resolved.due_at is not None and now - resolved.due_at <= LATE
    return (resolved.due_at if on_time and resolved.due_at else now) + _length(game)


def _length(game: Game) -> dt.timedelta:
    return dt.timedelta(hours=game.phase_hours)
