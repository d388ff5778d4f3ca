"""Parser for a sheet: a pasted block with all orders of a power.

A sheet is parsed in one language: the stated one, else the reader's, else the only one in which
every part is an order. Each order gets its error and advice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.errors import OrderSyntaxError
from adjudicator.notation.advice import advise
from adjudicator.notation.doubts import with_doubts
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.line_errors import with_advice, with_errors, without_contradictions
from adjudicator.notation.misreadings import likeliest_language
from adjudicator.notation.sections import Section, pieces, read_sections
from adjudicator.notation.sheet_reader import Line, SheetReader
from adjudicator.notation.words import fold
from adjudicator.rules import DEFAULT_RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules

LONGEST_SHEET = 10_000
"""Characters of the longest sheet that is read."""
MOST_PARTS = 100
"""Orders, greetings and other parts of the longest sheet; no power ever has as many units."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A parsed block. With a `problem` (a wrong date, another power's heading) it has no lines."""

    language: str
    lines: tuple[Line, ...]
    problem: OrderSyntaxError | None = None

    @property
    def orders(self) -> list[Order]:
        """The legal orders."""
        return [line.order for line in self.lines if line.order is not None and line.error is None]


def read_sheet(
    text: str,
    position: Position,
    power: str,
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Sheet:
    """Parse a block that `power` wrote in `position`. Errors are not raised but set on the lines.

    `language` is the stated one or the reader's own; without it the language is detected. Raises
    `SetupError` for an unknown language.

    >>> from adjudicator import load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> block = "Primavera de 1901\\nFrancia: E Par-Bor, E Mar-Esp; F Bre-Pic"
    >>> sheet = read_sheet(block, position, "FRANCE")
    >>> sheet.language, [str(order) for order in sheet.orders]
    ('es', ['A PAR - BUR', 'A MAR - SPA', 'F BRE - PIC'])
    """
    try:
        sections = _sections_of_sheet(text, position, power)
    except OrderSyntaxError as problem:
        return Sheet(language or LANGUAGES[0], (), problem)
    read = SheetReader(position, power, rules)
    if language is None:
        language, lines = _read_in_own_language([sections], read)
    else:
        lines = _read_all([sections], read, language)
    if len(lines) > MOST_PARTS:  # one part may hold several orders
        return Sheet(language, (), _too_long())
    lines = with_advice(with_errors(lines, read, language), read, language)
    lines = without_contradictions(lines)
    given = {n: line.order for n, line in enumerate(lines) if line.order and not line.error}
    advice = advise(list(given.values()), position, power)
    for n, each in zip(given, advice, strict=True):
        lines[n] = replace(lines[n], advice=(*each, *lines[n].advice))
    return Sheet(language, tuple(lines))


def _sections_of_sheet(text: str, position: Position, power: str) -> list[Section]:
    """The sections of a sheet; raises `OrderSyntaxError` if it is longer than any real one."""
    if len(text) <= LONGEST_SHEET:
        sections = read_sections(text, position, power)
        if sum(len(each.parts) for each in sections) <= MOST_PARTS:
            return sections
    raise _too_long()


def _too_long() -> OrderSyntaxError:
    params = {"number": str(MOST_PARTS), "length": str(LONGEST_SHEET)}
    return OrderSyntaxError("sheet_too_long", params)


def read_texts(
    texts: Sequence[str],
    position: Position,
    power: str,
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> list[list[tuple[str, Order | None, OrderSyntaxError | None]]]:
    """Parse the texts of one sheet; return for each its orders as triples (text, order, None).

    A text without an order has one triple (text, None, error). Raises `SetupError` for an unknown
    language.
    """
    found: dict[str, list[Section]] = {}
    for text in dict.fromkeys(texts):
        try:
            found[text] = read_sections(text, position, power)
        except OrderSyntaxError as problem:
            return [[(each, None, problem)] for each in texts]
    groups = [_numbered(found[text], number) for number, text in enumerate(texts)]
    read = SheetReader(position, power, rules)
    if language is None:
        language, lines = _read_in_own_language(groups, read)
    else:
        lines = _read_all(groups, read, language)
    lines = with_errors(lines, read, language)
    orders: dict[int, list[Line]] = {}
    for line in lines:
        orders.setdefault(line.number, []).append(line)
    answers = []
    for number, text in enumerate(texts):
        of_text = orders.get(number, [])
        if any(line.order for line in of_text):
            answers.append([(line.text, line.order, _syntax_error(line)) for line in of_text])
            continue
        why = _syntax_error(of_text[0]) if of_text else None
        answers.append([(text, None, why or OrderSyntaxError("word_missing", {"text": text}))])
    return answers


def _numbered(sections: Sequence[Section], number: int) -> list[Section]:
    """The sections with the number of their text in place of those of its lines."""
    return [each._replace(sentence=each.sentence._replace(number=number)) for each in sections]


def _syntax_error(line: Line) -> OrderSyntaxError | None:
    return line.error if isinstance(line.error, OrderSyntaxError) else None


def _read_all(
    groups: Sequence[Sequence[Section]], read: SheetReader, language: str, *, stated: bool = True
) -> list[Line]:
    """Read several texts, each on its own."""
    found: list[Line] = []
    for sections in groups:
        lines = read.lines(pieces(sections), language)
        found += with_doubts(lines, sections, read, language, stated=stated)
    return found


def _read_in_own_language(
    groups: Sequence[Sequence[Section]], read: SheetReader
) -> tuple[str, list[Line]]:
    """Return the only language in which every part is an order, else the best one, with its lines.

    If several languages are equally good and disagree on an order, that order is ambiguous. A
    language that passes over letters of units is no better than one that knows them.
    """
    found: dict[str, list[Line]] = {}
    for code in LANGUAGES:
        several = (read.lines(pieces(sections), code, strictly=True) for sections in groups)
        found[code] = [line for lines in several for line in lines]
    unread = {code: sum(line.is_unread for line in lines) for code, lines in found.items()}
    least = min(unread[code] + _letters_passed_over(groups, read, code) for code in LANGUAGES)
    able = [code for code, count in unread.items() if count <= least]
    legal = {
        code: sum(bool(line.readings) or line.error is None for line in found[code])
        for code in able
    }
    able = [code for code in able if legal[code] == max(legal.values())]
    text = "\n".join(each.sentence.text for sections in groups for each in sections)
    language = likeliest_language(text, read.position.board, able) if len(able) > 1 else able[0]
    lines = _read_all(groups, read, language, stated=len(able) == 1)
    return language, _with_disagreements(lines, [found[code] for code in able])


def _letters_passed_over(
    groups: Sequence[Sequence[Section]], read: SheetReader, language: str
) -> int:
    """The number of parts that begin with a conjunction that is a unit in another language.

    In Italian “E Nor-Sue, Fin” may be *and Nor - his Fin*; in Spanish it leaves a choice.
    """
    parts = (part.text for sections in groups for part in pieces(sections))
    firsts = (first for text in parts for first in text.split(maxsplit=1)[:1])
    lexicons = [read.lexicon(code) for code in LANGUAGES]
    conjunctions = read.lexicon(language).conjunctions
    return sum(
        fold(first) in conjunctions and any(each.begins(first, "U") for each in lexicons)
        for first in firsts
    )


def _with_disagreements(lines: Sequence[Line], versions: Sequence[Sequence[Line]]) -> list[Line]:
    """Return the lines, ambiguous where the versions of several languages disagree."""
    meant: dict[tuple[int, str], set[frozenset[Order]]] = {}
    for version in versions:
        of_version: dict[tuple[int, str], set[Order]] = {}
        for line in version:
            orders = {order for order in (line.order, *line.readings) if order is not None}
            of_version.setdefault((line.number, line.text), set()).update(orders)
        for key, orders in of_version.items():
            if orders:
                meant.setdefault(key, set()).add(frozenset(orders))
    found = []
    for line in lines:
        several = meant.get((line.number, line.text), set())
        if len(several) > 1 and not line.readings:
            error = OrderSyntaxError.ambiguous(line.text, frozenset().union(*several))
            line = replace(line, order=None, error=error)
        found.append(line)
    return found
