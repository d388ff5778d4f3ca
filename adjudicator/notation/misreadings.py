"""Errors for texts that are not orders: the word not understood, and similarly spelt names."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import OrderSyntaxError
from adjudicator.notation.doubt_words import has_phrase
from adjudicator.notation.grammar import grammar
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.words import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.board import Board
    from adjudicator.notation.words import Lexicon, Word

NEAR = 3
"""Number of similar words that are offered for one that was not understood."""
LONGEST_WORD = 30
"""Letters of the longest word for which similar words are looked up."""
MOST_COMPARED = 40
"""Known words that are compared with a longer one: those that share most pairs of letters."""
SHORTEST_MISSPELT = 5
"""Letters of the shortest word that is read as one from which it differs by a slip."""
MOST_MISSPELT, MOST_LIKELY = 2, 6
"""Misspelt words of a text, and words that each of them may be."""
_VERBS, _GO_ON = set("HMSCRDBEW-"), set("MSCRBE-")
"""Kinds of words that say what a unit does, and of words that must be followed by others."""
_WRITTEN = re.compile(r"[^\W_]+")


def likeliest_language(text: str, board: Board, languages: Sequence[str] = LANGUAGES) -> str:
    """Return the language, of those given, that knows most words of a text about a board."""
    known = {
        code: sum(word.sign != "?" for word in grammar(code, board).lexicon.read(text))
        for code in languages
    }
    return max(known, key=lambda code: known[code])


def misreading_error(text: str, language: str, board: Board) -> OrderSyntaxError:
    """Return the error for a text that is not an order on that board in that language."""
    how = grammar(language, board)
    words = how.lexicon.read(text)
    unknown = next((word for word in words if word.sign == "?"), None)
    if unknown is not None:
        return _not_understood(unknown, text, words, how.lexicon)
    end = how.understood_words(words)
    if end == len(words) or not any(word.kinds.keys() & _VERBS for word in words):
        return OrderSyntaxError("verb_missing", {"text": text})
    if words[-1].kinds.keys() & _GO_ON:
        return OrderSyntaxError("word_missing", {"text": text})
    params = {"word": as_written(words[end], text), "text": text}
    return OrderSyntaxError("word_not_expected", params)


class Misspelling(NamedTuple):
    """A `word` of a text that is a misspelt `name`, and the text with the proper spelling."""

    word: str
    name: str
    corrected: str


def misspellings(text: str, lexicon: Lexicon) -> list[Misspelling]:
    """Return what a text may be whose only unknown word is a known one but for a slip.

    A slip is one letter too many, too few, wrong or in the wrong place. Two words may be misspelt;
    then the last one is named.
    """
    strange = dict.fromkeys(word.spelling for word in lexicon.read(text) if word.sign == "?")
    unknown = [word for word in strange if word not in lexicon.name_parts]
    if not 0 < len(unknown) <= MOST_MISSPELT or any(
        not SHORTEST_MISSPELT <= len(word) <= LONGEST_WORD for word in unknown
    ):
        return []
    found = [Misspelling("", "", text)]
    for word in unknown:
        written = next((each for each in _WRITTEN.findall(text) if split(each) == [word]), "")
        likely = _likely_words(written, word, lexicon) if written else []
        found = [
            Misspelling(written, lexicon.name_of(near), _with(before.corrected, written, near))
            for before in found
            for near in likely[:MOST_LIKELY]
        ]
    return found


def _likely_words(written: str, word: str, lexicon: Lexicon) -> list[str]:
    """The words that a misspelt one may be: no verb for one that tells what was: *moved*."""
    language = lexicon.language
    if any(has_phrase(kind, written, language.code) for kind in ("conditions", "denials")):
        return []
    is_past = language.past.fullmatch(written) is not None
    near = lexicon.near_words(word)
    return sorted(each for each in near if not is_past or lexicon.is_place(each))


def _with(text: str, written: str, near: str) -> str:
    """The text with another word in place of a written one."""
    return re.sub(rf"\b{re.escape(written)}\b", near, text, flags=re.IGNORECASE)


def _not_understood(
    word: Word, text: str, words: Sequence[Word], lexicon: Lexicon
) -> OrderSyntaxError:
    params = {"word": as_written(word, text), "text": text}
    near = near_to(word.spelling, lexicon) if _may_be_name(word, words) else []
    if near:
        return OrderSyntaxError("word_misspelt", params | {"near": ", ".join(near)})
    return OrderSyntaxError("word_not_understood", params)


def _may_be_name(word: Word, words: Sequence[Word]) -> bool:
    """Whether a word may be the misspelt name of a province: a short one only in an order.

    An order begins with a unit, or names a province: *Top* or *are you there?* does neither.
    """
    in_order = "U" in words[0].kinds or any(each.places for each in words)
    return in_order or len(word.spelling) >= SHORTEST_MISSPELT


def as_written(word: Word, text: str) -> str:
    """Return the word as it is written in the text, if it can be found there."""
    first = word.spelling.partition(" ")[0]
    return next((each for each in _WRITTEN.findall(text) if split(each) == [first]), word.spelling)


def near_to(spelling: str, lexicon: Lexicon) -> list[str]:
    """Return names and abbreviations of provinces with a similar spelling, the nearest first."""
    length = len(spelling)
    if length > LONGEST_WORD:
        return []
    likely = [key for key in lexicon.shown if abs(len(key) - length) <= 2]
    if length > SHORTEST_MISSPELT:  # to compare them all would take long
        pairs = _pairs(spelling)
        likely = nlargest(MOST_COMPARED, likely, key=lambda key: len(pairs & _pairs(key)))
    found = get_close_matches(spelling, likely, 4 * NEAR, 0.6)
    found.sort(key=lambda key: key[0] != spelling[0])  # misspellings are seldom in the first letter
    return list(dict.fromkeys(lexicon.shown[key] for key in found))[:NEAR]


@lru_cache(maxsize=16384)
def _pairs(word: str) -> frozenset[str]:
    """Return the pairs of letters that stand beside each other in a word."""
    return frozenset(map("".join, pairwise(word)))
