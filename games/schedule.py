"""When a phase is due."""

import datetime as dt

from adjudicator.terms import PhaseType

from .models import Game, Phase
from .timetable import Lengths, Rule

# A phase resolved later than this (the site was down) gets its whole length from now on.
LATE = dt.timedelta(minutes=10)


def rule_of(game: Game) -> Rule:
    length = dt.timedelta(hours=game.phase_hours)
    return Lengths(negotiation=length, window=length)


def first_deadline(game: Game, opens: PhaseType, opened_at: dt.datetime) -> dt.datetime:
    """When a phase of the type `opens` is due that opens, or is resumed, at `opened_at`."""
    rule = rule_of(game)
    return rule.movement(opened_at) if opens == PhaseType.MOVEMENT else rule.short(opened_at)


def next_deadline(game: Game, opens: PhaseType, resolved: Phase, now: dt.datetime) -> dt.datetime:
    """When the phase after `resolved`, of the type `opens`, is due: counted from deadline to
    deadline, so that a worker that comes some seconds late moves nothing."""
    on_time = resolved.due_at is not None and now - resolved.due_at <= LATE
    return first_deadline(game, opens, resolved.due_at if on_time and resolved.due_at else now)
