"""Put the deadline of the open phase off by some days."""

import datetime as dt

from ...deadlines import control
from ...models import Game, Phase, Vote
from .kind import VoteKind, all_players, majority, refusal_while_the_clock_stands


def _carry_out(vote: Vote, phase: Phase) -> None:
    deadline = phase.deadline
    later = deadline and deadline + dt.timedelta(days=vote.days or 0)
    control.extend(phase.game, to=later, by=None)


def _beside_master(game: Game) -> bool:
    return game.votes_on_extensions


KIND = VoteKind(
    Vote.Kind.EXTEND,
    voters=all_players,
    votes_needed=majority,
    refusal=refusal_while_the_clock_stands,
    carry_out=_carry_out,
    has_days=True,
    beside_master=_beside_master,
)
