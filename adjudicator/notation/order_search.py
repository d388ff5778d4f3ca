"""Search for orders in texts that are no orders as a whole, to ask their writer about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_words import begins_with_phrase
from adjudicator.orders import Waive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.notation.sheet_reader import Line, SheetReader
    from adjudicator.orders import Order

MOST_SEARCHES = 40
"""Texts of a sheet in which orders are looked for: a real one has few that are not orders."""
LONGEST_ORDER = 20
"""Words of the longest order that is looked for in a text."""
_PLACE = set("POKI")
_WORDS_AND_MARKS = re.compile(r"[\w.'’]+(?:/\w{1,2}\b)?|[^\w\s]+")
_WORD_BEGINS = re.compile(r"\b\w")


def orders_within(text: str, reader: SheetReader, language: str) -> list[Order]:
    """Return legal orders in a text that is no order as a whole, to ask its writer."""
    if reader.searches >= MOST_SEARCHES or len(text) > LONGEST:
        return []
    reader.searches += 1
    words, known = _WORDS_AND_MARKS.findall(text), reader.lexicon(language)
    found: list[Order] = []
    start = 0
    while start < len(words) - 1:
        end = start
        if known.begins(words[start], "UPBEDRW"):
            end, order = _longest_order(words, start, reader, language)
            found += [order] if order is not None and order not in found else []
        start = max(end, start + 1)
    return found


def _longest_order(
    words: Sequence[str], start: int, reader: SheetReader, language: str
) -> tuple[int, Order | None]:
    """The end of the longest order that begins with a word, and the order.

    If that order is illegal it was not meant, nor is a shorter one: the end is the start.
    """
    for end in range(min(len(words), start + LONGEST_ORDER), start + 1, -1):
        text = " ".join(words[start:end])
        order = reader.try_parse(text, language) if _says_more(text, reader, language) else None
        if order is not None and not isinstance(order, Waive):
            legal = reader.legal(order)
            if legal is None and begins_with_phrase("conditions", " ".join(words[end - 1 :])):
                continue  # its last word was none of a place: *por* in *por si*
            return (end if legal else start), legal
    return start, None


def _says_more(text: str, reader: SheetReader, language: str) -> bool:
    """Whether a text says more than a province: in winter *the Black Sea* may be any mention."""
    words = reader.lexicon(language).read(text)
    return len(words) > 1 and any(
        word.kinds.keys() - _PLACE and ("I" not in word.kinds or "U" in word.kinds)
        for word in words
    )


def other_target(line: Line, text: str, reader: SheetReader, language: str) -> Order | None:
    """Return the legal order of a line with `text` in place of its last words."""
    for match in reversed(list(_WORD_BEGINS.finditer(line.text))):
        order = reader.try_parse(f"{line.text[: match.start()]}{text}", language)
        if order is not None and order != line.order and reader.legal(order):
            return reader.legal(order)
    return None
