"""Splits the text after a heading into words, in one language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator import Board
from adjudicator.notation.words import Lexicon, Word, lexicon, split

from . import vocabulary

_SIGNS = frozenset(",;:()[]{}|/&•")
_SIGN = re.compile(f"([{re.escape(''.join(sorted(_SIGNS)))}])")


class Token(NamedTuple):
    """A word of the notation, a sign between words, or a phrase about what happened to a unit.

    `role` is empty for a word, the sign for a sign, and a key of `Language.position` for a phrase.
    """

    role: str
    word: Word

    @property
    def is_sign(self) -> bool:
        return self.role in _SIGNS

    def can_be(self, kinds: str) -> bool:
        """Whether it may be a word of one of these kinds (letters of the notation's grammar)."""
        return any(kind in self.word.kinds for kind in kinds)


def tokens(text: str, language: str, board: Board) -> list[Token]:
    """The words, signs and phrases of a text, without words that mean nothing."""
    found: list[Token] = []
    for part in _SIGN.split(text):
        if part in _SIGNS:
            found.append(Token(part, Word(part)))
        elif part:
            found += _in_part(tuple(split(part)), language, board)
    return found


@cache
def _longest(language: str) -> Mapping[str, int]:
    """First word of phrases -> number of words of the longest phrase that begins with it."""
    lengths: dict[str, int] = {}
    for phrase in vocabulary.roles(language):
        head, *rest = phrase.split()
        lengths[head] = max(lengths.get(head, 1), 1 + len(rest))
    return lengths


def _in_part(spellings: Sequence[str], language: str, board: Board) -> Iterator[Token]:
    """Phrases are found first; the words between them are read as in orders."""
    roles, longest = vocabulary.roles(language), _longest(language)
    known = lexicon(language, board)
    run: list[str] = []
    at = 0
    while at < len(spellings):
        for length in range(longest.get(spellings[at], 0), 0, -1):
            phrase = " ".join(spellings[at : at + length])
            if phrase in roles:
                yield from _in_run(run, known)
                yield Token(roles[phrase], Word(phrase))
                run = []
                at += length
                break
        else:
            run.append(spellings[at])
            at += 1
    yield from _in_run(run, known)


def _in_run(run: Sequence[str], known: Lexicon) -> Iterator[Token]:
    for word in known.read(" ".join(run)):
        if word.spelling.isdigit():
            continue  # a number of units or centers
        if word.spelling in known.conjunctions and "U" not in word.kinds:
            continue
        if " " in word.spelling and word.kinds.keys().isdisjoint("PUKN"):
            for part in word.spelling.split():  # “Por, Mar” is not a move
                yield from (Token("", each) for each in known.read(part))
        else:
            yield Token("", word)
