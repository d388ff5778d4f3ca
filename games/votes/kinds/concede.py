"""Concede the game to one power: every vote of the others is needed."""

from ...lifecycle import endings
from ...models import Phase, Vote
from .kind import VoteKind, all_others, refusal_of_a_lone_player, unanimity


def _carry_out(vote: Vote, phase: Phase) -> None:
    assert vote.winner is not None
    endings.concede(phase.game, to=vote.winner)


KIND = VoteKind(
    Vote.Kind.CONCEDE,
    voters=all_others,
    votes_needed=unanimity,
    refusal=refusal_of_a_lone_player,
    carry_out=_carry_out,
    has_winner=True,
    ends_game=True,
)
