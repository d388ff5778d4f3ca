"""Orders in texts that the grammar of their language does not read as they stand.

They give orders to several units, say their verb twice, are in another language, or have slips of
spelling.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_words import has_phrase, is_phrase
from adjudicator.notation.group_orders import orders_for_several
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.misreadings import misspellings
from adjudicator.notation.words import fold
from adjudicator.terms import OrderType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.notation.misreadings import Misspelling
    from adjudicator.notation.sheet_reader import SheetReader
    from adjudicator.orders import Order

MOST_POLITE = 3
"""Words of a courtesy before or behind an order on its line."""
_DOUBTFUL = ("conditions", "denials", "holdings", "alternatives")
_PLACE = frozenset("PO")
_LONG_WORD = re.compile(r"[^\W\d_]{4}")
_BRACKETED_END = re.compile(r"(.*\S)\s*\(([^()]*)\)")
_SAID_BY: Mapping[OrderType, str] = {
    OrderType.HOLD: "H",
    OrderType.MOVE: "M-",
    OrderType.SUPPORT: "S",
    OrderType.CONVOY: "C",
    OrderType.RETREAT: "R",
    OrderType.DISBAND: "DE",
    OrderType.BUILD: "B",
}
"""Type of an order -> kinds of the words that say it."""


def orders_in_other_words(text: str, reader: SheetReader, language: str) -> list[tuple[str, Order]]:
    """Return the orders in a text that is not an order as it stands."""
    if len(text) > LONGEST:
        return []
    if not reader.lexicon(language).may_name_place(text):
        order = _order_in_another_language(text, reader, language)
        return [] if order is None else [(text, order)]
    if several := orders_for_several(text, reader, language):
        return [(text, order) for order in several]
    order = _order_beside_courtesies(text, reader, language)
    if order is None:
        order = _order_without_repeated_verb(text, reader, language)
    if order is None:
        order = _order_as_wish(text, reader, language)
    if order is None:
        order = _order_in_another_language(text, reader, language)
    if order is None:
        order = _order_spelt_properly(text, reader, language)
    return [] if order is None else [(text, order)]


def _order_beside_courtesies(text: str, reader: SheetReader, language: str) -> Order | None:
    """The order of a text that begins or ends in a courtesy: *A Par - Bur thanks*."""
    words = text.split()
    for count in range(1, min(MOST_POLITE, len(words) - 2) + 1):
        for rest, order in ((words[-count:], words[:-count]), (words[:count], words[count:])):
            if is_phrase("courtesies", " ".join(rest)):
                found = reader.try_parse(" ".join(order), language)
                if found is not None:
                    return found
    return None


def _order_as_wish(text: str, reader: SheetReader, language: str) -> Order | None:
    """The order of a wish whose verb alone would tell what was: *нека А Хол отиде в Кил*."""
    first, *words = text.split()
    wish = language_data(language).groups["wish"]
    if not words or not wish or fold(first) != fold(wish[0]):
        return None
    known, particle = reader.lexicon(language), wish[1]
    for place, word in enumerate(words):
        if not any(each.kinds for each in known.read(word)):
            order = reader.try_parse(" ".join((*words[:place], particle, *words[place:])), language)
            if order is not None:
                return order
    return None


def _order_without_repeated_verb(text: str, reader: SheetReader, language: str) -> Order | None:
    """The order of a text that says it again in brackets: *F Swe - Fin (retreat)*."""
    match = _BRACKETED_END.fullmatch(text)
    words = reader.lexicon(language).read(match[2]) if match else []
    order = reader.try_parse(match[1], language) if match else None
    if len(words) != 1 or order is None or order.type not in _SAID_BY:
        return None
    return order if words[0].kinds.keys() & set(_SAID_BY[order.type]) else None


def _order_in_another_language(text: str, reader: SheetReader, language: str) -> Order | None:
    """The only legal order that a text means in other languages, if it is no order in this one.

    Words that make an order doubtful count in this language. Letters alone are no language, and a
    text whose words are all known in this one is a mistake in it.
    """
    words = reader.lexicon(language).read(text)
    is_doubtful = any(has_phrase(kind, text, language) for kind in _DOUBTFUL)
    if is_doubtful or all(word.kinds for word in words) or not _LONG_WORD.search(text):
        return None
    found: dict[Order, str] = {}
    coded = _with_codes(text, reader, language)
    for other in LANGUAGES:
        for each in {text, coded} if other != language else ():
            order = (
                reader.try_parse(each, other) if reader.lexicon(other).names_place(each) else None
            )
            if order is not None and (legal := reader.legal(order)):
                found.setdefault(legal, other)
    if len(found) != 1:
        return None
    ((order, reader.read_in[text]),) = found.items()
    return order


def _with_codes(text: str, reader: SheetReader, language: str) -> str:
    """The text with the codes of the places that it names in a language."""
    told = []
    for word in reader.lexicon(language).read(text):
        is_place = word.kinds.keys() <= _PLACE and len(word.places) == 1
        told.append(word.places[0][1][:3] if is_place else word.spelling)
    return " ".join(told)


def _order_spelt_properly(text: str, reader: SheetReader, language: str) -> Order | None:
    """The only legal order that a text with slips of spelling can mean."""
    found: dict[Order, Misspelling] = {}
    for each in misspellings(text, reader.lexicon(language)):
        order = reader.try_parse(each.corrected, language)
        if order is not None and (legal := reader.legal(order)):
            found.setdefault(legal, each)
    if len(found) != 1:
        return None
    ((order, reader.misspelt[text]),) = found.items()
    return order
