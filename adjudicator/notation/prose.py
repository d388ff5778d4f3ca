"""Distinction of orders from prose that has the same words.

“A gal holds the key” and “A con-man” consist of words of orders. Text that is written as the
notation writes it is an order. If only a letter that is also a word, such as “A”, and short
abbreviations suggest an order, the surrounding text and the board must confirm it: no army goes
from Constantinople to the Channel.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.board import Board

_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*|[-‐‑‒–—―−→➔⇒>~=]+")
_GOES_ON = re.compile(r",?[ \t\xa0]+")  # between two words of a sentence
_LETTER = re.compile(r"[^\W\d_]")
_WORDS = frozenset("ae")  # letters for a unit that are words too; folded, so “а” is included
_ABBREVIATION = 4  # letters at most
_NEAR = 12  # characters between two orders of a list, at most


class Token(NamedTuple):
    """A folded word or dash of the text, with its span."""

    key: str
    start: int
    end: int
    is_capital: bool


def tokens(text: str) -> Iterator[Token]:
    """Yield the words and dashes of a text."""
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word[0].isalnum():
            yield Token(fold(word), match.start(), match.end(), word[0].isupper())
        else:
            yield Token("-", match.start(), match.end(), False)


def is_written_as_order(order: Sequence[Token], places: Sequence[int]) -> bool:
    """Return whether the spelling excludes prose.

    The unit is not a word of any language, or it is a capital letter and the provinces, which begin
    at `places`, have capitals or full names.
    """
    unit = order[0]
    if unit.key not in _WORDS:
        return True
    named = [order[place] for place in places]
    return unit.is_capital and all(
        each.is_capital or len(each.key) > _ABBREVIATION for each in named
    )


def could_go(board: Board, start: str, target: str) -> bool:
    """Return whether a unit could ever move from one province to the other, also by convoy."""
    both_coastal = {board.provinces[code].type for code in (start, target)} == {"coastal"}
    return start != target and (both_coastal or target in board.neighbours[start])


def stands_out(text: str, tokens: Sequence[Token], begin: int, end: int) -> bool:
    """Return whether a possible order is unlike an ordinary part of a sentence.

    Its dash has no spaces around it, its capital letter does not begin a sentence, or it is alone
    in its line.
    """
    order = tokens[begin:end]
    if any(_is_dash_without_spaces(order, place) for place in range(2, len(order) - 1)):
        return True
    if order[0].is_capital and _continues_sentence(text, tokens, begin):
        return True
    before = begin - 1
    while before >= 0 and tokens[before].key == "-" and before > begin - 3:  # bullets
        before -= 1
    return _is_line_break(text, tokens, before, begin) and _is_line_break(
        text, tokens, end - 1, end
    )


def _continues_sentence(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether the token at `place` continues a sentence after another word."""
    if not place or tokens[place - 1].key == "-":
        return False
    return _GOES_ON.fullmatch(text, tokens[place - 1].end, tokens[place].start) is not None


def _is_dash_without_spaces(order: Sequence[Token], place: int) -> bool:
    """Whether the token at `place` is a dash that touches both neighbours."""
    before, dash, after = order[place - 1 : place + 2]
    return dash.key == "-" and before.end == dash.start and dash.end == after.start


def _is_line_break(text: str, tokens: Sequence[Token], one: int, other: int) -> bool:
    """Whether a line, or the whole text, begins or ends between two tokens."""
    if one < 0 or other >= len(tokens):
        return True
    return "\n" in text[tokens[one].end : tokens[other].start]


def is_near(text: str, tokens: Sequence[Token], behind: int, place: int) -> bool:
    """Return whether only a few signs and digits separate two tokens.

    They are the token before `behind` and the token at `place`.
    """
    if not 0 < behind <= place < len(tokens):
        return False
    start, end = tokens[behind - 1].end, tokens[place].start
    return end - start <= _NEAR and not _LETTER.search(text, start, end)


def next_word(tokens: Sequence[Token], place: int) -> int:
    """Return the place of the first token with a letter among the three from `place` on."""
    last = min(place + 3, len(tokens))
    while place < last and not _LETTER.search(tokens[place].key):
        place += 1
    return place
