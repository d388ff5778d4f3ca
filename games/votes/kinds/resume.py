"""Start the clock of a paused game again."""

from django.utils.translation import gettext as _

from ...deadlines import control
from ...models import Game, Phase, Vote
from .kind import VoteKind, majority


def _refusal(phase: Phase) -> str:
    return "" if phase.game.status == Game.Status.PAUSED else _("The clock runs.")


def _carry_out(vote: Vote) -> None:
    control.resume(vote.phase.game, by=None)


KIND = VoteKind(Vote.Kind.RESUME, votes_needed=majority, refusal=_refusal, carry_out=_carry_out)
