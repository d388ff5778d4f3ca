"""Sentences for proposals on which players vote."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Vote


def vote_text(vote: Vote) -> str:
    """The proposal of a vote, as a sentence. Raises `KeyError` for an unknown kind."""
    return SENTENCES[vote.kind](vote.days or 0)


def _extend(days: int) -> str:
    return ngettext(
        "The deadline is put off by %(count)d day.",
        "The deadline is put off by %(count)d days.",
        days,
    ) % {"count": days}


def _pause(days: int) -> str:
    return ngettext(
        "The clock stops for %(count)d day.",
        "The clock stops for %(count)d days.",
        days,
    ) % {"count": days}


def _resume(_days: int) -> str:
    return _("The clock starts again.")


def _draw(_days: int) -> str:
    return _("The game ends as a draw among all powers that are left.")


# By kind; each takes the number of days, 0 for a kind without days.
SENTENCES: Mapping[str, Callable[[int], str]] = {
    Vote.Kind.EXTEND: _extend,
    Vote.Kind.PAUSE: _pause,
    Vote.Kind.RESUME: _resume,
    Vote.Kind.DRAW: _draw,
}
