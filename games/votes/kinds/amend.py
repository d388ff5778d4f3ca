"""Amend the house rules or single rules: every vote is needed, and a missing one is a no."""

from ...lifecycle import amendments
from ...models import Game, Phase, Vote
from .kind import VoteKind, all_players, unanimity


def _refusal(_phase: Phase) -> str:
    return ""


def _carry_out(vote: Vote, phase: Phase) -> None:
    amendments.apply(vote.amendment, phase)


def _beside_master(_game: Game) -> bool:
    return True


KIND = VoteKind(
    Vote.Kind.AMEND,
    voters=all_players,
    votes_needed=unanimity,
    refusal=_refusal,
    carry_out=_carry_out,
    has_amendment=True,
    beside_master=_beside_master,
)
