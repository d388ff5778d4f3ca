"""Errors and advice on the lines of a sheet that were read, in the language of the sheet.

Parsing comes first and for each language; what is wrong is found once, for the language chosen.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation.advice import Advice
from adjudicator.notation.canonical import LONGEST, too_long
from adjudicator.notation.doubt_words import begins_with_phrase, is_harmless
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.misreadings import misreading_error
from adjudicator.notation.order_search import orders_within
from adjudicator.notation.parser import try_parse
from adjudicator.notation.sheet_reader import DOUBTS
from adjudicator.notation.sheet_words import is_introduction, names_own_unit
from adjudicator.orders import Build

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.notation.sheet_reader import Line, SheetReader
    from adjudicator.notation.words import Word
    from adjudicator.orders import Order
    from adjudicator.units import Unit

REMARK = "remark"
"""Code of the error of a line that is no order and was never meant as one, such as a greeting."""
_NAME = 2
"""Words of the longest name below a greeting."""


def with_errors(lines: Sequence[Line], reader: SheetReader, language: str) -> list[Line]:
    """Return the lines, with errors for those that are not orders.

    The errors have the orders within the texts as their readings.
    """
    found: list[Line] = []
    errors: dict[str, OrderSyntaxError] = {}
    for line in lines:
        if line.is_unread:
            if line.text not in errors:
                errors[line.text] = _error(line.text, reader, language)
            error = errors[line.text]
            if found and _is_name(line, found[-1], reader, language) and not error.readings:
                error = OrderSyntaxError(REMARK, {"text": line.text})
            line = replace(line, error=error)
        found.append(line)
    return found


def _is_name(line: Line, before: Line, reader: SheetReader, language: str) -> bool:
    """Whether a line below a greeting is the name that belongs to it."""
    below = before.error is not None and before.error.code == REMARK
    words = reader.lexicon(language).read(line.text)
    return below and len(line.text.split()) <= _NAME and not any(word.kinds for word in words)


def _error(text: str, reader: SheetReader, language: str) -> OrderSyntaxError:
    """The error for a text that is not an order."""
    if is_harmless(text):
        return OrderSyntaxError(REMARK, {"text": text[:LONGEST]})
    error = _find_error(text, reader, language)
    error.readings = error.readings or tuple(orders_within(text, reader, language))
    is_remark = begins_with_phrase("remarks", text) and not names_own_unit(text, reader, language)
    is_remark = is_remark or is_introduction(text, text, reader, language)
    if is_remark and not error.readings:
        return OrderSyntaxError(REMARK, {"text": text[:LONGEST]})
    return error


def _find_error(text: str, reader: SheetReader, language: str) -> OrderSyntaxError:
    if len(text) > LONGEST:
        return too_long(text)
    try:
        try_parse(text, reader.position, reader.power, language, reader.rules)
    except OrderSyntaxError as error:
        return error
    return misreading_error(text, language, reader.position.board)


def without_contradictions(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with contradicting orders for one unit refused.

    An order with several meanings is not carried out (rulebook 2000, writing orders). An impossible
    order contradicts another one too; only what is possible is offered.
    """
    legal = {line.order for line in lines if line.order is not None and line.error is None}
    told: dict[str, set[Order]] = {}
    for line in lines:
        if line.order is not None and line.order.unit is not None:
            told.setdefault(line.order.unit.province, set()).add(line.order)
    found = []
    for line in lines:
        if line.order is not None and line.order.unit is not None and line.error is None:
            several = told[line.order.unit.province]
            if len(several) > 1:
                error = OrderSyntaxError("orders_conflict", {"unit": str(line.order.unit)})
                error.readings = tuple(sorted(several & legal, key=str))
                line = replace(line, error=error)
        found.append(line)
    return found


def with_advice(lines: Sequence[Line], reader: SheetReader, language: str) -> list[Line]:
    """Return the lines with advice on how they are worded."""
    return [replace(line, advice=_other_advice(line, reader, language)) for line in lines]


def _other_advice(line: Line, reader: SheetReader, language: str) -> tuple[Advice, ...]:
    """Advice on other readings of the line, and on a wrong nationality or type of a unit."""
    if line.readings or (line.error is not None and line.error.code in DOUBTS):
        return ()
    found: list[Advice] = []
    if line.text in reader.read_in:
        language = reader.read_in[line.text]
        found.append(Advice("read_in_language", {"language": language}))
    words = reader.lexicon(language).read(line.text)
    found += _wrong_nationality(line, words, reader)
    found += _wrong_type(line, words)
    if line.text in reader.misspelt:
        misspelt = reader.misspelt[line.text]
        found.append(Advice("read_as", {"word": misspelt.word, "name": misspelt.name}))
    for other in LANGUAGES:
        if other == language:
            continue
        order = reader.try_parse(line.text, other)
        if order is None or order == line.order:
            continue
        with suppress(IllegalOrder):
            check_order(order, reader.position, reader.power, reader.rules)
            found.append(Advice("read_otherwise", {"language": other, "order": str(order)}))
    return tuple(found)


def _wrong_nationality(line: Line, words: Sequence[Word], reader: SheetReader) -> Iterator[Advice]:
    """Advice on a nationality among the words of a line that none of its units has."""
    order = line.order
    units = (getattr(order, name, None) for name in ("unit", "supported", "army"))
    owners = {_owner(unit, reader) for unit in units if unit is not None}
    for word in words if owners else ():
        if word.kinds.keys() == {"N"} and word.power not in owners:
            yield Advice("of_another_power", {"power": word.power})


def _wrong_type(line: Line, words: Sequence[Word]) -> Iterator[Advice]:
    """Advice on the word for another type of unit than the one that stands in the province."""
    unit = line.order.unit if line.order is not None else None
    if unit is None or isinstance(line.order, Build) or len(words) < 2:
        return
    stands_there = any(place[:3] == unit.province for _rank, place in words[1].places)
    if words[0].unit not in (None, unit.type) and stands_there:
        yield Advice("of_other_type", {"unit": str(unit)})


def _owner(unit: Unit, reader: SheetReader) -> str:
    """The power of a unit: in a retreat phase the reader's own, if its unit was dislodged."""
    lost = reader.position.dislodged.get(reader.power, ())
    if any(each.unit.province == unit.province for each in lost):
        return reader.power
    standing = reader.position.unit_at(unit.location)
    return standing[0] if standing else reader.power
