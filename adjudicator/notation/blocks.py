"""The parts of a pasted block: orders between separators, without headings and marks of mail."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import OrderSyntaxError
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.lexicon import lexicon, split
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.terms import PhaseCode

_ENTITY = re.compile(r"&#?\w{2,8};")
_BREAK = re.compile(r"</?(?:br|p|div|li|tr|blockquote)\b[^<>]*>|\[\*\]|\[/?li\]", re.IGNORECASE)
_MARK = re.compile(
    r"\[/?(?:b|i|u|quote|color|size|font|url|img|list|code|spoiler|center)(?:=[^\[\]]*)?\]"
    r"|</?(?:b|i|u|em|strong|span|font|ul|ol|tt|code)\b[^<>]*>",
    re.IGNORECASE,
)
# Bullets, marks of quoted mail and numbers. A dash or a plus that touches a word may be an order.
_BULLETS = r"(?:[^\w(\[+\-–—−]|[+\-–—−]+(?![\w(+\-–—−]))*"
_LEAD = re.compile(rf"^{_BULLETS}(?:[(\[]?#?\d{{1,2}}(?:\s*[.):\]–—-]+\s*|\s+))?{_BULLETS}")
_SEPARATORS = re.compile(r"""[;,"“”„‟«»]+|\s[/|&]\s|\.(?=\s|$)|\s\(?\d{1,2}[.)](?=\s)""")
_INITIAL = re.compile(r"\b\w{1,3}\.$")
_EDGES = " \t\xa0:*_`"
_YEAR = re.compile(r"\b[1-9]\d{3}\b")
_TYPES = {
    "m": PhaseType.MOVEMENT,
    "r": PhaseType.RETREAT,
    "a": PhaseType.ADJUSTMENT,
    "b": PhaseType.ADJUSTMENT,
}
_LONGEST_HEADING = 12
_NEAR = 2
"""Words between which a season and a year are one date: *otoño de 1902*."""


class Piece(NamedTuple):
    """A part of a block: the number of its line from 1, and whether the line ends with it."""

    number: int
    text: str
    at_end: bool


class _Date(NamedTuple):
    """What a heading says of when it is: the two digits of a short year, or all four."""

    season: Season | None
    year: str
    type: PhaseType | None = None


def pieces(block: str, phase: PhaseCode, power: str) -> list[Piece]:
    """The parts of a block that should be orders.

    Raises `OrderSyntaxError` for a date that is not that of `phase` and for a heading of another
    power than `power`.
    """
    found = []
    for number, raw in enumerate(block.splitlines(), start=1):
        for line in _BREAK.split(_ENTITY.sub(lambda entity: unescape(entity[0]), raw)):
            line = _unmarked(line, phase)
            _check_date(line, phase)
            orders = _without_headings(line, phase, power)
            parts = [part.strip(_EDGES) for part in _parts(orders)]
            parts = [_without_headings(part, phase, power) for part in parts]
            parts = [part for part in parts if part and not _conjunctions().issuperset(split(part))]
            last = len(parts) - 1
            found += [Piece(number, part, place == last) for place, part in enumerate(parts)]
    return found


def _check_date(line: str, phase: PhaseCode) -> None:
    """Refuse a line that names a season beside a year, wherever, if they are not the phase's."""
    words = split(line)
    seasons = [n for n, word in enumerate(words) if word in _seasons()]
    years = [n for n, word in enumerate(words) if _YEAR.fullmatch(word)]
    for season in seasons:
        for year in years:
            date = _Date(_seasons()[words[season]], words[year])
            if abs(season - year) <= _NEAR and not _fits(date, phase):
                params = {"text": line.strip(_EDGES), "phase": str(phase)}
                raise OrderSyntaxError("sheet_of_other_phase", params)


def _unmarked(line: str, phase: PhaseCode) -> str:
    """The line without marks of forums and mail; in winter a dash may remove a unit."""
    line = _MARK.sub("", line)
    line = _LEAD.sub("", line, count=1)
    return line if phase.type is PhaseType.ADJUSTMENT else line.lstrip("+-–—−")


def _parts(line: str) -> Iterator[str]:
    """Split at separators, but not after the dot of an abbreviation such as ``St.``"""
    begun, end = "", 0
    line = line.rstrip()
    for match in _SEPARATORS.finditer(line):
        part = begun + line[end : match.start()]
        if match[0] == "." and match.end() < len(line) and _INITIAL.search(part[-4:] + "."):
            begun = part + "."
        else:
            yield part
            begun = ""
        end = match.end()
    yield begun + line[end:]


def _without_headings(line: str, phase: PhaseCode, power: str) -> str:
    """The line without the dates and names of the power that stand before its orders."""
    rest = _without_heading(line, phase, power)
    while rest != line:
        line, rest = rest, _without_heading(rest, phase, power)
    return line


def _without_heading(line: str, phase: PhaseCode, power: str) -> str:
    heading, colon, rest = line.partition(":")
    words = split(heading)
    if not words or len(words) > _LONGEST_HEADING:
        return line
    powers, date = _named(words), _date(words)
    if len(words) == 1 and not powers:
        powers = {power for power in [_short_powers().get(words[0])] if power}
    elif not _only_heading(words):
        if not colon or _names_place(heading):
            return line
        if date is not None and not (date.season and date.year):
            date = None  # a day, or a word in passing
    if powers and power not in powers:
        named = ", ".join(sorted(powers))
        raise OrderSyntaxError("sheet_of_other_power", {"text": line.strip(), "power": named})
    if date is not None and not _fits(date, phase):
        raise OrderSyntaxError(
            "sheet_of_other_phase", {"text": heading.strip(), "phase": str(phase)}
        )
    if powers or date is not None or (colon and _small_words().issuperset(words)):
        return rest
    return line


def _named(words: Sequence[str]) -> set[str]:
    """The powers that are named by one of the words, or by two beside each other."""
    words = [word for word in words if word != "-"]
    pairs = (f"{one} {two}" for one, two in pairwise(words))
    return {power for word in (*words, *pairs) if (power := _powers().get(word))}


def _names_place(heading: str) -> bool:
    """Whether it is rather the beginning of an order: *Английски канал: З*."""
    return any("P" in word.kinds for code in LANGUAGES for word in lexicon(code).read(heading))


def _only_heading(words: Sequence[str]) -> bool:
    """Whether nothing stands there but names of powers, dates and little words."""
    small = _small_words()
    powers = {part for key in _powers() for part in key.split()}
    return all(
        word in small or word in powers or word in _seasons() or word.isdigit() or word == "-"
        or _code().fullmatch(word)
        for word in words
    )  # fmt: skip


def _date(words: Sequence[str]) -> _Date | None:
    """The season and the year that a heading names; none if it names neither."""
    for word in words:
        if code := _code().fullmatch(word):
            return _Date(_letters()[code[1]], code[2], _TYPES.get(code[3] or ""))
    season, after = next(
        ((_seasons()[word], words[n + 1 :]) for n, word in enumerate(words) if word in _seasons()),
        (None, ()),
    )
    year = next((word for word in words if _YEAR.fullmatch(word)), "")
    if not year:  # “Spring ’01”, “primavera del 01”, but not “spring, turn 01”
        year = next((word for word in after if word.isdigit() or len(word) > 3), "")
        year = year if len(year) == 2 and year.isdigit() else ""
    kind = next((kind for word in words if (kind := _kinds().get(word))), None)
    return _Date(season, year, kind) if season or year else None


def _fits(date: _Date, phase: PhaseCode) -> bool:
    """Whether a sheet with that date is one for the phase. Winter belongs to the fall turn."""
    seasons = {None, phase.season}
    if phase.type is PhaseType.ADJUSTMENT:
        seasons.add(Season.FALL)
    types = {None, phase.type}
    return date.season in seasons and date.type in types and str(phase.year).endswith(date.year)


def _named_in_all(table: str) -> Iterator[tuple[str, str]]:
    """Each spelling of a table of names in every language, with the code that it stands for."""
    for language in map(language_data, LANGUAGES):
        for code, name in getattr(language, table).items():
            yield from ((spelling, code) for spelling in (code, *name.spellings))


@cache
def _powers() -> Mapping[str, str]:
    """Folded nouns and adjectives of all languages, and the codes -> power."""
    return {_key(spelt): code for spelt, code in _named_in_all("powers") if len(spelt) > 3}


@cache
def _short_powers() -> Mapping[str, str]:
    """Abbreviations of powers that may stand alone in a heading, and are no province there."""
    short = {code[:3].lower(): code for _spelt, code in _named_in_all("powers")}
    return short | {_key(s): code for s, code in _named_in_all("powers") if len(s) == 3}


@cache
def _kinds() -> Mapping[str, PhaseType]:
    """Folded words for a kind of phase, in all languages."""
    return {
        _key(spelling): PhaseType(kind)
        for language in map(language_data, LANGUAGES)
        for kind, spellings in language.phases.items()
        for spelling in spellings
    }


@cache
def _seasons() -> Mapping[str, Season]:
    return {_key(spelt): Season(code) for spelt, code in _named_in_all("seasons") if len(spelt) > 1}


@cache
def _letters() -> Mapping[str, Season]:
    """What a season is called in a code such as F1902M: its own letter or that of a language."""
    found = {_key(s): Season(code) for s, code in _named_in_all("seasons") if len(s) == 1}
    return found | {season.value.lower(): season for season in Season}


@cache
def _code() -> re.Pattern[str]:
    return re.compile(rf"([{''.join(_letters())}])([1-9]\d{{3}}|\d\d)([mrab])?")


@cache
def _small_words() -> frozenset[str]:
    """Words that may stand in a heading beside what it names."""
    named = (each for code in LANGUAGES for each in language_data(code).headings)
    return frozenset(map(_key, named)) | _kinds().keys()


@cache
def _conjunctions() -> frozenset[str]:
    return frozenset().union(*(lexicon(code).conjunctions for code in LANGUAGES))


def _key(text: str) -> str:
    return " ".join(word for word in split(text) if word != "-")
