"""Words of a language: folded spellings and what each may mean.

Spellings are folded before they are looked up: case, accents and punctuation do not matter, every
dash and arrow is the same, and Cyrillic letters that look like Latin ones are replaced by them (А
by A).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from adjudicator.notation.language import Name, language_data
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from adjudicator.board import Board
    from adjudicator.notation.language import Language

_LOOK_ALIKE = dict(zip("авекмнорстухіјѕ", "abekmhopctyxijs", strict=True))
_DASHES = frozenset("‐‑‒–—―−⁃﹘﹣－→➔➜➝➞➙⇒⟶➡»›>~=")
_ARROW = re.compile("[>~=]")
_POSSESSIVE = re.compile(r"(?<=\w{3})['’]s\b")  # *Warsaw’s army* is no support
_GLUED = re.compile(r"\b([A-ZА-Я])([A-ZА-Я][^\W\d_A-ZА-Я]{2})\b")
_WORD = re.compile(r"[^\W_]+|-(?!-)|\+")

PREFERRED, MISPRINT, CODE, BEGINNING = range(4)
"""Ranks of spellings: a proper one, a misprint of the rulebooks, the code of Diplomacy software in
a language with another abbreviation, or the first letters of a name.
"""

SHORTEST_SLIPPED, SHORTEST_SLIPPED_VERB = 4, 7
"""Letters of the shortest name and other word that are recognised although they are misspelt."""
SHORTEST = 3
"""Letters of the shortest abbreviation that is not written in the language's file."""

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
    "build_left": "Q",
    "support_move_to": "T",
    "convoy_to": "G",
    "from": "X",
    "with": "J",
    "attacked_by": "Z",
    "supported_by": "F",
}
"""Keys of a language's `orders` -> letters of the grammar.

The other letters are U, a unit; Y, one that is not a letter, such as *army*; P, a place; O, a place
at sea; K, a coast; N, a nationality; L, a dash; I, a word such as *in*.
"""


class _Folding(dict[int, str | None]):
    """Replacement of each character, computed when it is first met."""

    def __missing__(self, number: int) -> str | None:
        character = chr(number)
        bare: str | None = "-"
        if character not in _DASHES:
            plain = unicodedata.normalize("NFKD", character).casefold()
            kept = [_LOOK_ALIKE.get(c, c) for c in plain if not _is_invisible(c)]
            bare = "".join(kept) or None
        self[number] = bare
        return bare


def _is_invisible(character: str) -> bool:
    """Whether a character is an accent or only controls line breaks."""
    return unicodedata.combining(character) != 0 or unicodedata.category(character) == "Cf"


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Return the text in the form in which spellings are compared.

    >>> fold("E París – Borgoña"), fold("А Пар→Бур") == fold("A Пар-Бур")
    ('e paris - borgona', True)
    """
    text = text.lower()
    if "'s" in text or "’s" in text:
        text = _POSSESSIVE.sub("", text)
    return text if text.isascii() and not _ARROW.search(text) else text.translate(_FOLDING)


def split(text: str) -> list[str]:
    """Return the folded words of a text, and its dashes."""
    return _WORD.findall(fold(text))


@dataclass(slots=True)
class Word:
    """The meanings of a spelling. `sign` is one character for the set of its kinds."""

    spelling: str
    sign: str = "?"
    kinds: dict[str, int] = field(default_factory=dict)
    """Letter of the grammar -> rank of the spelling for it."""
    places: list[tuple[int, str]] = field(default_factory=list)
    unit: UnitType | None = None
    coast: str = ""
    power: str = ""


def _slips(word: str) -> set[str]:
    """A word, and what is left of it without one of its letters."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def _differ_by_a_slip(one: str, other: str) -> bool:
    """Whether two words of which one letter was left out differ by no more than one slip."""
    if len(one) != len(other):
        return True
    places = [place for place, pair in enumerate(zip(one, other, strict=True)) if len({*pair}) > 1]
    return len(places) < 2 or (
        len(places) == 2
        and places[1] == places[0] + 1
        and one[places[0]] == other[places[1]]
        and one[places[1]] == other[places[0]]
    )


def province_names(language: Language, board: Board) -> dict[str, Name]:
    """Return the names of a board's provinces by code; its own where the language has none."""
    provinces = board.provinces
    known = {code: name for code, name in language.provinces.items() if code in provinces}
    own = {code: Name(code, each.name) for code, each in provinces.items() if code not in known}
    return known | own


class Lexicon:
    """All spellings of a language for orders on one board."""

    def __init__(self, language: Language, board: Board) -> None:
        self.language = language
        self.board = board
        self.words: dict[str, Word] = {}
        self.heads: dict[str, int] = {}
        """First word of a spelling -> number of words of the longest spelling that begins with it.
        """
        self.shown: dict[str, str] = {}
        """Proper spellings of provinces -> name and abbreviation, offered for misspelt ones."""
        self.slips: Mapping[str, set[str]] = {}
        """Words without one of their letters -> the words; made when it is first needed."""
        self.name_parts: set[str] = set()
        """Words of the names of provinces that have several."""
        self.signs: dict[frozenset[str], str] = {}
        self._add_orders()
        self._add_names()
        self._add_places()
        self.small_words = {" ".join(split(each)) for each in language.filler}
        self.filler = self.small_words - self.words.keys()
        self.conjunctions = {" ".join(split(each)) for each in language.conjunctions}
        self._assign_signs()

    def _add(self, spelling: str, kind: str, rank: int) -> Word:
        key = " ".join(split(spelling))
        word = self.words.setdefault(key, Word(key))
        word.kinds[kind] = min(rank, word.kinds.get(kind, rank))
        return word

    def _add_name(self, name: Name, kind: str) -> Iterator[tuple[Word, int]]:
        for rank, spellings in ((PREFERRED, name.spellings), (MISPRINT, name.misprints)):
            for spelling in spellings:
                yield self._add(spelling, kind, rank), rank

    def _add_orders(self) -> None:
        self.words["-"] = Word("-", kinds={"-": PREFERRED, "L": PREFERRED})
        self.words["+"] = Word("+", kinds={"B": PREFERRED})
        for key, name in self.language.orders.items():
            for _ in self._add_name(name, KINDS[key]):
                pass
        for spelling in self.language.origin:
            self._add(spelling, "I", PREFERRED)

    def _add_names(self) -> None:
        for code, name in self.language.units.items():
            letter = self._add(code, "U", CODE)
            for word in (letter, *(each for each, _rank in self._add_name(name, "U"))):
                word.unit = UnitType(code)
                if len(word.spelling) > 1:
                    word.kinds["Y"] = PREFERRED
        for code, name in self.language.coasts.items():
            self._add(code, "K", CODE).coast = code
            for word, _rank in self._add_name(name, "K"):
                word.coast = code
        for code, name in self.language.powers.items():
            for word, _rank in self._add_name(name, "N"):
                word.power = code

    def _add_places(self) -> None:
        board, names = self.board, province_names(self.language, self.board)
        for code, name in names.items():
            for word, rank in self._add_name(name, "P"):
                if (rank, code) not in word.places:
                    word.places.append((rank, code))
            self.shown |= {
                " ".join(split(each)): f"{name.name} ({name.short})" for each in name.spellings
            }
            for coast in board.provinces[code].coasts:
                self._add_place_with_coast(code, name, coast)
        for code in board.provinces:
            rank = PREFERRED if self.language.code == "en" else CODE
            self._add_place(code, rank, code)
        known = {key for key, word in self.words.items() if word.places}
        for code, name in names.items():
            for spelling in name.spellings:
                for abbreviated in self._abbreviations(spelling):
                    if abbreviated not in known and len(abbreviated) >= SHORTEST:
                        self._add_place(abbreviated, BEGINNING, code)

    def _abbreviations(self, spelling: str) -> set[str]:
        """The first letters of a name of one word; a longer name with its parts abbreviated."""
        whole = " ".join(split(spelling))
        if whole.isalpha():
            return {whole[:length] for length in range(3, len(whole))}
        found = {whole}
        for part, several in self.language.parts.items():
            known = re.compile(rf"\b{' '.join(split(part))}\b")
            found |= {known.sub(short, name) for name in found for short in several}
        return {" ".join(split(each)) for each in found}

    def _add_place_with_coast(self, code: str, name: Name, coast: str) -> None:
        """Add a province with its coast written as one word, such as ``StpSC``."""
        coasts = {coast, *self.language.coasts[coast].spellings[:1]}
        for spelling in {name.short + each for each in coasts}:
            self._add_place(spelling, PREFERRED, f"{code}/{coast}")

    def _add_place(self, spelling: str, rank: int, location: str) -> None:
        word = self._add(spelling, "P", rank)
        if all(location != each for _rank, each in word.places):
            word.places.append((rank, location))

    def _assign_signs(self) -> None:
        """Give each word its sign, and note the longest spelling for each first word."""
        fresh, seas = count(0x100), self.board.seas
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
            if rest and key in self.words and self.words[key].places:
                self.name_parts.update(key.split())

    def all_signs(self, kind: str) -> str:
        """Return all signs of words that can be of this kind, as a regular expression class."""
        signs = [re.escape(sign) for kinds, sign in self.signs.items() if kind in kinds]
        return f"[{''.join(signs)}]" if signs else r"(?!)"

    def read(self, text: str) -> list[Word]:
        """Return the words of a text, the longest spelling first, without filler words.

        An unknown word has the sign ``?``.
        """
        found: list[Word] = []
        words, heads, known = split(self._unglued(text)), self.heads, self.words
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

    def _unglued(self, text: str) -> str:
        """The text with a space between the letter of a unit and its place: *ABud - Ser*."""
        return _GLUED.sub(self._parted, text) if _GLUED.search(text) else text

    def _parted(self, match: re.Match[str]) -> str:
        unit, place = (self.words.get(fold(part)) for part in match.groups())
        is_order = unit is not None and "U" in unit.kinds and place is not None and place.places
        return f"{match[1]} {match[2]}" if is_order else match[0]

    def near_words(self, word: str) -> set[str]:
        """Return the words of all spellings that differ from a word by one slip."""
        if not self.slips:
            slips: dict[str, set[str]] = {}
            for key, spelt in self.words.items():
                shortest = SHORTEST_SLIPPED if spelt.places else SHORTEST_SLIPPED_VERB
                for known in key.split():
                    for left in _slips(known) if len(known) >= shortest else ():
                        slips.setdefault(left, set()).add(known)
            self.slips = slips
        near = {known for left in _slips(word) for known in self.slips.get(left, ())}
        return {known for known in near if _differ_by_a_slip(word, known)}

    def is_place(self, word: str) -> bool:
        """Return whether a word is a province, or part of the name of one."""
        known = self.words.get(word)
        return word in self.name_parts or (known is not None and bool(known.places))

    def name_of(self, word: str) -> str:
        """Return the name and abbreviation of the province that a word means, or the word."""
        known = self.words.get(word)
        places = known.places if known is not None else []
        names = province_names(self.language, self.board)
        found = names.get(places[0][1]) if places else None
        return word if found is None else f"{found.name} ({found.short})"

    def names_place(self, text: str) -> bool:
        """Return whether a text names a province."""
        return any(word.places for word in self.read(text))

    def may_name_place(self, text: str) -> bool:
        """Return whether a text names a province, perhaps with a slip of the pen."""
        if self.names_place(text):
            return True
        return any(self.near_words(word.spelling) for word in self.read(text))

    def begins_order(self, text: str) -> bool:
        """Return whether the text begins with a proper word for a unit and a place for it."""
        words = self.read(text)[:2]
        return len(words) == 2 and words[0].kinds.get("U") == PREFERRED and "P" in words[1].kinds

    def begins_unit(self, text: str) -> bool:
        """Return whether the text begins with a word for a unit and one for its place."""
        words = self.read(text)[:2]
        return len(words) == 2 and "U" in words[0].kinds and "P" in words[1].kinds

    def ends_in_letter(self, text: str) -> bool:
        """Return whether the last word of the text is a unit and can be nothing else."""
        words = self.read(text)
        return bool(words) and words[-1].kinds.keys() == {"U"}

    def begins(self, text: str, kinds: str) -> bool:
        """Return whether the first word of the text is of one of these kinds."""
        return any(kind in kinds for kind in self.first_kinds(text))

    def first_kinds(self, text: str) -> Collection[str]:
        """Return the letters of the grammar for what the first word of a text may mean."""
        words = self.read(text)
        return words[0].kinds if words else ()

    def begins_with_coast(self, text: str) -> bool:
        """Return whether a text begins with a coast or a way: *on the north coast*."""
        words = (word.kinds for word in self.read(text) if word.kinds.keys() != {"I"})
        return not next(words, {}).keys().isdisjoint("KV")

    def longest(self, words: list[str]) -> tuple[int, Word | None]:
        """Return how many of the words are one spelling, and its meaning; None for a filler."""
        for length in range(len(words), 0, -1):
            spelling = " ".join(words[:length])
            if spelling in self.words:
                return length, self.words[spelling]
            if spelling in self.filler:
                return length, None
        return 1, Word(words[0])


@cache
def lexicon(language: str, board: Board) -> Lexicon:
    """Return the lexicon of a language for a board, made once a process; raises `SetupError`."""
    return Lexicon(language_data(language), board)
