"""The words of a heading, in all languages at once: powers, dates and what may stand beside them.

Words are folded ones, as `lexicon.split` gives them.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.lexicon import split
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

YEAR = re.compile(r"\b[1-9]\d{3}\b")
_TYPES = {
    "m": PhaseType.MOVEMENT,
    "r": PhaseType.RETREAT,
    "a": PhaseType.ADJUSTMENT,
    "b": PhaseType.ADJUSTMENT,
}


class Date(NamedTuple):
    """What a heading says of when it is: the two digits of a short year, or all four."""

    season: Season | None
    year: str
    type: PhaseType | None = None


def powers_in(words: Sequence[str]) -> set[str]:
    """The powers that are named by one of the words, or by two beside each other."""
    words = [word for word in words if word != "-"]
    pairs = (f"{one} {two}" for one, two in pairwise(words))
    return {power for word in (*words, *pairs) if (power := power_names().get(word))}


def date_in(words: Sequence[str]) -> Date | None:
    """The season and the year that a heading names; none if it names neither."""
    for word in words:
        if code := phase_code().fullmatch(word):
            return Date(_letters()[code[1]], code[2], _TYPES.get(code[3] or ""))
    known = season_names()
    season, after = next(
        ((known[word], words[n + 1 :]) for n, word in enumerate(words) if word in known),
        (None, ()),
    )
    year = next((word for word in words if YEAR.fullmatch(word)), "")
    if not year:  # “Spring ’01”, “primavera del 01”, but not “spring, turn 01”
        year = next((word for word in after if word.isdigit() or len(word) > 3), "")
        year = year if len(year) == 2 and year.isdigit() else ""
    kind = next((kind for word in words if (kind := kind_names().get(word))), None)
    return Date(season, year, kind) if season or year else None


def _named_in_all(table: str) -> Iterator[tuple[str, str]]:
    """Each spelling of a table of names in every language, with the code that it stands for."""
    for language in map(language_data, LANGUAGES):
        for code, name in getattr(language, table).items():
            yield from ((spelling, code) for spelling in (code, *name.spellings))


@cache
def power_names() -> Mapping[str, str]:
    """Folded nouns and adjectives of all languages, and the codes -> power."""
    return {key_of(spelt): code for spelt, code in _named_in_all("powers") if len(spelt) > 3}


@cache
def short_power_names() -> Mapping[str, str]:
    """Abbreviations of powers that may stand alone in a heading, and are no province there."""
    short = {code[:3].lower(): code for _spelt, code in _named_in_all("powers")}
    return short | {key_of(s): code for s, code in _named_in_all("powers") if len(s) == 3}


@cache
def kind_names() -> Mapping[str, PhaseType]:
    """Folded words for a kind of phase, in all languages."""
    return {
        key_of(spelling): PhaseType(kind)
        for language in map(language_data, LANGUAGES)
        for kind, spellings in language.phases.items()
        for spelling in spellings
    }


@cache
def season_names() -> Mapping[str, Season]:
    """Folded names of seasons, in all languages."""
    return {
        key_of(spelt): Season(code) for spelt, code in _named_in_all("seasons") if len(spelt) > 1
    }


@cache
def _letters() -> Mapping[str, Season]:
    """What a season is called in a code such as F1902M: its own letter or that of a language."""
    found = {key_of(s): Season(code) for s, code in _named_in_all("seasons") if len(s) == 1}
    return found | {season.value.lower(): season for season in Season}


@cache
def phase_code() -> re.Pattern[str]:
    """A code such as ``f1902m``, with the letter that any language has for the season."""
    return re.compile(rf"([{''.join(_letters())}])([1-9]\d{{3}}|\d\d)([mrab])?")


@cache
def small_words() -> frozenset[str]:
    """Words that may stand in a heading beside what it names."""
    named = (each for code in LANGUAGES for each in language_data(code).headings)
    return frozenset(map(key_of, named)) | kind_names().keys()


def key_of(text: str) -> str:
    """A spelling as it is looked up here: its folded words without dashes."""
    return " ".join(word for word in split(text) if word != "-")
