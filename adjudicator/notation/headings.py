"""Words of headings in all languages: powers, dates, and words that may accompany them.

Words are folded, as `words.split` returns them.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.words import split
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.setups import Setup
    from adjudicator.terms import PhaseCode

YEAR = re.compile(r"\b[1-9]\d{3}\b")
_TYPES = {
    "m": PhaseType.MOVEMENT,
    "r": PhaseType.RETREAT,
    "a": PhaseType.ADJUSTMENT,
    "b": PhaseType.ADJUSTMENT,
}


class Date(NamedTuple):
    """The date that a heading states; `year` has the last two digits or all four."""

    season: Season | None
    year: str
    type: PhaseType | None = None


def powers_in(words: Sequence[str], setup: Setup | None = None) -> set[str]:
    """Return the powers that a word names, or two neighbouring words.

    With a set-up, these may be powers that it names itself.
    """
    known = power_names() if setup is None else {**power_names(), **setup_power_names(setup)}
    words = [word for word in words if word != "-"]
    pairs = (f"{one} {two}" for one, two in pairwise(words))
    return {power for word in (*words, *pairs) if (power := known.get(word))}


def is_date_of(date: Date, phase: PhaseCode) -> bool:
    """Return whether a date is that of the phase. Winter belongs to the fall turn."""
    seasons = {None, phase.season}
    if phase.type is PhaseType.ADJUSTMENT:
        seasons.add(Season.FALL)
    types = {None, phase.type}
    return date.season in seasons and date.type in types and str(phase.year).endswith(date.year)


def names_date_of(text: str, phase: PhaseCode) -> bool:
    """Return whether a text says only when a phase is: *spring of 1906*."""
    words = split(text)
    date = date_in(words)
    known = all(w in season_names() or w in small_words() or w.isdigit() for w in words)
    return date is not None and known and is_date_of(date, phase)


def date_in(words: Sequence[str]) -> Date | None:
    """Return the season and year that a heading states; None if it states neither."""
    for word in words:
        if code := phase_code().fullmatch(word):
            return Date(_season_letters()[code[1]], code[2], _TYPES.get(code[3] or ""))
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


def _spellings_in_all_languages(table: str) -> Iterator[tuple[str, str]]:
    """Each spelling of a table of names in every language, with its code."""
    for language in map(language_data, LANGUAGES):
        for code, name in getattr(language, table).items():
            yield from ((spelling, code) for spelling in (code, *name.spellings))


@cache
def power_names() -> Mapping[str, str]:
    """Return a mapping of folded nouns and adjectives in all languages, and of codes, to powers."""
    return {
        key_of(spelt): code
        for spelt, code in _spellings_in_all_languages("powers")
        if len(spelt) > 3
    }


@cache
def setup_power_names(setup: Setup) -> Mapping[str, str]:
    """Return a mapping of folded names in all languages, letters and codes to powers.

    It has the powers that a set-up names itself. They may have the names of provinces.
    """
    return {
        key_of(spelt): code
        for code, each in setup.power_names.items()
        for spelt in (code, each.short, *each.names.values())
    }


@cache
def short_power_names() -> Mapping[str, str]:
    """Return a mapping of abbreviations that may stand alone in a heading to powers."""
    short = {code[:3].lower(): code for _spelt, code in _spellings_in_all_languages("powers")}
    return short | {
        key_of(s): code for s, code in _spellings_in_all_languages("powers") if len(s) == 3
    }


@cache
def kind_names() -> Mapping[str, PhaseType]:
    """Return a mapping of folded words in all languages to types of phases."""
    return {
        key_of(spelling): PhaseType(kind)
        for language in map(language_data, LANGUAGES)
        for kind, spellings in language.phases.items()
        for spelling in spellings
    }


@cache
def season_names() -> Mapping[str, Season]:
    """Return a mapping of folded words in all languages to seasons."""
    return {
        key_of(spelt): Season(code)
        for spelt, code in _spellings_in_all_languages("seasons")
        if len(spelt) > 1
    }


@cache
def _season_letters() -> Mapping[str, Season]:
    """The letters for a season in a code such as F1902M: its own, and those of the languages."""
    found = {
        key_of(s): Season(code) for s, code in _spellings_in_all_languages("seasons") if len(s) == 1
    }
    return found | {season.value.lower(): season for season in Season}


@cache
def phase_code() -> re.Pattern[str]:
    """Return the pattern of a code such as ``f1902m``, with all letters for a season."""
    return re.compile(rf"([{''.join(_season_letters())}])([1-9]\d{{3}}|\d\d)([mrab])?")


@cache
def small_words() -> frozenset[str]:
    """Return the words that may accompany the power and the date of a heading."""
    named = (each for code in LANGUAGES for each in language_data(code).headings)
    return frozenset(map(key_of, named)) | kind_names().keys()


def key_of(text: str) -> str:
    """Return a spelling as these mappings have it: its folded words without dashes."""
    return " ".join(word for word in split(text) if word != "-")
