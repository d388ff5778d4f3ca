"""End the game as a draw among all survivors (DIAS): every vote is needed."""

from ...lifecycle import endings
from ...models import Vote
from .kind import VoteKind, no_refusal, unanimity


def _carry_out(vote: Vote) -> None:
    phase = vote.phase
    endings.draw(phase.game, among=endings.survivors(phase), by=None)


KIND = VoteKind(
    Vote.Kind.DRAW,
    votes_needed=unanimity,
    refusal=no_refusal,
    carry_out=_carry_out,
    ends_game=True,
)
