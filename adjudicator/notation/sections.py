"""Sections of a pasted block: its sentences, without headings, split at separators."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import OrderSyntaxError
from adjudicator.notation.daide import canonical_orders
from adjudicator.notation.document import is_subject, sentences
from adjudicator.notation.doubt_words import has_phrase, is_remark
from adjudicator.notation.headings import (
    YEAR,
    Date,
    date_in,
    is_date_of,
    phase_code,
    power_names,
    powers_in,
    season_names,
    setup_power_names,
    short_power_names,
    small_words,
)
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.words import lexicon, split
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.board import Board
    from adjudicator.notation.document import Sentence
    from adjudicator.position import Position
    from adjudicator.terms import PhaseCode

_SEPARATORS = re.compile(r"""[;,"“”„‟«»]+|\s[/|&]\s""")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_BRACKETED = re.compile(r"\s*\(([^()]*)\)\s*")
_DIGIT = re.compile(r"\d")
_EDGES = " \t\xa0:*_`"
_LONGEST_HEADING = 12
_NEAR = 2
"""Distance in words at which a season and a year are one date: *otoño de 1902*."""


class Section(NamedTuple):
    """A sentence with its `parts`, which should be orders, and the `heading` before them."""

    sentence: Sentence
    heading: str
    parts: tuple[str, ...]


class Piece(NamedTuple):
    """A part of a section: the number of its line from 1, and whether the line ends with it.

    `section` is the index of its section in the sheet.
    """

    number: int
    text: str
    at_end: bool
    section: int


def read_sections(block: str, position: Position, power: str) -> list[Section]:
    """Return the sections of a block, whose parts should be orders in `position`.

    Raises `OrderSyntaxError` for a date other than that of its phase and for a heading of a power
    other than `power`.
    """
    found = []
    phase = position.phase
    several = list(sentences(block, position.board))
    for sentence in several:
        line = sentence.text
        if sentence.is_mail_header:
            _check_date(line, phase)
            found.append(Section(sentence, line if is_subject(line) else "", ()))
            continue
        if sentence.begins_line and phase.type is not PhaseType.ADJUSTMENT:
            line = line.lstrip("+-–—−")  # in an adjustment phase a dash may remove a unit
        line = _without_signature(line, power)
        if (texts := canonical_orders(line)) is not None:
            found.append(Section(sentence, "", tuple(texts)))
            continue
        _check_date(line, phase)
        if (match := _BRACKETED.fullmatch(line)) and not _without_headings(
            match[1], position, power, alone=True
        ).strip(_EDGES):
            line = match[1]
        alone = sentence.begins_line and not (found and sentence is several[-1])  # no signature
        first = sentence is several[0] and len(several) > 1
        orders = _without_own_heading(line, position, power, first=first)
        orders = _without_headings(orders, position, power, alone=alone)
        parts = [part.strip(_EDGES) for part in _SEPARATORS.split(orders)]
        date = date_in(split(line)) if len(parts) > 1 else None
        dated = date is not None and bool(date.season and date.year)
        rest = [
            part if _is_name_beside_order(part, parts[0], position.board)
            else _without_headings(part, position, power, alone=False, dated=dated)
            for part in parts[1:]
        ]  # fmt: skip
        parts = [
            part
            for part in (*parts[:1], *rest)
            if part and not _conjunctions().issuperset(split(part))
        ]
        found.append(Section(sentence, line[: len(line) - len(orders)], tuple(parts)))
    return found


def pieces(sections: Sequence[Section]) -> list[Piece]:
    """Return the parts of all sections in their order."""
    return [
        Piece(each.sentence.number, part, each.sentence.ends_line and part is each.parts[-1], index)
        for index, each in enumerate(sections)
        for part in each.parts
    ]


def _without_signature(line: str, power: str) -> str:
    """The line without the power's own name in brackets: *Max (Austria)*."""
    if "(" not in line:
        return line

    def kept(match: re.Match[str]) -> str:
        words = split(match[1])
        own = powers_in(words) == {power} and _words_of_powers().issuperset(words)
        return "" if own else match[0]

    return _BRACKETS.sub(kept, line)


def _check_date(line: str, phase: PhaseCode) -> None:
    """Raise `OrderSyntaxError` for a line with a season and a year that are not the phase's."""
    words = split(line)
    seasons = [n for n, word in enumerate(words) if word in season_names()]
    years = [n for n, word in enumerate(words) if YEAR.fullmatch(word)]
    for season in seasons:
        for year in years:
            date = Date(season_names()[words[season]], words[year])
            if abs(season - year) <= _NEAR and not is_date_of(date, phase):
                params = {"text": line.strip(_EDGES), "phase": str(phase)}
                raise OrderSyntaxError("sheet_of_other_phase", params)


def _without_headings(
    line: str, position: Position, power: str, *, alone: bool, dated: bool = False
) -> str:
    """The line without the dates and names of the power before its orders.

    On a line that is `dated` a power is part of the heading wherever it stands.
    """
    line = _without_dated_heading(line, position, power)
    rest = _without_heading(line, position, power, alone=alone, dated=dated)
    while rest != line:
        line, rest = rest, _without_heading(rest, position, power, alone=alone, dated=dated)
    return line


def _without_own_heading(line: str, position: Position, power: str, *, first: bool) -> str:
    """The line without the name of a power that its set-up names, if it is a heading.

    Such a power may have the name of a province, so its name is a heading only if it is alone on
    the `first` line, or beside a date, or before a colon and a text that is an order without it.
    Raises `OrderSyntaxError` for another power.
    """
    names = setup_power_names(position.setup)
    heading, colon, rest = line.partition(":")
    words = split(heading)
    named = powers_in(words, position.setup) if names and len(words) <= _LONGEST_HEADING else set()
    if len(named) != 1 or not named <= position.setup.power_names.keys():
        return line
    parts = {part for name in names for part in name.split()}
    others = [word for word in words if word not in parts]
    if not _is_only_heading(others):
        return line
    is_dated = date_in(others) is not None or date_in(split(rest)) is not None
    is_alone = first and not rest.strip()
    if not (is_dated or is_alone or (colon and _is_order(rest, position.board))):
        return line
    if named != {power}:
        params = {"text": line.strip(), "power": min(named)}
        raise OrderSyntaxError("sheet_of_other_power", params)
    return f"{' '.join(others)}:{rest}" if date_in(others) is not None else rest


def _is_order(text: str, board: Board) -> bool:
    """Whether a text begins, in any language, as an order that names its unit, or only waives."""
    for words in (lexicon(code, board).read(text) for code in LANGUAGES):
        kinds = [word.kinds.keys() for word in words]
        places = ["P" in each for each in kinds]
        first = kinds[0] if kinds else set()
        if {"U", "B"} & first and any(places[1:]):
            return True
        if len(places) > 1 and places[0] and not places[1]:
            return True
    return _is_waive(_SEPARATORS.split(text)[0], board)


def _is_waive(text: str, board: Board) -> bool:
    """Whether a text waives builds and says nothing else, unlike *pass the salt*."""
    for words in (lexicon(code, board).read(text) for code in LANGUAGES):
        kinds = [word.kinds.keys() for word in words if not word.spelling.isdigit()]
        if any("W" in each for each in kinds) and all({"W", "Q"} & each for each in kinds):
            return True
    return False


def _without_heading(line: str, position: Position, power: str, *, alone: bool, dated: bool) -> str:
    """The line without one heading at its beginning.

    If it stands `alone`, an abbreviation of a power is a heading. Raises `OrderSyntaxError` for a
    heading of another power or phase.
    """
    phase = position.phase
    heading, colon, rest = line.partition(":")
    words = split(heading)
    if not words or len(words) > _LONGEST_HEADING:
        return line
    powers, date = powers_in(words), date_in(words)
    if not powers and (alone or colon):
        powers = _short_powers_in(words, date)
    if not (_is_only_heading(words) or _short_powers_in(words, date)):
        foreign = bool(powers) and power not in powers
        if not colon or _names_province(heading, position.board) or _is_doubtful(heading, foreign):
            return line
        if date is not None and not (date.season and date.year):
            date = None  # a day, or a word by chance
    waives = phase.type is PhaseType.ADJUSTMENT and _is_order(rest, position.board)
    is_order = waives or _names_province(rest, position.board)
    is_mention = not is_order and bool(rest or not alone)
    if powers and power not in powers:
        if is_mention and not dated:
            return line  # “thanks, England”, “Italy: nothing personal”
        named = ", ".join(sorted(powers))
        raise OrderSyntaxError("sheet_of_other_power", {"text": line.strip(), "power": named})
    if date is not None and not is_date_of(date, phase):
        raise OrderSyntaxError(
            "sheet_of_other_phase", {"text": heading.strip(), "phase": str(phase)}
        )
    if powers or date is not None or (colon and small_words().issuperset(words)):
        return rest
    return line


def _short_powers_in(words: Sequence[str], date: Date | None) -> set[str]:
    """The power of which an abbreviation stands alone or before a date: *Eng, F04*."""
    power = short_power_names().get(words[0])
    is_heading = len(words) == 1 or (date is not None and _is_only_heading(words[1:]))
    return {power} if power and is_heading else set()


def _without_dated_heading(line: str, position: Position, power: str) -> str:
    """The line without the own power and the date before its first order: *Italy S1902 Ven H*."""
    tokens = line.split()
    last = max((n for n, token in enumerate(tokens, start=1) if _DIGIT.search(token)), default=0)
    for count in range(min(last, len(tokens) - 1, _LONGEST_HEADING), 1, -1):
        words = split(" ".join(tokens[:count]))
        date = date_in(words) if powers_in(words) == {power} and _is_only_heading(words) else None
        rest = " ".join(tokens[count:])
        if date is not None and date.year and _names_province(rest, position.board):
            return rest if is_date_of(date, position.phase) else line
    return line


def _is_doubtful(heading: str, foreign: bool) -> bool:
    """Whether the words of a heading make what follows doubtful: *If Italy agrees*.

    In one that names another power each word must be understood: *From Italy's letter*.
    """
    if has_phrase("conditions", heading, None) or has_phrase("denials", heading, None):
        return True
    return foreign and not is_remark(heading)


def _names_province(heading: str, board: Board) -> bool:
    """Whether a heading names a province, so it rather begins an order: *Английски канал: З*."""
    return any(
        "P" in word.kinds for code in LANGUAGES for word in lexicon(code, board).read(heading)
    )


def _is_name_beside_order(part: str, first: str, board: Board) -> bool:
    """Whether a part only names a power to which the line speaks: *F Eng - Bre please, England*."""
    is_name = _words_of_powers().issuperset(split(part)) and not part.rstrip().endswith(":")
    return is_name and _names_province(first, board)


def _is_only_heading(words: Sequence[str]) -> bool:
    """Whether the words are only names of powers, dates and small words."""
    small, powers = small_words(), _words_of_powers()
    return all(
        word in small or word in powers or word in season_names() or word.isdigit() or word == "-"
        or phase_code().fullmatch(word)
        for word in words
    )  # fmt: skip


@cache
def _words_of_powers() -> frozenset[str]:
    return frozenset(part for key in power_names() for part in key.split())


@cache
def _conjunctions() -> frozenset[str]:
    several = (each for code in LANGUAGES for each in language_data(code).conjunctions)
    return frozenset(" ".join(split(each)) for each in several)
