"""Stop the clock for some days."""

import datetime as dt

from accounts import clock

from ...deadlines import control
from ...models import Phase, Vote
from .kind import VoteKind, all_players, majority, refusal_while_the_clock_stands


def _carry_out(vote: Vote, phase: Phase) -> None:
    until = clock.now() + dt.timedelta(days=vote.days or 0)
    control.pause(phase.game, until=until, by=None)


KIND = VoteKind(
    Vote.Kind.PAUSE,
    voters=all_players,
    votes_needed=majority,
    refusal=refusal_while_the_clock_stands,
    carry_out=_carry_out,
    has_days=True,
)
