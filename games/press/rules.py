"""Press rules: the times and threads in which the powers of a game may write.

They apply to powers only: the game master may always write in public, and the players to the game
master. When the end of a game can no
longer be undone, the last holders of its seats may write anywhere; until then the rules go on
applying. Holders of seats may write in their notebooks at any time.

Each message is mailed to each of its readers (`notifications.notify.notify_message`), so a game
with public messages and a private thread have at most `MOST_READERS` people.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from adjudicator.terms import PhaseType

from ..models import Game, Seat
from ..state import phases

MOST_READERS = 12
"""People in the largest game whose powers write in public, and seats in the largest thread."""


def kinds_for(people: int) -> list[Game.Press]:
    """Return the kinds of press among which the opener of a game for so many people may choose."""
    return list(Game.Press) if people <= MOST_READERS else [Game.Press.NONE]


def allow_private_messages(game: Game) -> bool:
    """Whether the powers of `game` ever write to one another in private."""
    return game.is_final or game.press in {Game.Press.FULL, Game.Press.RULEBOOK}


def allow_unsigned(game: Game, circle: Sequence[Seat]) -> bool:
    return game.unsigned_messages and not circle


def silence(game: Game, circle: Sequence[Seat]) -> str:
    """Return the reason why no power may write in a thread of `circle` now; empty if they may."""
    if len(circle) > MOST_READERS:
        return thread_is_full()
    if game.is_final or len(circle) == 1:
        return ""
    if circle and len({seat.hand for seat in circle}) == 1:
        return _("One player has all these powers, so there’s nobody to write to.")
    if game.press == Game.Press.NONE and game.ended_at is not None:
        return _("In this game, powers can’t write messages until the result is final.")
    if game.press == Game.Press.NONE:
        return _("In this game, powers can’t write messages until it is over.")
    if game.press == Game.Press.PUBLIC and circle:
        return _("In this game, powers can write only public messages.")
    if game.press == Game.Press.RULEBOOK and _is_quiet(game):
        return _(
            "By the rulebook, there are no messages during retreats and adjustments. "
            "They can be sent again in the next movement phase."
        )
    return ""


def silence_to_masters(game: Game) -> str:
    """Return the reason why no player can write to the game masters now; empty if they can."""
    if game.masterships.present().exists():
        return ""
    return _("This game has no game master now who could read your message.")


def thread_is_full() -> str:
    """Return the sentence that refuses more than `MOST_READERS` seats in a private thread."""
    return _("A private thread can have at most %(most)d powers.") % {"most": MOST_READERS}


def refusal_message(silence: str) -> str:
    """Return the message shown when the press rules refuse a message; `silence` is the reason."""
    return _("%(why)s Nothing was sent.") % {"why": silence}


def _is_quiet(game: Game) -> bool:
    """Whether retreats or adjustments are written, or would be if the game had not ended."""
    phase = phases.current(game) or phases.final(game)
    return phase is not None and phase.type != PhaseType.MOVEMENT
