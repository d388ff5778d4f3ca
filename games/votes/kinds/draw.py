"""End the game as a draw: every vote is needed.

All survivors share it (DIAS), or those that the vote names.
"""

from ...lifecycle import endings
from ...models import Phase, Vote
from .kind import VoteKind, all_players, refusal_of_a_lone_player, unanimity


def _carry_out(vote: Vote, phase: Phase) -> None:
    named = list(vote.sharers.values_list("seat__power", flat=True))
    endings.draw(phase.game, among=named or endings.survivors(phase), by=None)


KIND = VoteKind(
    Vote.Kind.DRAW,
    voters=all_players,
    votes_needed=unanimity,
    refusal=refusal_of_a_lone_player,
    carry_out=_carry_out,
    has_sharers=True,
    ends_game=True,
)
