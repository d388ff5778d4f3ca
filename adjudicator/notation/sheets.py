"""Reading a sheet: a pasted block becomes orders, each with what is to be said of it.

A sheet is read in one language: the stated one, else the reader's, else the only one in which every
part is an order.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation.advice import Advice, advise
from adjudicator.notation.blocks import Piece, pieces
from adjudicator.notation.canonical import LONGEST, too_long
from adjudicator.notation.faults import misread
from adjudicator.notation.grammar import grammar
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.lexicon import fold
from adjudicator.notation.reading import attempt
from adjudicator.orders import Waive
from adjudicator.rules import DEFAULT_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.errors import AdjudicatorError
    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules
    from adjudicator.units import Unit

LINES_AN_ORDER = 3
"""Lines over which one order may be broken."""
LONGEST_RUN = 2000
"""Characters in the longest text that may be several orders with nothing between them."""
ENDS_TRIED = 4
"""How many words that might begin the next order are looked at: two or three may be in this one."""
_UNREAD = OrderSyntaxError("word_not_understood", {"word": "", "text": ""})
"""Stands for the error of a line until the language of the sheet is known."""
_FIRST, _AFTER_STOP = "UBE", "UBEPNDRW"
"""Kinds of the words that begin an order, and of those that do after a full stop."""


@dataclass(frozen=True, slots=True)
class Line:
    """One order of a sheet as it was written, from the line `number` (from 1) of the block.

    `order` is none if it could not be read; `error` says why, or why it is not legal. `advice`
    never stands in the way.
    """

    number: int
    text: str
    order: Order | None
    error: AdjudicatorError | None = None
    advice: tuple[Advice, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A block as it was read. With a `problem` (another phase's date, another power's heading)
    there are no lines."""

    language: str
    lines: tuple[Line, ...]
    problem: OrderSyntaxError | None = None

    @property
    def orders(self) -> list[Order]:
        """What can be taken as it is."""
        return [line.order for line in self.lines if line.order is not None and line.error is None]


def read_sheet(
    text: str,
    position: Position,
    power: str,
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Sheet:
    """Read a block that `power` wrote in `position`. Nothing is raised: the lines have the errors.

    `language` is the stated one or the reader's own; without it the sheet has to show its language.

    >>> from adjudicator import load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> block = "Primavera de 1901\\nFrancia: E Par-Bor, E Mar-Esp; F Bre-Pic"
    >>> sheet = read_sheet(block, position, "FRANCE")
    >>> sheet.language, [str(order) for order in sheet.orders]
    ('es', ['A PAR - BUR', 'A MAR - SPA', 'F BRE - PIC'])
    """
    try:
        parts = pieces(text, position.phase, power)
    except OrderSyntaxError as problem:
        return Sheet(language or LANGUAGES[0], (), problem)
    read = _Reader(position, power, rules)
    if language is None:
        language, lines = _in_its_language([parts], read)
    else:
        lines = read.lines(parts, language)
    lines = read.explained(lines, language)
    lines = [replace(line, advice=read.elsewhere(line, language)) for line in lines]
    lines = read.without_contradictions(lines)
    given = {n: line.order for n, line in enumerate(lines) if line.order and not line.error}
    advice = advise(list(given.values()), position, power)
    for n, each in zip(given, advice, strict=True):
        lines[n] = replace(lines[n], advice=(*each, *lines[n].advice))
    return Sheet(language, tuple(lines))


def read_texts(
    texts: Sequence[str],
    position: Position,
    power: str,
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> list[list[tuple[str, Order | None, OrderSyntaxError | None]]]:
    """Read the texts of one sheet: for each its orders, as triples (text, order, none).

    A text that holds no order has one triple (text, none, error).
    """
    found: dict[str, list[Piece]] = {}
    for text in dict.fromkeys(texts):
        try:
            found[text] = pieces(text, position.phase, power)
        except OrderSyntaxError as problem:
            return [[(each, None, problem)] for each in texts]
    groups = [
        [piece._replace(number=number) for piece in found[text]]
        for number, text in enumerate(texts)
    ]
    read = _Reader(position, power, rules)
    if language is None:
        language, lines = _in_its_language(groups, read)
    else:
        lines = read.all_lines(groups, language)
    lines = read.explained(lines, language)
    orders: dict[int, list[Line]] = {}
    for line in lines:
        orders.setdefault(line.number, []).append(line)
    answers = []
    for number, text in enumerate(texts):
        of_text = orders.get(number, [])
        if any(line.order for line in of_text):
            answers.append([(line.text, line.order, _unread(line)) for line in of_text])
            continue
        why = _unread(of_text[0]) if of_text else None
        answers.append([(text, None, why or OrderSyntaxError("word_missing", {"text": text}))])
    return answers


def _conditional(text: str) -> OrderSyntaxError:
    return OrderSyntaxError("conditional", {"text": text})


def _unread(line: Line) -> OrderSyntaxError | None:
    return line.error if isinstance(line.error, OrderSyntaxError) else None


def _in_its_language(groups: Sequence[Sequence[Piece]], read: _Reader) -> tuple[str, list[Line]]:
    """The only language in which every part is an order, else the one in which most are.

    Where several will do and do not agree on an order, that order is ambiguous.
    """
    found = {language: read.all_lines(groups, language) for language in LANGUAGES}
    misread = {code: sum(line.order is None for line in lines) for code, lines in found.items()}
    least = min(misread.values())
    able = [code for code, count in misread.items() if count == least]
    legal = {code: sum(line.error is None for line in found[code]) for code in able}
    able = [code for code in able if legal[code] == max(legal.values())]
    language, lines = able[0], found[able[0]]
    for n, line in enumerate(lines):
        meant = {found[code][n].order for code in able if len(found[code]) == len(lines)}
        orders = [order for order in meant if order is not None]
        if len(orders) > 1:
            error = OrderSyntaxError.ambiguous(line.text, orders)
            lines[n] = replace(line, order=None, error=error)
    return language, lines


class _Reader:
    """Reads the parts of one power's sheet."""

    def __init__(self, position: Position, power: str, rules: Rules) -> None:
        self.position = position
        self.power = power
        self.rules = rules
        self.attempts: dict[tuple[str, str], Order | None] = {}  # some are made twice or more
        self.errors: dict[str, OrderSyntaxError] = {}

    def all_lines(self, groups: Sequence[Sequence[Piece]], language: str) -> list[Line]:
        """The lines of several texts, none of which goes on in the next; the same is read once."""
        read: dict[tuple[str, ...], list[Line]] = {}
        found = []
        for parts in groups:
            texts = tuple(piece.text for piece in parts)
            if texts not in read:
                read[texts] = self.lines(parts, language)
            found += [replace(line, number=parts[0].number) for line in read[texts]]
        return found

    def lines(self, parts: Sequence[Piece], language: str) -> list[Line]:
        """One line for each order, and for each part that is none."""
        found: list[Line] = []
        rest = list(reversed(parts))
        while rest:
            piece = rest.pop()
            if self._is_condition(piece, found, language):
                found[-1] = replace(found[-1], order=None, error=_conditional(piece.text))
                continue
            orders, unread = self._orders(piece.text, language)
            if unread and found and (whole := self._gone_on(found[-1], piece, language)):
                found[-1] = whole
                continue
            if unread and piece.at_end and (joined := self._broken(piece, rest, found, language)):
                orders, unread = joined, ""
            found += [self._line(piece.number, each, order) for each, order in orders]
            if unread:
                found.append(Line(piece.number, unread, None, _UNREAD))
        return found

    def explained(self, lines: Sequence[Line], language: str) -> list[Line]:
        """The lines, those that were not read with the reason: that takes longer than reading."""
        return [
            replace(line, error=self._error(line.text, language)) if line.error is _UNREAD else line
            for line in lines
        ]

    def _gone_on(self, line: Line, piece: Piece, language: str) -> Line | None:
        """The order that a line is with the next: *A Mar S A Par* and *-Bur* below it."""
        if line.order is None or not 0 < piece.number - line.number < LINES_AN_ORDER:
            return None
        text = f"{line.text} {piece.text}"
        order = self._attempt(text, language)
        return None if order is None else self._line(line.number, text, order)

    def _is_condition(self, piece: Piece, found: Sequence[Line], language: str) -> bool:
        """Whether a part makes the order before it on the same line depend on something."""
        return (
            bool(found)
            and found[-1].number == piece.number
            and grammar(language).lexicon.is_condition(piece.text)
        )

    def _broken(
        self, piece: Piece, rest: list[Piece], found: Sequence[Line], language: str
    ) -> list[tuple[str, Order]]:
        """The orders of a part that goes on in the next lines, which are taken from the rest.

        What is an order by itself is no rest of another, unless the sheet has it already or the
        letter of its unit stands above.
        """
        text = piece.text
        cut = grammar(language).lexicon.ends_in_letter(text)
        for count in range(1, min(LINES_AN_ORDER, len(rest) + 1)):
            alone = self._attempt(rest[-count].text, language)
            if alone is not None and not cut and all(line.order != alone for line in found):
                break
            text = f"{text} {rest[-count].text}"
            orders, unread = self._orders(text, language)
            if not unread:
                del rest[-count:]
                return orders
            if not rest[-count].at_end:
                break
        return []

    def _orders(self, text: str, language: str) -> tuple[list[tuple[str, Order]], str]:
        """The orders of a part, each with its text, and what was not read of it.

        There is none if the part says nothing at all.
        """
        if all(word.kinds.keys() == {"I"} for word in grammar(language).lexicon.read(text)):
            return [], ""
        order = self._attempt(text, language)
        if order is not None:
            return [(text, order)], ""
        return self._run(text, language)

    def _run(self, text: str, language: str) -> tuple[list[tuple[str, Order]], str]:
        """The orders that only a conjunction, a full stop or the letter of a unit parts, and what
        is left. Each is as long as it can be: *E Mar A E Par a Bor* is not over before *a*."""
        words, known = text[:LONGEST_RUN].split(), grammar(language).lexicon
        joints = [fold(word) in known.conjunctions for word in words]
        ends = [
            place
            for place in range(1, len(words))
            if joints[place]
            or known.begins(words[place], _AFTER_STOP if words[place - 1][-1] == "." else _FIRST)
        ]
        ends.append(len(words))
        found: list[tuple[str, Order]] = []
        begin = 0
        while begin < len(words):
            if joints[begin]:
                begin += 1
                continue
            near = [end for end in ends if end > begin][:ENDS_TRIED]
            texts = ((end, " ".join(words[begin:end])) for end in reversed(near))
            orders = ((end, each, self._attempt(each, language)) for end, each in texts)
            end, each, order = next((row for row in orders if row[2] is not None), (0, "", None))
            if order is None or (isinstance(order, Waive) and end < len(words)):
                break  # “no build A Par” builds nothing, least of all in Paris
            found.append((each, order))
            begin = end
        left = " ".join(words[begin:])
        after_stop = begin > 0 and (words[begin - 1][-1] == "." or joints[begin - 1])
        if left and not after_stop and not known.begins_order(left):
            return [], text  # what was read was but the beginning of something else
        return found, left + text[LONGEST_RUN:] if found else text

    def _attempt(self, text: str, language: str) -> Order | None:
        """The order that a text is, or none if it is no order or may mean several."""
        if len(text) > LONGEST:
            return None
        if (text, language) not in self.attempts:
            self.attempts[text, language] = None
            with suppress(OrderSyntaxError):
                order = attempt(text, self.position, self.power, language, self.rules)
                self.attempts[text, language] = order
        return self.attempts[text, language]

    def _error(self, text: str, language: str) -> OrderSyntaxError:
        """Why a text is no order."""
        if text not in self.errors:
            self.errors[text] = self._found_error(text, language)
        return self.errors[text]

    def _found_error(self, text: str, language: str) -> OrderSyntaxError:
        if len(text) > LONGEST:
            return too_long(text)
        try:
            attempt(text, self.position, self.power, language, self.rules)
        except OrderSyntaxError as error:
            return error
        return misread(text, language)

    def _line(self, number: int, text: str, order: Order) -> Line:
        try:
            return Line(number, text, check_order(order, self.position, self.power, self.rules))
        except IllegalOrder as error:
            return Line(number, text, order, error)

    def without_contradictions(self, lines: Sequence[Line]) -> list[Line]:
        """The lines, those that tell one unit different things refused (rulebook 2000, writing
        orders: an order that has several meanings is not carried out)."""
        told: dict[str, set[Order]] = {}
        for line in lines:
            if line.order is not None and line.order.unit is not None and line.error is None:
                told.setdefault(line.order.unit.province, set()).add(line.order)
        several = {province for province, orders in told.items() if len(orders) > 1}
        return [
            replace(line, error=IllegalOrder("orders_conflict", {"unit": str(line.order.unit)}))
            if line.order and not line.error and line.order.unit
            and line.order.unit.province in several
            else line
            for line in lines
        ]  # fmt: skip

    def elsewhere(self, line: Line, language: str) -> tuple[Advice, ...]:
        """What the line would be told in another language, where that is another legal order; and
        a nationality that no unit in it has."""
        if line.error is not None and line.error.code == "conditional":
            return ()
        found = list(self._foreign(line, language))
        for other in LANGUAGES:
            if other == language:
                continue
            order = self._attempt(line.text, other)
            if order is None or order == line.order:
                continue
            with suppress(IllegalOrder):
                check_order(order, self.position, self.power, self.rules)
                found.append(Advice("read_otherwise", {"language": other, "order": str(order)}))
        return tuple(found)

    def _foreign(self, line: Line, language: str) -> Iterator[Advice]:
        """A nationality that the line states and none of its units has."""
        order = line.order
        units = (getattr(order, name, None) for name in ("unit", "supported", "army"))
        owners = {self._owner(unit) for unit in units if unit is not None}
        for word in grammar(language).lexicon.read(line.text) if owners else ():
            if word.kinds.keys() == {"N"} and word.power not in owners:
                yield Advice("of_another_power", {"power": word.power})

    def _owner(self, unit: Unit) -> str:
        lost = self.position.dislodged.get(self.power, ())
        if any(each.unit.province == unit.province for each in lost):
            return self.power
        standing = self.position.unit_at(unit.location)
        return standing[0] if standing else self.power
