"""Orders in the reader's notation, and as sentences."""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import notation
from adjudicator import (
    AdjudicatorError,
    Board,
    OrderSyntaxError,
    Position,
    parse_canonical,
)
from adjudicator import Order as RulesOrder
from adjudicator.notation import (
    Mention,
    Style,
    render,
)
from adjudicator.notation import mentions as find_mentions
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from adjudicator.terms import PhaseType

from ..models import Phase
from ..state import positions, variants
from .names import place, unit


def order_sentences() -> Callable[[RulesOrder], str]:
    """Return a function that gives the sentence for an order without its unit.

    An example is “support Army Marseilles to Burgundy”; it is in the active language and notation.
    Sentences are cached, since an order form has hundreds.
    """
    return partial(_order_sentence, notation.current(), get_language())


@lru_cache(maxsize=8192)
def _order_sentence(_notation: str, _language: str | None, order: RulesOrder) -> str:
    match order:
        case Hold():
            return _("hold")
        case Move(target=target, via=True):
            return _("move to %(place)s by convoy") % {"place": place(target)}
        case Move(target=target):
            return _("move to %(place)s") % {"place": place(target)}
        case SupportHold(supported=supported):
            return _("support %(unit)s to hold") % {"unit": unit(supported)}
        case SupportMove(supported=supported, target=target):
            return _("support %(unit)s to %(place)s") % {
                "unit": unit(supported),
                "place": place(target),
            }
        case Convoy(army=army, target=target):
            return _("convoy %(unit)s to %(place)s") % {
                "unit": unit(army),
                "place": place(target),
            }
        case Retreat(target=target):
            return _("retreat to %(place)s") % {"place": place(target)}
        case Disband():
            return _("disband")
        case Build(unit=built):
            return _("build %(unit)s") % {"unit": unit(built)}
    return _("build nothing")


def order_shortener(position: Position) -> Callable[[RulesOrder], str]:
    """Return a function that gives an order in the reader's notation: “A MAR S A PAR - BUR”."""
    return partial(render, language=notation.current(), style="short", position=position)


def order_text(
    text: str,
    board: Board,
    during: PhaseType | None = None,
    *,
    style: Style = "short",
    position: Position | None = None,
) -> str:
    """A stored order of a game on `board` in the reader's notation.

    A text that cannot be parsed is returned unchanged.

    The style “short” gives “A MAR S A PAR - BUR”, “full” gives “A Marseilles supports A Paris -
    Burgundy”, “words” a sentence. With `position`, the power of foreign units is named.
    """
    try:
        order = parse_canonical(text, during, board)
    except OrderSyntaxError:
        return text
    return render(order, notation.current(), style, position)


def stored_orders(phase: Phase) -> Callable[..., str]:
    """Return `order_text` for the orders of a phase: it takes a text and optionally a style."""
    try:
        position = positions.load(phase)
    except AdjudicatorError:  # a game that was set aside for this reason still has a page
        position = None
    board = variants.board_of(phase.game)
    return partial(order_text, board=board, during=phase.type, position=position)


def mentions(text: str, language: str, board: Board) -> Iterable[Mention]:
    """The orders and provinces of a board that a message mentions, in any notation."""
    return find_mentions(text, language, board)
