"""Press rules: when, and where, the powers of a game may write.

They bind the powers alone: the game master is always heard in public. When a game is over, whoever
held a seat to the end writes as they like; a notebook is written in at any time.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from adjudicator.terms import PhaseType

from .. import phases
from ..models import Game, Seat


def allow_private_letters(game: Game) -> bool:
    """Whether the powers of `game` ever write to one another in private."""
    return _is_over(game) or game.press in {Game.Press.FULL, Game.Press.RULEBOOK}


def allow_unsigned(game: Game, circle: Sequence[Seat]) -> bool:
    return game.unsigned_letters and not circle


def silence(game: Game, circle: Sequence[Seat]) -> str:
    """Why no power may write in a thread of `circle` at this moment; empty if they may."""
    if _is_over(game) or len(circle) == 1:
        return ""
    if game.press == Game.Press.NONE:
        return _("In this game no power writes letters until it is over.")
    if game.press == Game.Press.PUBLIC and circle:
        return _("In this game the powers write in public only.")
    if game.press == Game.Press.RULEBOOK and _is_quiet(game):
        return _(
            "By the rulebook nobody writes while retreats and adjustments are written. Letters are"
            " sent again from the next movement phase on."
        )
    return ""


def nothing_sent(silence: str) -> str:
    """What who has written all the same is told."""
    return _("%(why)s Nothing was sent.") % {"why": silence}


def _is_over(game: Game) -> bool:
    return game.status == Game.Status.FINISHED


def _is_quiet(game: Game) -> bool:
    phase = phases.current(game)
    return phase is not None and phase.type != PhaseType.MOVEMENT
