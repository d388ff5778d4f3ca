"""The error messages for words that could not be read."""

from django.utils.translation import gettext as _

from adjudicator import Board, OrderSyntaxError
from adjudicator.notation.misreadings import as_written, near_to
from adjudicator.notation.words import Lexicon, lexicon
from adjudicator.units import Unit

from ... import wording
from ...core.errors import LineError
from .items import Slip

LONGEST_SEARCHED = 2_000
"""Characters of a line in which a word is looked for, to quote it as it was typed."""


def error(slip: Slip, language: str, board: Board) -> LineError:
    """The error of a word, for a text that was read in `language`."""
    return slip.entry.error(_message(slip, language, board))


def _message(slip: Slip, language: str, board: Board) -> str:
    word = wording.truncated(as_written(slip.word, slip.entry.text[:LONGEST_SEARCHED]))
    places = ", ".join(map(wording.place, slip.meanings))
    match slip.code:
        case "no_letter":
            message = _(
                "The type of unit is missing in “%(word)s”. Write an army as “%(army)s” "
                "and a fleet as “%(fleet)s”."
            )
            army, fleet = (wording.unit_in_short(Unit.parse(text)) for text in ("A PAR", "F BRE"))
            return message % {"word": word, "army": army, "fleet": fleet}
        case "no_orders":
            message = _("“%(word)s” is part of an order. Write only where the units are.")
            return message % {"word": word}
        case "several_meanings":
            message = _("“%(word)s” could be any of these: %(places)s. Write the full name.")
            return message % {"word": word, "places": places}
        case "several_coasts":
            message = _("The coast of %(place)s is missing. Write one of these: %(places)s.")
            return message % {"place": wording.place(slip.word.spelling), "places": places}
    return wording.refusal(_unread(slip, word, lexicon(language, board)), board)


def _unread(slip: Slip, word: str, known: Lexicon) -> OrderSyntaxError:
    """The corresponding error of an order, whose message is used."""
    params = {"word": word, "text": slip.entry.text}
    if slip.code == "word_not_understood":
        near = near_to(slip.word.spelling, known)
        if near:
            return OrderSyntaxError("word_misspelt", params | {"near": ", ".join(near)})
    return OrderSyntaxError(slip.code, params)
