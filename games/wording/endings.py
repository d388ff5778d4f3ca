"""The ending of a game in words."""

from django.utils.translation import gettext as _

from .. import wording
from ..models import Event, Game
from ..state import variants

ENDED_BY = {
    Game.Ending.DRAW: Event.Kind.GAME_DRAWN,
    Game.Ending.CLOSED: Event.Kind.GAME_CLOSED,
}


def sentence(game: Game) -> str:
    """The winner, or the powers that share the draw, as a sentence; empty before the end."""
    if game.ending == Game.Ending.SOLO and game.winner:
        if variants.setup_of(game).together:
            return _("%(side)s have won the game together.") % {"side": winner(game)}
        return _("%(winner)s has won the game.") % {"winner": winner(game)}
    if game.ending == Game.Ending.DRAW:
        return _("The game has ended as a draw among %(powers)s.") % {"powers": _sharing(game)}
    if game.ending == Game.Ending.CLOSED:
        return _("The game was closed without a result.")
    return ""


def winner(game: Game) -> str:
    """The power that has won, or all of its player’s where they won together; empty without one."""
    if game.winner is None:
        return ""
    if not variants.setup_of(game).together:
        return wording.power(game.winner.power)
    game.winner.game = game
    return wording.hand(game.winner)


def in_short(game: Game) -> str:
    """The ending in a few words, for a list of games. Fetch `winner` with the games."""
    if game.ending == Game.Ending.SOLO and game.winner:
        return _("won by %(winner)s") % {"winner": winner(game)}
    return str(game.get_ending_display())


def reason(game: Game) -> str:
    """The reason given by the person who ended the game; empty without one."""
    kind = ENDED_BY.get(Game.Ending(game.ending)) if game.ending else None
    event = game.events.filter(kind=kind).order_by("-pk").first() if kind else None
    return event.text if event else ""


def _sharing(game: Game) -> str:
    sharing = game.seats.filter(shares_draw=True).order_by("place")
    return ", ".join(wording.power(seat.power) for seat in sharing)
