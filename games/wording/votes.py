"""Sentences for proposals on which players vote."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Vote
from .names import listed, power


def vote_text(vote: Vote) -> str:
    """The proposal of a vote, as a sentence. Raises `KeyError` for an unknown kind."""
    return SENTENCES[vote.kind](vote)


def _extend(vote: Vote) -> str:
    days = vote.days or 0
    return ngettext(
        "The deadline is extended by %(count)d day.",
        "The deadline is extended by %(count)d days.",
        days,
    ) % {"count": days}


def _pause(vote: Vote) -> str:
    days = vote.days or 0
    return ngettext(
        "The game is paused for %(count)d day.",
        "The game is paused for %(count)d days.",
        days,
    ) % {"count": days}


def _resume(_vote: Vote) -> str:
    return _("The game resumes.")


def _draw(vote: Vote) -> str:
    named = [power(sharer.seat.power) for sharer in vote.sharers.all()]
    if named:
        return _("The game ends in a draw among %(powers)s.") % {"powers": listed(named)}
    return _("The game ends in a draw among all surviving powers.")


def _concede(vote: Vote) -> str:
    winner = power(vote.winner.power) if vote.winner else ""
    return _("Everyone else concedes the game to %(power)s.") % {"power": winner}


def _amend(_vote: Vote) -> str:
    return _("Amend the house rules from the next phase on.")


SENTENCES: Mapping[str, Callable[[Vote], str]] = {
    Vote.Kind.EXTEND: _extend,
    Vote.Kind.PAUSE: _pause,
    Vote.Kind.RESUME: _resume,
    Vote.Kind.DRAW: _draw,
    Vote.Kind.CONCEDE: _concede,
    Vote.Kind.AMEND: _amend,
}
