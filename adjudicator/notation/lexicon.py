"""The words of a language as the reader meets them: folded spellings and what each may mean.

A spelling is folded before it is looked up: case, accents and punctuation do not matter, every dash
and arrow is the same, and Cyrillic letters that look like Latin ones are taken for them (А for A).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from adjudicator.board import standard_board
from adjudicator.notation.language import language_data
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.notation.language import Language, Name

_LOOK_ALIKE = dict(zip("авекмнорстухіјѕ", "abekmhopctyxijs", strict=True))
_DASHES = frozenset("‐‑‒–—―−⁃﹘﹣－→➔➜➝➞➙⇒⟶➡»›>~=")
_ARROW = re.compile("[>~=]")
_WORD = re.compile(r"[^\W_]+|-(?!-)|\+")

PREFERRED, MISPRINT, CODE, BEGINNING = range(4)
"""How good a spelling is: a proper one, a misprint of the rulebooks, the code that software uses in
a language that has another abbreviation, or the first letters of a name."""

KINDS: dict[str, str] = {
    "hold": "H",
    "move": "M",
    "to": "-",
    "support": "S",
    "convoy": "C",
    "via": "V",
    "retreat": "R",
    "disband": "D",
    "build": "B",
    "remove": "E",
    "waive": "W",
}
"""Keys of a language's `orders` -> letters of the grammar. The others are U, a unit; P, a place;
O, a place at sea; K, a coast; N, a nationality; L, a dash."""


class _Folding(dict[int, str | None]):
    """What becomes of each character, found when it is first met."""

    def __missing__(self, number: int) -> str | None:
        character = chr(number)
        bare: str | None = "-"
        if character not in _DASHES:
            plain = unicodedata.normalize("NFKD", character).casefold()
            kept = [_LOOK_ALIKE.get(c, c) for c in plain if not _is_unseen(c)]
            bare = "".join(kept) or None
        self[number] = bare
        return bare


def _is_unseen(character: str) -> bool:
    """An accent, or a sign that only guides how a line is broken."""
    return unicodedata.combining(character) != 0 or unicodedata.category(character) == "Cf"


_FOLDING = _Folding()


def fold(text: str) -> str:
    """The text as spellings are compared.

    >>> fold("E París – Borgoña"), fold("А Пар→Бур") == fold("A Пар-Бур")
    ('e paris - borgona', True)
    """
    text = text.lower()
    return text if text.isascii() and not _ARROW.search(text) else text.translate(_FOLDING)


def split(text: str) -> list[str]:
    """The folded words of a text, and its dashes."""
    return _WORD.findall(fold(text))


@dataclass(slots=True)
class Word:
    """What a spelling may mean. `sign` is one character for the set of its kinds."""

    spelling: str
    sign: str = "?"
    kinds: dict[str, int] = field(default_factory=dict)
    """Letter of the grammar -> how good the spelling is for it."""
    places: list[tuple[int, str]] = field(default_factory=list)
    unit: UnitType | None = None
    coast: str = ""
    power: str = ""


class Lexicon:
    """All spellings of a language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.words: dict[str, Word] = {}
        self.heads: dict[str, int] = {}
        """First word of a spelling -> how many words the longest has that begins with it."""
        self.shown: dict[str, str] = {}
        """Proper spellings of provinces -> name and abbreviation, for those who misspelt one."""
        self.signs: dict[frozenset[str], str] = {}
        self._orders()
        self._names()
        self._places()
        self.filler = {" ".join(split(each)) for each in language.filler} - self.words.keys()
        self.conjunctions = {" ".join(split(each)) for each in language.conjunctions}
        self.conditions = tuple(" ".join(split(each)) + " " for each in language.conditions)
        self._finish()

    def _add(self, spelling: str, kind: str, rank: int) -> Word:
        key = " ".join(split(spelling))
        word = self.words.setdefault(key, Word(key))
        word.kinds[kind] = min(rank, word.kinds.get(kind, rank))
        return word

    def _each(self, name: Name, kind: str) -> Iterator[tuple[Word, int]]:
        for rank, spellings in ((PREFERRED, name.spellings), (MISPRINT, name.misprints)):
            for spelling in spellings:
                yield self._add(spelling, kind, rank), rank

    def _orders(self) -> None:
        self.words["-"] = Word("-", kinds={"-": PREFERRED, "L": PREFERRED})
        self.words["+"] = Word("+", kinds={"B": PREFERRED})
        for key, name in self.language.orders.items():
            for _ in self._each(name, KINDS[key]):
                pass
        for spelling in self.language.origin:
            self._add(spelling, "I", PREFERRED)

    def _names(self) -> None:
        for code, name in self.language.units.items():
            letter = self._add(code, "U", CODE)
            for word in (letter, *(each for each, _rank in self._each(name, "U"))):
                word.unit = UnitType(code)
        for code, name in self.language.coasts.items():
            self._add(code, "K", CODE).coast = code
            for word, _rank in self._each(name, "K"):
                word.coast = code
        for code, name in self.language.powers.items():
            for word, _rank in self._each(name, "N"):
                word.power = code

    def _places(self) -> None:
        board = standard_board()
        for code, name in self.language.provinces.items():
            for word, rank in self._each(name, "P"):
                if (rank, code) not in word.places:
                    word.places.append((rank, code))
            self.shown |= {
                " ".join(split(each)): f"{name.name} ({name.short})" for each in name.spellings
            }
            for coast in board.provinces[code].coasts:
                self._glued(code, name, coast)
        for code in board.provinces:
            rank = PREFERRED if self.language.code == "en" else CODE
            self._place(code, rank, code)
        known = {key for key, word in self.words.items() if word.places}
        for code, name in self.language.provinces.items():
            for spelling in name.spellings:
                for abbreviated in self._abbreviated(spelling):
                    if abbreviated not in known:
                        self._place(abbreviated, BEGINNING, code)

    def _abbreviated(self, spelling: str) -> set[str]:
        """The first letters of a name of one word; a longer one with its parts abbreviated."""
        whole = " ".join(split(spelling))
        if whole.isalpha():
            return {whole[:length] for length in range(3, len(whole))}
        found = {whole}
        for part, several in self.language.parts.items():
            known = re.compile(rf"\b{' '.join(split(part))}\b")
            found |= {known.sub(short, name) for name in found for short in several}
        return {" ".join(split(each)) for each in found}

    def _glued(self, code: str, name: Name, coast: str) -> None:
        """A province with its coast written as one word, such as ``StpSC``."""
        coasts = {coast, *self.language.coasts[coast].spellings[:1]}
        for spelling in {name.short + each for each in coasts}:
            self._place(spelling, PREFERRED, f"{code}/{coast}")

    def _place(self, spelling: str, rank: int, location: str) -> None:
        word = self._add(spelling, "P", rank)
        if all(location != each for _rank, each in word.places):
            word.places.append((rank, location))

    def _finish(self) -> None:
        fresh, seas = count(0x100), standard_board().seas
        for word in self.words.values():
            if any(location in seas for _rank, location in word.places):
                word.kinds["O"] = PREFERRED
            kinds = frozenset(word.kinds)
            if kinds not in self.signs:
                self.signs[kinds] = next(iter(kinds)) if len(kinds) == 1 else chr(next(fresh))
            word.sign = self.signs[kinds]
            word.places.sort()
        for key in (*self.words, *self.filler):
            head, *rest = key.split()
            self.heads[head] = max(self.heads.get(head, 1), 1 + len(rest))

    def all_signs(self, kind: str) -> str:
        """Every sign of a word that can be of this kind, as a class of a regular expression."""
        signs = [re.escape(sign) for kinds, sign in self.signs.items() if kind in kinds]
        return f"[{''.join(signs)}]" if signs else r"(?!)"

    def read(self, text: str) -> list[Word]:
        """The words of a text, the longest spelling first, without the fillers.

        What is not known has the sign ``?``.
        """
        found: list[Word] = []
        words, heads, known = split(text), self.heads, self.words
        place, end = 0, len(words)
        while place < end:
            spelling = words[place]
            length = heads.get(spelling, 0)
            if length == 1:
                word = known.get(spelling)
            elif length:
                length, word = self.longest(words[place : place + length])
            else:
                length, word = 1, Word(spelling)
            place += length
            if word is not None:
                found.append(word)
        return found

    def is_condition(self, text: str) -> bool:
        """Whether the text begins as a condition does."""
        return f"{' '.join(split(text))} ".startswith(self.conditions)

    def begins_order(self, text: str) -> bool:
        """Whether the text begins with a proper word for a unit and a place for it."""
        words = self.read(text)[:2]
        return len(words) == 2 and words[0].kinds.get("U") == PREFERRED and "P" in words[1].kinds

    def ends_in_letter(self, text: str) -> bool:
        """Whether the last word of the text is a unit and can be nothing else."""
        words = self.read(text)
        return bool(words) and words[-1].kinds.keys() == {"U"}

    def begins(self, text: str, kinds: str) -> bool:
        """Whether the first word of the text is one of these kinds."""
        words = self.read(text)
        return bool(words) and any(kind in words[0].kinds for kind in kinds)

    def longest(self, words: list[str]) -> tuple[int, Word | None]:
        """How many of the words are one spelling, and its meaning: none if it is a filler."""
        for length in range(len(words), 0, -1):
            spelling = " ".join(words[:length])
            if spelling in self.words:
                return length, self.words[spelling]
            if spelling in self.filler:
                return length, None
        return 1, Word(words[0])


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language (made once a process); raises `SetupError`."""
    return Lexicon(language_data(language))
