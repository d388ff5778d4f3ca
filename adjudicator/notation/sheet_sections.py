"""The sections of a sheet with the lines that were read in them, and questions about them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustments_due
from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_words import has_phrase, without_harmless
from adjudicator.notation.headings import powers_in
from adjudicator.notation.sheet_words import (
    begins_with_own_unit,
    begins_with_unknown_unit,
    has_verb,
    provinces_in,
)
from adjudicator.notation.words import split
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.notation.sections import Section
    from adjudicator.notation.sheet_reader import Line, SheetReader

_SHORT = 4
"""Words that a short sentence does not have."""
_WORD = re.compile(r"\w{2,}")


class SheetSections:
    """The sections of a sheet in one language.

    If the language is not `stated`, the words of all languages count in full.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        sections: Sequence[Section],
        reader: SheetReader,
        language: str,
        *,
        stated: bool,
    ) -> None:
        self.lines = lines
        self.sections = sections
        self.reader = reader
        self.language = language
        self.spoken = language if stated else None
        """The language whose words count in full; None for all languages."""
        self.of_section = lines_by_section(lines)

    def lines_of(self, index: int) -> list[Line]:
        """Return the lines of a section."""
        return [self.lines[place] for place in self.of_section.get(index, ())]

    def has_orders(self, index: int) -> bool:
        """Return whether an order was read in a section that the phase knows."""
        lines = self.lines_of(index)
        return any(line.order is not None and not is_of_other_phase(line) for line in lines)

    @cached_property
    def is_complete(self) -> bool:
        """Whether every unit that needs an order has exactly one, or a line with a mistake.

        It is the strongest sign that a sheet is meant: nobody writes a whole one in passing.
        """
        orders = [line.order for line in self.lines if line.order is not None]
        mistakes = sum(self.is_mistake(line) for line in self.lines)
        units = {order.unit for order in orders}
        position, power = self.reader.position, self.reader.power
        if position.phase.type is PhaseType.ADJUSTMENT:
            return len(orders) + mistakes == max(adjustments_due(position, power))
        if position.phase.type is PhaseType.RETREAT:
            due = {each.unit for each in position.dislodged.get(power, ())}
        else:
            due = set(position.units.get(power, ()))
        return units <= due and len(units) == len(orders) and len(due) <= len(units) + mistakes

    def is_mistake(self, line: Line) -> bool:
        """Return whether a line begins as an order for a unit of the power, and was not read."""
        return line.is_unread and (
            begins_with_own_unit(line.text, self.reader, self.language)
            or begins_with_unknown_unit(line.text, self.reader, self.language)
        )

    def is_above_orders(self, index: int) -> bool:
        """Return whether no orders stand before a section."""
        return not any(map(self.has_orders, range(index)))

    def stands_above(self, index: int) -> bool:
        """Return whether a section belongs to orders below it, not to those above a gap."""
        if index + 1 == len(self.sections) or self.sections[index + 1].sentence.after_gap:
            return False
        begins = index == 0 or self.sections[index].sentence.after_gap
        return begins and self.has_orders(index + 1)

    def begins_line(self, index: int) -> bool:
        """Return whether no order stands before a section on its line."""
        number = self.sections[index].sentence.number
        while not self.sections[index].sentence.begins_line and index > 0:
            index -= 1
            if self.sections[index].sentence.number != number or self.has_orders(index):
                return False
        return True

    def opens(self, index: int) -> bool:
        """Return whether a section speaks of what follows: it has a colon or is a heading."""
        section = self.sections[index]
        if section.sentence.is_question and self.stands_above(index):
            return True
        return section.sentence.text.rstrip(" *_`").endswith(":") or not section.parts

    def points_at_orders(self, index: int) -> bool:
        """Return whether a sentence may speak of orders: *them*, *Trieste*, *do not attack*."""
        sentence = self.sections[index].sentence
        text = sentence.text
        if sentence.is_bracketed or len(text) > LONGEST:
            return True
        if has_phrase("pointing", text, self.spoken):
            return True
        if provinces_in(text, self.reader, self.language):
            return True
        acts = powers_in(split(text)) or has_verb(text, self.reader, self.language)
        return bool(acts) and has_phrase("denials", without_harmless(text), self.spoken)


def lines_by_section(lines: Sequence[Line]) -> dict[int, list[int]]:
    """Return the indexes of the lines of each section."""
    found: dict[int, list[int]] = {}
    for place, line in enumerate(lines):
        found.setdefault(line.section, []).append(place)
    return found


def is_of_other_phase(line: Line) -> bool:
    """Return whether a line is an order by chance only, of a kind that the phase does not know."""
    return line.error is not None and line.error.code == "wrong_phase"


def count_words(text: str) -> int:
    """Return the number of words of at least two letters in a text."""
    return len(_WORD.findall(text))


def is_short(text: str) -> bool:
    """Return whether a sentence has so few words that any of them counts: *Eh, no*."""
    return count_words(text) < _SHORT
