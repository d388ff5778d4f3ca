"""The parts of a pasted block: orders between separators, without headings and marks of mail."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import OrderSyntaxError
from adjudicator.notation.headings import (
    YEAR,
    Date,
    date_in,
    phase_code,
    power_names,
    powers_in,
    season_names,
    short_power_names,
    small_words,
)
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.lexicon import lexicon, split
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
_LONGEST_HEADING = 12
_NEAR = 2
"""Words between which a season and a year are one date: *otoño de 1902*."""


class Piece(NamedTuple):
    """A part of a block: the number of its line from 1, and whether the line ends with it."""

    number: int
    text: str
    at_end: bool


def pieces(block: str, phase: PhaseCode, power: str) -> list[Piece]:
    """The parts of a block that should be orders.

    Raises `OrderSyntaxError` for a date that is not that of `phase` and for a heading of another
    power than `power`.
    """
    found = []
    for number, line in unmarked(block):
        if phase.type is not PhaseType.ADJUSTMENT:  # in winter a dash may remove a unit
            line = line.lstrip("+-–—−")
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
    seasons = [n for n, word in enumerate(words) if word in season_names()]
    years = [n for n, word in enumerate(words) if YEAR.fullmatch(word)]
    for season in seasons:
        for year in years:
            date = Date(season_names()[words[season]], words[year])
            if abs(season - year) <= _NEAR and not _fits(date, phase):
                params = {"text": line.strip(_EDGES), "phase": str(phase)}
                raise OrderSyntaxError("sheet_of_other_phase", params)


def unmarked(block: str) -> Iterator[tuple[int, str]]:
    """The lines of a block with their numbers from 1, without bullets and the marks of forums and
    mail. A mark that breaks a line makes two of one number."""
    for number, raw in enumerate(block.splitlines(), start=1):
        for line in _BREAK.split(_ENTITY.sub(lambda entity: unescape(entity[0]), raw)):
            yield number, _LEAD.sub("", _MARK.sub("", line), count=1)


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
    powers, date = powers_in(words), date_in(words)
    if len(words) == 1 and not powers:
        powers = {power for power in [short_power_names().get(words[0])] if power}
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
    if powers or date is not None or (colon and small_words().issuperset(words)):
        return rest
    return line


def _names_place(heading: str) -> bool:
    """Whether it is rather the beginning of an order: *Английски канал: З*."""
    return any("P" in word.kinds for code in LANGUAGES for word in lexicon(code).read(heading))


def _only_heading(words: Sequence[str]) -> bool:
    """Whether nothing stands there but names of powers, dates and little words."""
    small = small_words()
    powers = {part for key in power_names() for part in key.split()}
    return all(
        word in small or word in powers or word in season_names() or word.isdigit() or word == "-"
        or phase_code().fullmatch(word)
        for word in words
    )  # fmt: skip


def _fits(date: Date, phase: PhaseCode) -> bool:
    """Whether a sheet with that date is one for the phase. Winter belongs to the fall turn."""
    seasons = {None, phase.season}
    if phase.type is PhaseType.ADJUSTMENT:
        seasons.add(Season.FALL)
    types = {None, phase.type}
    return date.season in seasons and date.type in types and str(phase.year).endswith(date.year)


@cache
def _conjunctions() -> frozenset[str]:
    return frozenset().union(*(lexicon(code).conjunctions for code in LANGUAGES))
