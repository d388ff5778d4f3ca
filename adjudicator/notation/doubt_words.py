"""Words beside an order that make it doubtful, or say nothing about it; data of the languages."""

from __future__ import annotations

import re
from functools import cache

from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.words import split

_SHORT = 3
"""Letters of the shortest word of another language that counts."""


def has_phrase(kind: str, text: str, language: str | None = "") -> bool:
    """Return whether a text has a phrase of a kind.

    Short ones count only if they are of `language`; if it is None, those of all languages count.
    """
    return _anywhere(kind, language).search(f" {' '.join(split(text))} ") is not None


def begins_with_phrase(kind: str, text: str) -> bool:
    """Return whether a text begins with a phrase of a kind in any language."""
    return _at_beginning(kind).match(f"{' '.join(split(text))} ") is not None


def is_phrase(kind: str, text: str) -> bool:
    """Return whether a text is a phrase of a kind and nothing else."""
    return _at_beginning(kind).fullmatch(f"{' '.join(split(text))} ") is not None


def is_harmless(text: str) -> bool:
    """Return whether a text has nothing but remarks and words that say nothing about an order."""
    words = " ".join(split(text))
    return bool(words) and _only_harmless().fullmatch(words) is not None


def is_remark(text: str) -> bool:
    """Return whether a text is a greeting or the like."""
    return begins_with_phrase("remarks", text) or is_harmless(text)


def without_harmless(text: str) -> str:
    """Return the folded words of a text without phrases that say nothing about an order.

    A single word in such a phrase does not count: *no matter what* denies nothing.
    """
    return _harmless_phrases().sub(" ", f" {' '.join(split(text))} ")


def without_phrases(kind: str, text: str) -> str:
    """Return the text without the words at its beginning that are phrases of a kind."""
    words = text.split()
    while words and _at_beginning(kind).fullmatch(f"{' '.join(split(words[0]))} "):
        del words[0]
    return " ".join(words)


def _phrases(kind: str, languages: tuple[str, ...]) -> set[str]:
    several = (each for code in languages for each in language_data(code).doubt[kind])
    return {key for each in several if (key := " ".join(split(each)))}


@cache
def _anywhere(kind: str, language: str | None) -> re.Pattern[str]:
    every = language is None
    found = {key for key in _phrases(kind, LANGUAGES) if every or len(key) >= _SHORT}
    if language:
        found |= _phrases(kind, (language,))
    return re.compile(f" (?:{_either(found)})(?= )")


@cache
def _at_beginning(kind: str) -> re.Pattern[str]:
    return re.compile(f"(?:{_either(_phrases(kind, LANGUAGES))}) ")


@cache
def _harmless_phrases() -> re.Pattern[str]:
    several = {*_phrases("harmless", LANGUAGES), *_phrases("remarks", LANGUAGES)}
    return re.compile(f" (?:{_either({each for each in several if ' ' in each})})(?= )")


@cache
def _only_harmless() -> re.Pattern[str]:
    harmless = {*_phrases("harmless", LANGUAGES), *_phrases("remarks", LANGUAGES)} - _in_orders()
    return re.compile(rf"(?:(?:{_either(harmless)}|\d+|-)(?: |$))*")


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


def _either(phrases: set[str]) -> str:
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
