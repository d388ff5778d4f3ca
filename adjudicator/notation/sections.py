"""Sections of a pasted block: orders between separators, without headings and mail marks."""

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
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.words import lexicon, split
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.board import Board
    from adjudicator.position import Position
    from adjudicator.terms import PhaseCode

_ENTITY = re.compile(r"&#?\w{2,8};")
_BREAK = re.compile(r"</?(?:br|p|div|li|tr|blockquote)\b[^<>]*>|\[\*\]|\[/?li\]", re.IGNORECASE)
_MARK = re.compile(
    r"\[/?(?:b|i|u|quote|color|size|font|url|img|list|code|spoiler|center)(?:=[^\[\]]*)?\]"
    r"|</?(?:b|i|u|em|strong|span|font|ul|ol|tt|code)\b[^<>]*>",
    re.IGNORECASE,
)
# Bullets, quote marks of mail and numbers. A dash or plus before a word may belong to an order.
_BULLETS = r"(?:[^\w(\[+\-–—−]|[+\-–—−]+(?![\w(+\-–—−]))*"
_LEAD = re.compile(rf"^{_BULLETS}(?:[(\[]?#?\d{{1,2}}(?:\s*[.):\]–—-]+\s*|\s+))?{_BULLETS}")
_SEPARATORS = re.compile(r"""[;,"“”„‟«»]+|\s[/|&]\s|\.(?=\s|$)|\s\(?\d{1,2}[.)](?=\s)""")
_INITIAL = re.compile(r"\b\w{1,3}\.$")
_EDGES = " \t\xa0:*_`"
_LONGEST_HEADING = 12
_NEAR = 2
"""Distance in words at which a season and a year are one date: *otoño de 1902*."""


class Piece(NamedTuple):
    """A section of a block: the number of its line from 1, and whether the line ends with it."""

    number: int
    text: str
    at_end: bool


def pieces(block: str, position: Position, power: str) -> list[Piece]:
    """Return the sections of a block that should be orders in `position`.

    Raises `OrderSyntaxError` for a date other than that of its phase and for a heading of a power
    other than `power`.
    """
    found = []
    phase = position.phase
    for number, line in unmarked(block):
        if phase.type is not PhaseType.ADJUSTMENT:  # there a dash may remove a unit
            line = line.lstrip("+-–—−")
        _check_date(line, phase)
        orders = _without_headings(line, position, power)
        parts = [part.strip(_EDGES) for part in _split_at_separators(orders)]
        parts = [_without_headings(part, position, power) for part in parts]
        parts = [part for part in parts if part and not _conjunctions().issuperset(split(part))]
        last = len(parts) - 1
        found += [Piece(number, part, place == last) for place, part in enumerate(parts)]
    return found


def _check_date(line: str, phase: PhaseCode) -> None:
    """Raise `OrderSyntaxError` for a line with a season and a year that are not the phase's."""
    words = split(line)
    seasons = [n for n, word in enumerate(words) if word in season_names()]
    years = [n for n, word in enumerate(words) if YEAR.fullmatch(word)]
    for season in seasons:
        for year in years:
            date = Date(season_names()[words[season]], words[year])
            if abs(season - year) <= _NEAR and not _is_date_of(date, phase):
                params = {"text": line.strip(_EDGES), "phase": str(phase)}
                raise OrderSyntaxError("sheet_of_other_phase", params)


def unmarked(block: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block with their numbers from 1, without bullets and marks.

    Marks are those of mail and forums. A mark that breaks a line makes two lines with one number.
    """
    for number, raw in enumerate(block.splitlines(), start=1):
        for line in _BREAK.split(_ENTITY.sub(lambda entity: unescape(entity[0]), raw)):
            yield number, _LEAD.sub("", _MARK.sub("", line), count=1)


def _split_at_separators(line: str) -> Iterator[str]:
    """Split a line at separators, but not after the dot of an abbreviation, such as ``St.``."""
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


def _without_headings(line: str, position: Position, power: str) -> str:
    """The line without the dates and names of the power before its orders."""
    rest = _without_heading(line, position, power)
    while rest != line:
        line, rest = rest, _without_heading(rest, position, power)
    return line


def _without_heading(line: str, position: Position, power: str) -> str:
    """The line without one heading at its beginning.

    Raises `OrderSyntaxError` for a heading of another power or phase.
    """
    phase = position.phase
    heading, colon, rest = line.partition(":")
    words = split(heading)
    if not words or len(words) > _LONGEST_HEADING:
        return line
    powers, date = powers_in(words), date_in(words)
    if len(words) == 1 and not powers:
        powers = {power for power in [short_power_names().get(words[0])] if power}
    elif not _is_only_heading(words):
        if not colon or _names_province(heading, position.board):
            return line
        if date is not None and not (date.season and date.year):
            date = None  # a day, or a word by chance
    if powers and power not in powers:
        named = ", ".join(sorted(powers))
        raise OrderSyntaxError("sheet_of_other_power", {"text": line.strip(), "power": named})
    if date is not None and not _is_date_of(date, phase):
        raise OrderSyntaxError(
            "sheet_of_other_phase", {"text": heading.strip(), "phase": str(phase)}
        )
    if powers or date is not None or (colon and small_words().issuperset(words)):
        return rest
    return line


def _names_province(heading: str, board: Board) -> bool:
    """Whether a heading names a province, so it rather begins an order: *Английски канал: З*."""
    return any(
        "P" in word.kinds for code in LANGUAGES for word in lexicon(code, board).read(heading)
    )


def _is_only_heading(words: Sequence[str]) -> bool:
    """Whether the words are only names of powers, dates and small words."""
    small = small_words()
    powers = {part for key in power_names() for part in key.split()}
    return all(
        word in small or word in powers or word in season_names() or word.isdigit() or word == "-"
        or phase_code().fullmatch(word)
        for word in words
    )  # fmt: skip


def _is_date_of(date: Date, phase: PhaseCode) -> bool:
    """Whether a date is that of the phase. Winter belongs to the fall turn."""
    seasons = {None, phase.season}
    if phase.type is PhaseType.ADJUSTMENT:
        seasons.add(Season.FALL)
    types = {None, phase.type}
    return date.season in seasons and date.type in types and str(phase.year).endswith(date.year)


@cache
def _conjunctions() -> frozenset[str]:
    several = (each for code in LANGUAGES for each in language_data(code).conjunctions)
    return frozenset(" ".join(split(each)) for each in several)
