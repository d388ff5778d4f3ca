"""Words beside an order that make it doubtful, or say nothing about it; data of the languages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.words import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_SHORT = 3
"""Letters of the shortest word of another language that counts."""
_Table: TypeAlias = "Mapping[str, Sequence[Sequence[str]]]"
"""First word of a phrase -> all phrases with it, as folded words, the longest first."""


def has_phrase(kind: str, text: str, language: str | None = "") -> bool:
    """Return whether a text has a phrase of a kind.

    Short ones count only if they are of `language`; if it is None, those of all languages count.
    """
    words, table = split(text), _anywhere(kind, language)
    return any(_length_at(table, words, place) for place in range(len(words)))


def has_strong_phrase(kind: str, text: str, language: str | None = "") -> bool:
    """Return whether a text has a phrase of a kind that is not `mild`, as `has_phrase` does."""
    words, table, mild = split(text), _anywhere(kind, language), _phrases("mild")
    lengths = ((place, _length_at(table, words, place)) for place in range(len(words)))
    return any(length and " ".join(words[n : n + length]) not in mild for n, length in lengths)


def begins_with_phrase(kind: str, text: str) -> bool:
    """Return whether a text begins with a phrase of a kind in any language."""
    return _length_at(_of_all_languages(kind), split(text), 0) > 0


def is_phrase(kind: str, text: str) -> bool:
    """Return whether a text is a phrase of a kind and nothing else."""
    words = split(text)
    return 0 < len(words) == _length_at(_of_all_languages(kind), words, 0)


def is_harmless(text: str) -> bool:
    """Return whether a text has nothing but remarks and words that say nothing about an order."""
    return bool(split(text)) and next(telling_words(text), None) is None


def telling_words(text: str) -> Iterator[str]:
    """Return the folded words of a text but for remarks and words that say nothing about orders."""
    left = _without(_harmless(), split(text))
    return (word for word in left if not (word == "-" or word.isdigit()))


def is_remark(text: str) -> bool:
    """Return whether a text is a greeting or the like.

    One word at its beginning is not enough if it points at orders: *please bin this*.
    """
    length = _length_at(_of_all_languages("remarks"), split(text), 0)
    return length > 1 or (length == 1 and not has_phrase("pointing", text)) or is_harmless(text)


def begins_with_greeting(text: str) -> bool:
    """Return whether a text begins with a remark of several words: *thanks for*."""
    return _length_at(_of_all_languages("remarks"), split(text), 0) > 1


def without_harmless(text: str) -> str:
    """Return the folded words of a text without phrases that say nothing about an order.

    A single word in such a phrase does not count: *no matter what* denies nothing.
    """
    return " ".join(_without(_harmless_phrases(), split(text)))


def without_denials(text: str) -> str:
    """Return the folded words of a text without phrases that deny: *por confirmar*."""
    return " ".join(_without(_of_all_languages("denials"), split(text)))


def without_phrases(kind: str, text: str) -> str:
    """Return the text without the words at its beginning that are phrases of a kind."""
    words = text.split()
    while words and is_phrase(kind, words[0]):
        del words[0]
    return " ".join(words)


def _without(table: _Table, words: Sequence[str]) -> Iterator[str]:
    """The words that belong to no phrase of a table."""
    place = 0
    while place < len(words):
        length = _length_at(table, words, place)
        if not length:
            yield words[place]
        place += max(length, 1)


def _length_at(table: _Table, words: Sequence[str], place: int) -> int:
    """The number of words of the longest phrase of a table that begins at a place; 0 if none."""
    if place == len(words):
        return 0
    for phrase in table.get(words[place], ()):
        if words[place : place + len(phrase)] == phrase:
            return len(phrase)
    return 0


@cache
def _phrases(kind: str, languages: tuple[str, ...] = LANGUAGES) -> frozenset[str]:
    several = (each for code in languages for each in language_data(code).doubt[kind])
    return frozenset(key for each in several if (key := " ".join(split(each))))


def _table(phrases: Iterable[str]) -> _Table:
    found: dict[str, list[list[str]]] = {}
    for words in sorted(map(str.split, phrases), key=len, reverse=True):
        found.setdefault(words[0], []).append(words)
    return found


@cache
def _anywhere(kind: str, language: str | None) -> _Table:
    every = language is None
    found = {key for key in _phrases(kind) if every or len(key) >= _SHORT}
    return _table(found | (_phrases(kind, (language,)) if language else set()))


@cache
def _of_all_languages(kind: str) -> _Table:
    return _table(_phrases(kind))


@cache
def _harmless_phrases() -> _Table:
    several = _phrases("harmless") | _phrases("remarks")
    return _table(each for each in several if " " in each)


@cache
def _harmless() -> _Table:
    return _table((_phrases("harmless") | _phrases("remarks")) - _in_orders())


def _in_orders() -> set[str]:
    """The letters and abbreviations with which orders are written: *Bel*, also a word."""
    names = (
        name
        for language in map(language_data, LANGUAGES)
        for table in (language.units, language.provinces)
        for name in table.items()
    )
    several = (spelling for code, name in names for spelling in (code, name.short))
    return {" ".join(split(each)) for each in several if each}
