"""What is said of words that could not be read."""

from django.utils.translation import gettext as _

from adjudicator import OrderSyntaxError
from adjudicator.notation.faults import as_written, near_to
from adjudicator.notation.lexicon import lexicon
from adjudicator.units import Unit

from .. import wording
from ..errors import LineError
from .items import Slip

LONGEST_SEARCHED = 2_000
"""Characters of a line in which a word is looked for, to be shown as it stands there."""


def error(slip: Slip, language: str) -> LineError:
    """The error of a line that was read in that language, with what would be right."""
    return slip.entry.error(_message(slip, language))


def _message(slip: Slip, language: str) -> str:
    word = wording.shortened(as_written(slip.word, slip.entry.text[:LONGEST_SEARCHED]))
    places = ", ".join(map(wording.place, slip.meanings))
    match slip.code:
        case "no_letter":
            message = _(
                "Say what stands in “%(word)s”: an army is written “%(army)s”, a fleet “%(fleet)s”."
            )
            army, fleet = (wording.unit_in_short(Unit.parse(text)) for text in ("A PAR", "F BRE"))
            return message % {"word": word, "army": army, "fleet": fleet}
        case "no_orders":
            message = _("“%(word)s” is of an order. Only where the units stand is written here.")
            return message % {"word": word}
        case "several_meanings":
            message = _("“%(word)s” may be any of these: %(places)s. Write the name in full.")
            return message % {"word": word, "places": places}
        case "several_coasts":
            message = _("Say which coast of %(place)s: %(places)s.")
            return message % {"place": wording.place(slip.word.spelling), "places": places}
    return wording.refusal(_unread(slip, word, language))


def _unread(slip: Slip, word: str, language: str) -> OrderSyntaxError:
    """The same fault in an order."""
    params = {"word": word, "text": slip.entry.text}
    if slip.code == "word_not_understood":
        near = near_to(slip.word.spelling, lexicon(language))
        if near:
            return OrderSyntaxError("word_misspelt", params | {"near": ", ".join(near)})
    return OrderSyntaxError(slip.code, params)
