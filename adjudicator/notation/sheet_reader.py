"""Parser for the sections of a sheet: orders that are broken over lines, or not separated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_words import is_harmless
from adjudicator.notation.group_orders import (
    help_for_move_before,
    hold_units_before,
    with_holds_of_all,
    without_relative,
)
from adjudicator.notation.other_words import orders_in_other_words
from adjudicator.notation.parser import try_parse
from adjudicator.notation.sections import Piece
from adjudicator.notation.words import fold, lexicon
from adjudicator.orders import Hold, Move, Waive
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.errors import AdjudicatorError
    from adjudicator.notation.advice import Advice
    from adjudicator.notation.misreadings import Misspelling
    from adjudicator.notation.words import Lexicon
    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules

LINES_AN_ORDER = 3
"""The greatest number of lines over which one order may be broken."""
MOST_JOINED = 4
"""The greatest number of pieces of a text that may be one order: the cells of a table."""
LONGEST_RUN = 2000
"""Characters of the longest text that may be several orders without separators."""
ENDS_TRIED = 4
"""Beginnings of a next order that are tried: two or three may belong to this one."""
DOUBTS = frozenset(
    {
        "asked",
        "beside_not_understood",
        "conditional",
        "not_meant",
        "order_ambiguous",
        "struck_or_quoted",
        "units_listed",
    }
)
"""Codes of errors that say why an order is doubtful."""
_VERBS = set("HMSCRDBEW-")
_UNREAD = OrderSyntaxError("word_not_understood", {"word": "", "text": ""})
"""Placeholder for the error of a line until the language of the sheet is known."""
_FIRST, _AFTER_STOP = "UBE", "UBEPNDRW"
"""Kinds of the words that begin an order, and of those that may do so after a full stop."""


@dataclass(frozen=True, slots=True)
class Line:
    """One order of a sheet as written, from the line `number` (from 1) of the block.

    `order` is None if the text could not be parsed or is doubtful. `error` is the parser's error,
    the reason for which the order is illegal, or the reason for doubt. An order with `advice` is
    accepted all the same. `section` is the index of its section in the sheet.
    """

    number: int
    text: str
    order: Order | None
    error: AdjudicatorError | None = None
    advice: tuple[Advice, ...] = ()
    section: int = 0

    @property
    def readings(self) -> tuple[Order, ...]:
        """The orders that a doubtful line may mean."""
        return self.error.readings if isinstance(self.error, OrderSyntaxError) else ()

    @property
    def is_unread(self) -> bool:
        """Whether the line still waits for its error."""
        return self.error is _UNREAD


class SheetReader:
    """Parser for the sections of one power's sheet."""

    def __init__(self, position: Position, power: str, rules: Rules) -> None:
        self.position = position
        self.power = power
        self.rules = rules
        self.attempts: dict[tuple[str, str], Order | None] = {}  # texts are tried repeatedly
        self.kinds: dict[tuple[str, str], frozenset[str]] = {}
        """Meanings of a word in a language, as letters of the grammar; "," joins orders."""
        self.ambiguous: dict[tuple[str, str], OrderSyntaxError] = {}
        """Texts that may be several orders, and their errors."""
        self.misspelt: dict[str, Misspelling] = {}
        """Texts that are orders if a name is spelt as it should be."""
        self.read_in: dict[str, str] = {}
        """Texts that are orders only in another language than the sheet, and that language."""
        self.searches = 0

    def lexicon(self, language: str) -> Lexicon:
        """Return the lexicon of a language for the reader's board."""
        return lexicon(language, self.position.board)

    def lines(self, parts: Sequence[Piece], language: str, *, strictly: bool = False) -> list[Line]:
        """Return a line for each order, and one for each piece that is not an order.

        Read `strictly`, a piece that is not an order as it stands is none in other words either.
        """
        found: list[Line] = []
        rest = list(reversed(parts))
        while rest:
            piece = rest.pop()
            orders, unread = self._orders_in(piece.text, language)
            if (
                unread
                and found
                and (whole := self._joined_with_next_line(found[-1], piece, language))
            ):
                found[-1] = whole
                continue
            if unread and (joined := self._broken_order(piece, rest, found, language)):
                orders, unread = joined, ""
            if unread == piece.text and not strictly:
                orders = orders_in_other_words(unread, self, language)
                unread = "" if orders else unread
            found += [self._line(piece, each, order) for each, order in orders]
            if unread and found and piece.section == found[-1].section:
                order = help_for_move_before(unread, found[-1], self, language)
                if order is not None:
                    found.append(self._line(piece, unread, order))
                    unread = ""
            if unread:
                known = None if is_harmless(unread) else self.ambiguous.get((unread, language))
                error = known or _UNREAD
                found.append(Line(piece.number, unread, None, error, section=piece.section))
            elif found and isinstance(found[-1].order, Hold):
                hold_units_before(found, self, language)
        return found if strictly else with_holds_of_all(found, self, language)

    def _joined_with_next_line(self, line: Line, piece: Piece, language: str) -> Line | None:
        """The order of a line that goes on in a piece: *A Mar S A Par* and *-Bur* below it."""
        lines = piece.number - line.number
        if line.order is None or not 0 <= lines < LINES_AN_ORDER:
            return None
        known, clause = self.lexicon(language), without_relative(piece.text, language)
        clause = clause if known.begins(clause, "M-") else ""
        goes_by = isinstance(line.order, Move) and line.order.via and known.begins(piece.text, "O")
        if lines == 0 and not (clause or goes_by or known.begins_with_coast(piece.text)):
            return None  # behind a comma only a coast, a way or a clause continues an order
        words = (clause or piece.text).split()
        added = (word for word in words if fold(word) not in known.conjunctions)
        text = f"{line.text} {' '.join(added)}"
        order = self.try_parse(text, language)
        return (
            None if order is None else replace(self._line(piece, text, order), number=line.number)
        )

    def _broken_order(
        self, piece: Piece, rest: list[Piece], found: Sequence[Line], language: str
    ) -> list[tuple[str, Order]]:
        """The orders of a piece that goes on in the next ones, which are removed from `rest`.

        They are on the next lines, or behind a comma and begin with a verb: *Fleet Brest, hold*. A
        piece that is an order by itself does not continue another one, unless the sheet already
        has it or the piece above ends in the letter of its unit.
        """
        text = piece.text
        cut = self.lexicon(language).ends_in_letter(text)
        for count in range(1, min(MOST_JOINED, len(rest) + 1)):
            following = rest[-count]
            before = rest[-count + 1] if count > 1 else piece
            if before.at_end and following.number - piece.number >= LINES_AN_ORDER:
                break
            alone = self.try_parse(following.text, language)
            if alone is not None and not cut and all(line.order != alone for line in found):
                break
            if not before.at_end and self.lexicon(language).begins_unit(following.text):
                break
            first, *words = text.split()
            if following.text.split()[0] == first and not self._has_verb(" ".join(words), language):
                break  # units in a list
            text = f"{text} {following.text}"
            if not before.at_end and not self._has_verb(text, language):
                continue
            orders, unread = self._orders_in(text, language)
            if not unread:
                del rest[-count:]
                return orders
        return []

    def _has_verb(self, text: str, language: str) -> bool:
        """Whether a text says what a unit does by a word that is no place."""
        kinds = [word.kinds.keys() for word in self.lexicon(language).read(text)]
        return any(not each.isdisjoint(_VERBS) and "P" not in each for each in kinds)

    def _orders_in(self, text: str, language: str) -> tuple[list[tuple[str, Order]], str]:
        """The orders of a section, each with its text, and the text that was not parsed."""
        if all(word.kinds.keys() == {"I"} for word in self.lexicon(language).read(text)):
            return [], ""
        if self.position.phase.type is PhaseType.ADJUSTMENT and is_harmless(text):
            return [], text  # “Hola” is no removal in Holland
        order = self.try_parse(text, language)
        if order is not None:
            return [(text, order)], ""
        return self._split_run(text, language)

    def _split_run(self, text: str, language: str) -> tuple[list[tuple[str, Order]], str]:
        """Orders separated only by a conjunction, a full stop or a unit's letter, and the rest.

        Each order is as long as possible: *E Mar A E Par a Bor* does not end before *a*.
        """
        words, known = text[:LONGEST_RUN].split(), self.lexicon(language)
        kinds = [self._kinds(word, language) for word in words]
        joints = ["," in each for each in kinds]
        ends = [
            place
            for place in range(1, len(words))
            if joints[place]
            or not kinds[place].isdisjoint(_AFTER_STOP if words[place - 1][-1] == "." else _FIRST)
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
            orders = ((end, each, self.try_parse(each, language)) for end, each in texts)
            end, each, order = next((row for row in orders if row[2] is not None), (0, "", None))
            if order is None or (isinstance(order, Waive) and end < len(words)):
                break  # “no build A Par” is not a waived build and an order
            found.append((each, order))
            begin = end
        left = " ".join(words[begin:])
        after_stop = begin > 0 and (words[begin - 1][-1] == "." or joints[begin - 1])
        if left and not after_stop and not known.begins_order(left):
            return [], text  # the parsed part may be the beginning of another order
        return found, left + text[LONGEST_RUN:] if found else text

    def _kinds(self, word: str, language: str) -> frozenset[str]:
        if (word, language) not in self.kinds:
            known = self.lexicon(language)
            joint = "," if fold(word) in known.conjunctions else ""
            self.kinds[word, language] = frozenset((*known.first_kinds(word), *joint))
        return self.kinds[word, language]

    def line_like(self, line: Line, order: Order) -> Line:
        """Return a line with another order for the same text."""
        piece = Piece(line.number, line.text, at_end=False, section=line.section)
        return self._line(piece, line.text, order)

    def try_parse(self, text: str, language: str) -> Order | None:
        """Return the order that a text means; None if it is not an order, or ambiguous."""
        if len(text) > LONGEST:
            return None
        if (text, language) not in self.attempts:
            self.attempts[text, language] = None
            try:
                order = try_parse(text, self.position, self.power, language, self.rules)
            except OrderSyntaxError as error:
                self.ambiguous[text, language] = error
            else:
                self.attempts[text, language] = order
        return self.attempts[text, language]

    def _line(self, piece: Piece, text: str, order: Order) -> Line:
        line = Line(piece.number, text, order, section=piece.section)
        try:
            return replace(line, order=check_order(order, self.position, self.power, self.rules))
        except IllegalOrder as error:
            return replace(line, error=error)

    def legal(self, order: Order) -> Order | None:
        """Return the order as `check_order` puts it right; None if it is illegal."""
        try:
            return check_order(order, self.position, self.power, self.rules)
        except IllegalOrder:
            return None
