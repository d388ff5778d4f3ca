"""Start the clock of a paused game again."""

from django.utils.translation import gettext as _

from ...deadlines import control
from ...models import Game, Phase, Vote
from .kind import VoteKind, all_players, majority


def _refusal(phase: Phase) -> str:
    return "" if phase.game.status == Game.Status.PAUSED else _("The clock is running.")


def _carry_out(_vote: Vote, phase: Phase) -> None:
    control.resume(phase.game, by=None)


KIND = VoteKind(
    Vote.Kind.RESUME,
    voters=all_players,
    votes_needed=majority,
    refusal=_refusal,
    carry_out=_carry_out,
)
