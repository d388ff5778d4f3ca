"""Whether words that could be an order are one, or the prose of a letter.

“A gal holds the key” and “A con-man” are made of words of orders. What is written as the notation
writes it is an order. Where only a letter that is a word as well, such as “A”, and small
abbreviations say so, the text around them has to, and the board: no army goes from Constantinople
to the Channel.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.board import standard_board
from adjudicator.notation.lexicon import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*|[-‐‑‒–—―−→➔⇒>~=]+")
_GOES_ON = re.compile(r",?[ \t\xa0]+")  # between two words of a sentence
_LETTER = re.compile(r"[^\W\d_]")
_WORDS = frozenset("ae")  # letters for a unit that are words in some language; folded, so also “а”
_ABBREVIATION = 4  # letters at most
_NEAR = 12  # characters at most between two orders of a list


class Token(NamedTuple):
    """A word or a dash of the text, folded."""

    key: str
    start: int
    end: int
    is_capital: bool


def tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word[0].isalnum():
            yield Token(fold(word), match.start(), match.end(), word[0].isupper())
        else:
            yield Token("-", match.start(), match.end(), False)


def is_written_as_order(order: Sequence[Token], places: Sequence[int]) -> bool:
    """Whether nobody would write prose like that: its unit is no word but a unit, or a capital
    letter before provinces with capitals or their full names, which begin at `places`."""
    unit = order[0]
    if unit.key not in _WORDS:
        return True
    named = [order[place] for place in places]
    return unit.is_capital and all(
        each.is_capital or len(each.key) > _ABBREVIATION for each in named
    )


def could_go(start: str, target: str) -> bool:
    """Whether a unit could ever get from one province to the other, by itself or by convoy."""
    board = standard_board()
    both_coastal = {board.provinces[code].type for code in (start, target)} == {"coastal"}
    return start != target and (both_coastal or target in board.neighbours[start])


def stands_out(text: str, tokens: Sequence[Token], begin: int, end: int) -> bool:
    """Whether what looks like an order is no ordinary part of a sentence: a dash has no blanks
    around it, a capital letter begins no sentence, or its line says nothing else."""
    order = tokens[begin:end]
    if any(_is_tight(order, place) for place in range(2, len(order) - 1)):
        return True
    if order[0].is_capital and _goes_on(text, tokens, begin):
        return True
    before = begin - 1
    while before >= 0 and tokens[before].key == "-" and before > begin - 3:  # bullets
        before -= 1
    return _is_at_edge(text, tokens, before, begin) and _is_at_edge(text, tokens, end - 1, end)


def _goes_on(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence goes on with the token at `place`, after a word of its own."""
    if not place or tokens[place - 1].key == "-":
        return False
    return _GOES_ON.fullmatch(text, tokens[place - 1].end, tokens[place].start) is not None


def _is_tight(order: Sequence[Token], place: int) -> bool:
    before, dash, after = order[place - 1 : place + 2]
    return dash.key == "-" and before.end == dash.start and dash.end == after.start


def _is_at_edge(text: str, tokens: Sequence[Token], one: int, other: int) -> bool:
    """Whether a line ends between two tokens, or the text before or after one."""
    if one < 0 or other >= len(tokens):
        return True
    return "\n" in text[tokens[one].end : tokens[other].start]


def is_near(text: str, tokens: Sequence[Token], behind: int, place: int) -> bool:
    """Whether only signs and numbers stand between what ends before the token at `behind` and the
    token at `place`, and not many."""
    if not 0 < behind <= place < len(tokens):
        return False
    start, end = tokens[behind - 1].end, tokens[place].start
    return end - start <= _NEAR and not _LETTER.search(text, start, end)


def next_word(tokens: Sequence[Token], place: int) -> int:
    """The place of the first token from `place` on that has a letter, or of one near to it."""
    last = min(place + 3, len(tokens))
    while place < last and not _LETTER.search(tokens[place].key):
        place += 1
    return place
