"""Reasons for doubt about the sections of a sheet: words beside orders, marks and headings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.doubt_reach import Reach
from adjudicator.notation.doubt_words import (
    begins_with_greeting,
    begins_with_phrase,
    has_phrase,
    has_strong_phrase,
    is_harmless,
    is_remark,
    telling_words,
    without_harmless,
)
from adjudicator.notation.headings import names_date_of, powers_in
from adjudicator.notation.order_search import orders_within
from adjudicator.notation.sheet_sections import count_words, is_of_other_phase, is_short
from adjudicator.notation.sheet_words import (
    asks_for_other_change,
    begins_own_order,
    begins_with_waive,
    is_bare_unit,
    is_introduction,
    is_place,
    tells_of_past,
)
from adjudicator.notation.words import split
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.notation.sections import Section
    from adjudicator.notation.sheet_sections import SheetSections

_KINDS = {"conditions": "conditional", "denials": "not_meant", "holdings": "units_listed"}
_FIRST_WORDS = 6
"""Words of a sentence without orders among which a denial counts."""
_NAME = 2
"""Words of the longest name after a greeting: *Regards, Peter*."""
_FEW = 4
"""Unknown words that change nothing beside a complete sheet: *from the Sultan's clerk, Bernie*."""
_QUOTES = frozenset('"“”„«»')


class Cause(NamedTuple):
    """The code of an error, and the words that are the reason for it."""

    code: str
    text: str


class SectionCauses:
    """Finder of the reasons for doubt about the sections of a sheet."""

    def __init__(self, sheet: SheetSections) -> None:
        self.sheet = sheet
        self.reader, self.language, self.spoken = sheet.reader, sheet.language, sheet.spoken
        self.reach = Reach(sheet, self._ends_reach)
        self.is_reply = any(
            not each.sentence.is_quoted and _QUOTES.isdisjoint(each.sentence.text)
            for each in sheet.sections
        )
        """Whether there are sentences that are not quoted from another message."""
        self.in_winter = sheet.reader.position.phase.type is PhaseType.ADJUSTMENT
        self.lists_units = self.in_winter and any(
            is_bare_unit(line.text, self.reader, self.language)
            for line in sheet.lines
            if line.order is not None
        )
        """Whether units stand in a sheet of an adjustment phase without a word such as *remove*."""
        self.own_causes: dict[int, Cause | None] = {}
        self.marked: dict[str, list[int]] = {}
        """Mark of a footnote -> sections with it."""
        for index, each in enumerate(sheet.sections):
            if each.sentence.mark and not each.sentence.note:
                self.marked.setdefault(each.sentence.mark, []).append(index)

    def find(self) -> dict[int, Cause]:
        """Return the reason for doubt about each doubtful section, by its index."""
        causes: dict[int, Cause] = {}
        touched: Iterable[int]
        for index in range(len(self.sheet.sections)):
            if cause := self._footnote(index):
                touched = (index, *self.marked[self.sheet.sections[index].sentence.note])
            elif index not in causes and (cause := self._own_cause(index)):
                about_others = self._is_about_others(index)
                touched = (index, *(self.reach.touched(index) if about_others else ()))
            elif cause := self._choice(index):
                touched = self.reach.chosen_between(index)
            elif cause := self._about_all_above(index):
                touched = range(index)
            elif cause := self._unknown_below_orders(index):
                touched = self.reach.above(index)
            else:
                continue
            for place in touched:
                causes.setdefault(place, cause)
        return causes

    def _footnote(self, index: int) -> Cause | None:
        """The reason for doubt about the orders with the mark of a footnote: *A Ven - Tri\\**."""
        note = self.sheet.sections[index].sentence.note
        if note not in self.marked or self.sheet.has_orders(index):
            return None
        unread = (line.text for line in self.sheet.lines_of(index))
        strange = (text for text in unread if not self._is_harmless(text))
        return self._own_cause(index) or next(
            (Cause("beside_not_understood", text) for text in strange), None
        )

    def _choice(self, index: int) -> Cause | None:
        """The reason for doubt about orders on different lines with *or* between them."""
        text = self.sheet.sections[index].sentence.text.strip()
        if not begins_with_phrase("alternatives", text):
            return None
        told = without_harmless(text)  # “perdón por el retraso” chooses nothing
        return Cause("order_ambiguous", text) if begins_with_phrase("alternatives", told) else None

    def _about_all_above(self, index: int) -> Cause | None:
        """The reason for doubt about all orders above of which a sentence speaks: *the above is …*.

        What it says of them was not understood.
        """
        for line in self.sheet.lines_of(index):
            is_about_above = line.is_unread and has_phrase("above", line.text, self.spoken)
            if is_about_above and not is_harmless(line.text) and not self.sheet.has_orders(index):
                return Cause("beside_not_understood", line.text)
        return None

    def _unknown_below_orders(self, index: int) -> Cause | None:
        """The reason for doubt about orders with a sentence below them that was not understood.

        It may take them back: *I rescind that*. A name below them does not, nor does a sentence
        after an empty line, nor an order with a mistake.
        """
        sentence = self.sheet.sections[index].sentence
        below = index > 0 and not sentence.after_gap and self.sheet.has_orders(index - 1)
        if not below or not sentence.begins_line or not self._is_about_others(index):
            return None
        points = self.sheet.points_at_orders(index)
        if self._says_little(line.text for line in self.sheet.lines_of(index)):
            return None
        for line in self.sheet.lines_of(index):
            is_mistake = self.sheet.is_mistake(line) and not sentence.is_bracketed
            is_word = count_words(sentence.text) < 2  # words that take back are known
            is_known = is_word or self._is_harmless(line.text) or _is_name(line.text)
            unread = line.is_unread or is_of_other_phase(line)
            if unread and points and not (is_known or is_mistake):
                return Cause("beside_not_understood", line.text)
        return None

    def _own_cause(self, index: int) -> Cause | None:
        """The reason for doubt that a section itself has."""
        if index not in self.own_causes:
            self.own_causes[index] = self._find_own_cause(index)
        return self.own_causes[index]

    def _find_own_cause(self, index: int) -> Cause | None:
        section = self.sheet.sections[index]
        has_orders = self.sheet.has_orders(index)
        cause = self._cause_of_form(section, has_orders=has_orders)
        if cause is not None:
            return cause
        unread = [
            line.text
            for line in self.sheet.lines_of(index)
            if line.is_unread or is_of_other_phase(line)
        ]
        cause_in = self._cause_in if has_orders else partial(self._cause_alone_in, index)
        for text in unread:
            if cause := cause_in(text):
                return cause._replace(text=text)
        for line in self.sheet.lines_of(index):
            past = tells_of_past(line.text, self.reader, self.language)
            if past and not is_remark(line.text):
                return Cause("not_meant", line.text)
        unread = _without_names(unread)
        if has_orders:
            strange = (text for text in unread if self._is_strange(text))
            return next((Cause("beside_not_understood", text) for text in strange), None)
        return self._cause_of_unread_sentence(index, unread)

    def _cause_of_unread_sentence(self, index: int, unread: Sequence[str]) -> Cause | None:
        """The reason for doubt in a sentence without orders: a question, or what it says above."""
        section = self.sheet.sections[index]
        points = self.sheet.points_at_orders(index)
        counts = points or is_short(section.sentence.text) or self.sheet.is_above_orders(index)
        is_asked = section.sentence.is_question and not self._is_small_talk(section)
        if is_asked and counts:
            return Cause("not_meant", section.sentence.text.strip())
        if not self.sheet.opens(index) and (section.sentence.begins_line or not points):
            return None
        ends = index == len(self.sheet.sections) - 1
        if not self.sheet.opens(index) and self._says_little(unread):
            return None
        for text in unread:
            is_introduced = is_introduction(text, section.sentence.text, self.reader, self.language)
            if not (self._is_harmless(text) or is_introduced or (ends and _is_name(text))):
                return Cause("beside_not_understood", text)
        return None

    def _says_little(self, texts: Iterable[str]) -> bool:
        """Whether a few unknown words, which point at no orders, stand beside a complete sheet."""
        text = " ".join(texts)
        strange = len(list(telling_words(text)))
        points = has_phrase("pointing", text, self.spoken)
        foreign = powers_in(split(text)) - {self.reader.power}
        return strange <= _FEW and not (points or foreign) and self.sheet.is_complete

    def _is_small_talk(self, section: Section) -> bool:
        """Whether a sentence begins as a greeting does, and is not addressed to a power."""
        text = section.sentence.text
        is_remark = begins_with_phrase("remarks", text) or is_harmless(text)
        return is_remark and not powers_in(split(text))

    def _cause_of_form(self, section: Section, *, has_orders: bool) -> Cause | None:
        """The reason for doubt in the marks, the heading or the bracketed remarks of a section."""
        sentence = section.sentence
        quoted = sentence.is_quoted and self.is_reply
        if sentence.is_struck_out or quoted:
            return Cause("struck_or_quoted", sentence.text.strip())
        if sentence.is_question and has_orders:
            return Cause("asked", sentence.text.strip())
        for text in (*sentence.remarks, section.heading):
            if text and (cause := self._cause_in(text)):
                return cause
        if self.in_winter and asks_for_other_change(section.heading, self.reader, self.language):
            return Cause("not_meant", section.heading.strip())
        for remark in sentence.remarks if has_orders and not section.heading else ():
            is_date = names_date_of(remark, self.reader.position.phase)
            if not (has_phrase("remarks", remark) or is_harmless(remark) or is_date):
                return Cause("beside_not_understood", remark)
        return None

    def _cause_in(self, text: str) -> Cause | None:
        told = without_harmless(text)
        for kind, code in _KINDS.items():
            is_of_builds = has_phrase("builds", text) and not has_phrase("wholes", text)
            counts = kind != "holdings" or (self.lists_units and not is_of_builds)
            if counts and has_phrase(kind, told, self.spoken):
                return Cause(code, text.strip())
        return None

    def _cause_alone_in(self, index: int, text: str) -> Cause | None:
        """The reason for doubt in a text of a sentence without orders.

        Below orders mild words count only if it points at orders: *never trust Italy* does not.
        """
        section = self.sheet.sections[index]
        text = _beginning(text)
        cause = self._cause_in(text)
        if cause is None or self.sheet.points_at_orders(index):
            return cause
        if begins_with_greeting(text) and not self.sheet.opens(index):
            return None
        counts = is_short(section.sentence.text) or len(text.split()) == 1
        if counts or self.sheet.is_above_orders(index) or cause.code != "not_meant":
            return cause
        return cause if has_strong_phrase("denials", without_harmless(text), self.spoken) else None

    def _is_strange(self, text: str) -> bool:
        """Whether text beside an order is neither a remark nor an order with a mistake."""
        if self._is_harmless(text) or is_place(text, self.reader, self.language):
            return False
        mistaken = begins_own_order(text, self.reader, self.language)
        return not mistaken or bool(orders_within(text, self.reader, self.language))

    def _is_harmless(self, text: str) -> bool:
        """Whether a text is a remark, or waives a build in other words."""
        if is_remark(text):
            return True
        return self.in_winter and begins_with_waive(text, self.reader, self.language)

    def _is_about_others(self, index: int) -> bool:
        """Whether a doubtful section speaks of its neighbours, for want of an order of its own."""
        sentence = self.sheet.sections[index].sentence
        if sentence.is_quoted or sentence.is_struck_out or self.sheet.has_orders(index):
            return False
        texts = (line.text for line in self.sheet.lines_of(index))
        return not any(orders_within(text, self.reader, self.language) for text in texts)

    def _ends_reach(self, index: int) -> bool:
        """Whether a sentence above a section speaks of nothing from there on."""
        has_cause = not self.sheet.has_orders(index) and self._own_cause(index) is not None
        return has_cause or self._is_new_heading(index)

    def _is_new_heading(self, index: int) -> bool:
        """Whether a section is a heading without doubt, such as a date or *new orders:*."""
        section = self.sheet.sections[index]
        if section.heading:
            return self._cause_in(section.heading) is None
        is_remark = begins_with_phrase("remarks", section.sentence.text)
        return is_remark and self.sheet.opens(index) and self._own_cause(index) is None


def _without_names(texts: Sequence[str]) -> list[str]:
    """The texts without short ones after a remark, which are names."""
    found: list[str] = []
    for text in texts:
        is_name = found and begins_with_phrase("remarks", found[-1]) and len(text.split()) <= _NAME
        if not is_name:
            found.append(text)
    return found


def _is_name(text: str) -> bool:
    words = text.replace("(", "").replace(")", "").split()
    return len(words) <= _NAME and all(word[:1].isupper() for word in words)


def _beginning(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORDS])
