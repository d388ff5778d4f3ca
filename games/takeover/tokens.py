"""What stands below a heading, word by word, in one language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.notation.lexicon import Lexicon, Word, lexicon, split

from . import words

_SIGNS = frozenset(",;:()[]{}|/&•")
_SIGN = re.compile(f"([{re.escape(''.join(sorted(_SIGNS)))}])")


class Token(NamedTuple):
    """A word of the notation, a sign between words (`role` is the sign), or a phrase that says what
    became of a unit (`role` is a key of `Language.position`)."""

    role: str
    word: Word

    @property
    def is_sign(self) -> bool:
        return self.role in _SIGNS

    def can_be(self, kinds: str) -> bool:
        """Whether it is a word of one of these kinds, by the letters of the grammar."""
        return any(kind in self.word.kinds for kind in kinds)


def tokens(text: str, language: str) -> list[Token]:
    """The words of a text, those that mean nothing left out."""
    found: list[Token] = []
    for part in _SIGN.split(text):
        if part in _SIGNS:
            found.append(Token(part, Word(part)))
        elif part:
            found += _in_part(tuple(split(part)), language)
    return found


@cache
def _longest(language: str) -> Mapping[str, int]:
    """First word of a phrase -> how many words the longest has that begins with it."""
    lengths: dict[str, int] = {}
    for phrase in words.roles(language):
        head, *rest = phrase.split()
        lengths[head] = max(lengths.get(head, 1), 1 + len(rest))
    return lengths


def _in_part(spellings: Sequence[str], language: str) -> Iterator[Token]:
    """Phrases first, and the words between them as orders are read."""
    roles, longest, known = words.roles(language), _longest(language), lexicon(language)
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
            continue  # how many there are
        if word.spelling in known.conjunctions and "U" not in word.kinds:
            continue
        if " " in word.spelling and word.kinds.keys().isdisjoint("PUKN"):
            for part in word.spelling.split():  # “Por, Mar” is no voyage
                yield from (Token("", each) for each in known.read(part))
        else:
            yield Token("", word)
