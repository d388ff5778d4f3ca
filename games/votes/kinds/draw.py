"""End the game as a draw among all survivors (DIAS): every vote is needed."""

from ...lifecycle import endings
from ...models import Phase, Vote
from .kind import VoteKind


def _unanimity(voters: int) -> int:
    return voters


def _no_refusal(_phase: Phase) -> str:
    return ""


def _carry_out(vote: Vote) -> None:
    phase = vote.phase
    endings.draw(phase.game, among=endings.survivors(phase), by=None)


KIND = VoteKind(Vote.Kind.DRAW, votes_needed=_unanimity, refusal=_no_refusal, carry_out=_carry_out)
