"""The ending of a game in words."""

from django.utils.translation import gettext as _

from .. import wording
from ..models import Event, Game

ENDED_BY = {
    Game.Ending.DRAW: Event.Kind.GAME_DRAWN,
    Game.Ending.CLOSED: Event.Kind.GAME_CLOSED,
}


def sentence(game: Game) -> str:
    """The winner, or the powers that share the draw, as a sentence; empty before the end."""
    if game.ending == Game.Ending.SOLO and game.winner:
        winner = wording.power(game.winner.power)
        return _("%(winner)s has won the game.") % {"winner": winner}
    if game.ending == Game.Ending.DRAW:
        return _("The game has ended as a draw among %(powers)s.") % {"powers": _sharing(game)}
    if game.ending == Game.Ending.CLOSED:
        return _("The game was closed without a result.")
    return ""


def in_short(game: Game) -> str:
    """The ending in a few words, for a list of games. Fetch `winner` with the games."""
    if game.ending == Game.Ending.SOLO and game.winner:
        return _("won by %(winner)s") % {"winner": wording.power(game.winner.power)}
    return str(game.get_ending_display())


def reason(game: Game) -> str:
    """The reason given by the person who ended the game; empty without one."""
    kind = ENDED_BY.get(Game.Ending(game.ending)) if game.ending else None
    event = game.events.filter(kind=kind).order_by("-pk").first() if kind else None
    return event.text if event else ""


def _sharing(game: Game) -> str:
    sharing = game.seats.filter(shares_draw=True).order_by("place")
    return ", ".join(wording.power(seat.power) for seat in sharing)
