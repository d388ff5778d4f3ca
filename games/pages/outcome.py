"""How a game ended, in words."""

from django.utils.translation import gettext as _

from .. import wording
from ..models import Event, Game

ENDED_BY = {
    Game.Ending.DRAW: Event.Kind.GAME_DRAWN,
    Game.Ending.CLOSED: Event.Kind.GAME_CLOSED,
}


def sentence(game: Game) -> str:
    """Who has won or shares the draw; empty while the game is not over."""
    if game.ending == Game.Ending.SOLO and game.winner:
        winner = wording.power(game.winner.power)
        return _("%(winner)s has won the game.") % {"winner": winner}
    if game.ending == Game.Ending.DRAW:
        return _("The game has ended as a draw among %(powers)s.") % {"powers": _sharing(game)}
    if game.ending == Game.Ending.CLOSED:
        return _("The game was closed without a result.")
    return ""


def in_short(game: Game) -> str:
    """For a list of games. Expects the winner at hand."""
    if game.ending == Game.Ending.SOLO and game.winner:
        return _("won by %(winner)s") % {"winner": wording.power(game.winner.power)}
    return str(game.get_ending_display())


def reason(game: Game) -> str:
    """What was said to it by whoever ended the game."""
    kind = ENDED_BY.get(Game.Ending(game.ending)) if game.ending else None
    event = game.events.filter(kind=kind).order_by("-pk").first() if kind else None
    return event.text if event else ""


def _sharing(game: Game) -> str:
    sharing = game.seats.filter(shares_draw=True).order_by("place")
    return ", ".join(wording.power(seat.power) for seat in sharing)
