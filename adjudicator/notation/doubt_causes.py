"""Reasons for doubt about the sections of a sheet: words beside orders, marks and headings."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_words import (
    begins_with_greeting,
    begins_with_phrase,
    has_phrase,
    has_strong_phrase,
    is_harmless,
    is_phrase,
    is_remark,
    without_harmless,
)
from adjudicator.notation.headings import names_date_of, powers_in
from adjudicator.notation.order_search import orders_within
from adjudicator.notation.sheet_words import (
    asks_for_other_change,
    begins_own_order,
    begins_with_own_unit,
    begins_with_waive,
    has_verb,
    is_introduction,
    is_place,
    provinces_in,
    tells_of_past,
)
from adjudicator.notation.words import split
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.notation.sections import Section
    from adjudicator.notation.sheet_reader import Line, SheetReader

_KINDS = {"conditions": "conditional", "denials": "not_meant", "holdings": "units_listed"}
_FIRST_WORDS = 6
"""Words of a sentence without orders among which a denial counts."""
_CLAUSE = 4
"""Words of a sentence in small letters that may introduce the next order: *would it take*."""
_NAME = 2
"""Words of the longest name after a greeting: *Regards, Peter*."""
_WORD = re.compile(r"\w{2,}")
_QUOTES = frozenset('"“”„«»')


class Cause(NamedTuple):
    """The code of an error, and the words that are the reason for it."""

    code: str
    text: str


def by_section(lines: Sequence[Line]) -> dict[int, list[int]]:
    """Return the indexes of the lines of each section."""
    found: dict[int, list[int]] = {}
    for place, line in enumerate(lines):
        found.setdefault(line.section, []).append(place)
    return found


class SectionCauses:
    """Finder of the reasons for doubt about the sections of a sheet.

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
        self.is_reply = any(
            not each.sentence.is_quoted and _QUOTES.isdisjoint(each.sentence.text)
            for each in sections
        )
        """Whether there are sentences that are not quoted from another message."""
        self.in_winter = reader.position.phase.type is PhaseType.ADJUSTMENT
        self.own_causes: dict[int, Cause | None] = {}
        self.whole_reached = -1
        """The last section that speaks of all above it."""
        self.reached: set[int] = set()
        """Sections that speak of those above them up to an empty line."""
        self.of_section = by_section(lines)
        self.marked: dict[str, list[int]] = {}
        """Mark of a footnote -> sections that end with it."""
        for index, each in enumerate(sections):
            if each.sentence.mark and not each.sentence.note:
                self.marked.setdefault(each.sentence.mark, []).append(index)

    def find(self) -> dict[int, Cause]:
        """Return the reason for doubt about each doubtful section, by its index."""
        causes: dict[int, Cause] = {}
        touched: Iterable[int]
        for index in range(len(self.sections)):
            if cause := self._footnote(index):
                touched = self.marked[self.sections[index].sentence.note]
            elif index not in causes and (cause := self._own_cause(index)):
                causes[index] = cause
                touched = self._touched(index) if self._is_about_others(index) else ()
            elif cause := self._choice(index):
                touched = self._chosen_between(index)
            elif cause := self._about_all_above(index):
                touched = range(index)
            elif cause := self._unknown_below_orders(index):
                touched = self._above(index)
            else:
                continue
            for place in touched:
                causes.setdefault(place, cause)
        return causes

    def _footnote(self, index: int) -> Cause | None:
        """The reason for doubt about the orders with the mark of a footnote: *A Ven - Tri\\**."""
        if self._has_orders(index) or self.sections[index].sentence.note not in self.marked:
            return None
        unread = (self.lines[place].text for place in self.of_section.get(index, ()))
        strange = (text for text in unread if not self._is_harmless(text))
        return self._own_cause(index) or next(
            (Cause("beside_not_understood", text) for text in strange), None
        )

    def _choice(self, index: int) -> Cause | None:
        """The reason for doubt about orders on different lines with *or* between them."""
        text = self.sections[index].sentence.text.strip()
        if not begins_with_phrase("alternatives", text):
            return None
        told = without_harmless(text)  # “perdón por el retraso” chooses nothing
        return Cause("order_ambiguous", text) if begins_with_phrase("alternatives", told) else None

    def _chosen_between(self, index: int) -> Iterable[int]:
        """The section with *or*, the one before it, and the one after it if it is that alone.

        *Either* above an order and below an empty line speaks only of what follows.
        """
        lines = [self.lines[place] for place in self.of_section.get(index, ())]
        if any(line.readings or self._has_choice(line.text) for line in lines):
            return [index]  # the other order stands in the same sentence
        alone = is_phrase("alternatives", self.sections[index].sentence.text)
        places = {index - 1, index, index + 1} if alone else {index - 1, index}
        if alone and self._stands_above(index):
            places.discard(index - 1)
        return (place for place in places if place >= 0)

    def _has_choice(self, text: str) -> bool:
        """Whether several orders stand in a text between words such as *or*."""
        parts: list[list[str]] = [[]]
        for word in text.split():
            if is_phrase("alternatives", word):
                parts.append([])
            parts[-1].append(word)
        texts = (" ".join(part) for part in parts)
        return sum(bool(orders_within(each, self.reader, self.language)) for each in texts) > 1

    def _stands_above(self, index: int) -> bool:
        """Whether a section belongs to orders below it rather than to those above an empty line."""
        if index + 1 == len(self.sections) or self.sections[index + 1].sentence.after_gap:
            return False
        begins = index == 0 or self.sections[index].sentence.after_gap
        return begins and self._has_orders(index + 1)

    def _about_all_above(self, index: int) -> Cause | None:
        """The reason for doubt about all orders above of which a sentence speaks: *the above is …*.

        What it says of them was not understood.
        """
        for place in self.of_section.get(index, ()):
            line = self.lines[place]
            is_about_above = line.is_unread and has_phrase("above", line.text, self.spoken)
            if is_about_above and not is_harmless(line.text) and not self._has_orders(index):
                return Cause("beside_not_understood", line.text)
        return None

    def _unknown_below_orders(self, index: int) -> Cause | None:
        """The reason for doubt about orders with a sentence below them that was not understood.

        It may take them back: *I rescind that*. A name below them does not, nor does a sentence
        after an empty line, nor an order with a mistake.
        """
        sentence = self.sections[index].sentence
        below = index > 0 and not sentence.after_gap and self._has_orders(index - 1)
        if not below or not sentence.begins_line or not self._is_about_others(index):
            return None
        points = self._points_at_orders(self.sections[index])
        for place in self.of_section.get(index, ()):
            line = self.lines[place]
            begins = begins_with_own_unit(line.text, self.reader, self.language)
            is_mistake = begins and not sentence.is_bracketed
            is_word = len(_WORD.findall(sentence.text)) < 2  # words that take back are known
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
        section = self.sections[index]
        has_orders = self._has_orders(index)
        cause = self._cause_of_form(section, has_orders=has_orders)
        if cause is not None:
            return cause
        unread = [
            line.text
            for place in self.of_section.get(index, ())
            if (line := self.lines[place]).is_unread or is_of_other_phase(line)
        ]
        cause_in = self._cause_in if has_orders else partial(self._cause_alone_in, index)
        for text in unread:
            if cause := cause_in(text):
                return cause._replace(text=text)
        for place in self.of_section.get(index, ()):
            told = self.lines[place].text
            if tells_of_past(told, self.reader, self.language) and not is_remark(told):
                return Cause("not_meant", told)
        unread = _without_names(unread)
        if has_orders:
            strange = (text for text in unread if self._is_strange(text))
            return next((Cause("beside_not_understood", text) for text in strange), None)
        return self._cause_of_unread_sentence(index, unread)

    def _cause_of_unread_sentence(self, index: int, unread: Sequence[str]) -> Cause | None:
        """The reason for doubt in a sentence without orders: a question, or what it says above."""
        section = self.sections[index]
        points = self._points_at_orders(section)
        counts = points or _is_short(section.sentence.text) or self._is_above_orders(index)
        is_asked = section.sentence.is_question and not self._is_small_talk(section)
        if is_asked and counts:
            return Cause("not_meant", section.sentence.text.strip())
        if not self._opens(index) and (section.sentence.begins_line or not points):
            return None
        ends = index == len(self.sections) - 1
        for text in unread:
            is_introduced = is_introduction(text, section.sentence.text, self.reader, self.language)
            if not (self._is_harmless(text) or is_introduced or (ends and _is_name(text))):
                return Cause("beside_not_understood", text)
        return None

    def _is_small_talk(self, section: Section) -> bool:
        """Whether a sentence begins as a greeting does, and is not addressed to a power."""
        text = section.sentence.text
        return begins_with_phrase("remarks", text) and not powers_in(split(text))

    def _cause_of_form(self, section: Section, *, has_orders: bool) -> Cause | None:
        """The reason for doubt in the marks, the heading or the bracketed remarks of a section."""
        sentence = section.sentence
        quoted = sentence.is_quoted and self.is_reply
        if sentence.is_struck_out or (sentence.is_question and has_orders) or quoted:
            return Cause("not_meant", sentence.text.strip())
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
            counts = kind != "holdings" or (self.in_winter and not is_of_builds)
            if counts and has_phrase(kind, told, self.spoken):
                return Cause(code, text.strip())
        return None

    def _cause_alone_in(self, index: int, text: str) -> Cause | None:
        """The reason for doubt in a text of a sentence without orders.

        Below orders mild words count only if it points at orders: *never trust Italy* does not.
        """
        section = self.sections[index]
        text = _beginning(text)
        cause = self._cause_in(text)
        if cause is None or self._points_at_orders(section):
            return cause
        if begins_with_greeting(text) and not self._opens(index):
            return None
        is_short = _is_short(section.sentence.text) or len(text.split()) == 1
        if is_short or self._is_above_orders(index) or cause.code != "not_meant":
            return cause
        return cause if has_strong_phrase("denials", without_harmless(text), self.spoken) else None

    def _points_at_orders(self, section: Section) -> bool:
        """Whether a sentence may speak of orders: *them*, *my list*, *Trieste*, *do not attack*."""
        text = section.sentence.text
        if section.sentence.is_bracketed or len(text) > LONGEST:
            return True
        if has_phrase("pointing", text, self.spoken):
            return True
        if provinces_in(text, self.reader, self.language):
            return True
        acts = powers_in(split(text)) or has_verb(text, self.reader, self.language)
        return bool(acts) and has_phrase("denials", without_harmless(text), self.spoken)

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

    def _has_orders(self, index: int) -> bool:
        lines = (self.lines[place] for place in self.of_section.get(index, ()))
        return any(line.order is not None and not is_of_other_phase(line) for line in lines)

    def _is_above_orders(self, index: int) -> bool:
        """Whether no orders stand before a section."""
        return not any(map(self._has_orders, range(index)))

    def _is_about_others(self, index: int) -> bool:
        """Whether a doubtful section speaks of its neighbours, for want of an order of its own."""
        sentence = self.sections[index].sentence
        if sentence.is_quoted or sentence.is_struck_out or self._has_orders(index):
            return False
        texts = (self.lines[place].text for place in self.of_section.get(index, ()))
        return not any(orders_within(text, self.reader, self.language) for text in texts)

    # Sections that a section without orders speaks of

    def _touched(self, index: int) -> Iterable[int]:
        """The sections with orders that a doubtful section without orders speaks of."""
        section = self.sections[index]
        sentence = section.sentence
        opens = self._opens(index)
        if not opens:
            yield from self._above(index)
        if not self._begins_line(index) and not sentence.is_question:
            return
        begins_small = sentence.is_bracketed or sentence.text.lstrip()[:1].islower()
        whole = has_phrase("wholes", sentence.text, self.spoken)
        is_first = self._is_above_orders(index)
        is_aside = begins_small and (
            sentence.is_bracketed
            or len(sentence.text.split()) < _CLAUSE
            or has_phrase("conditions", sentence.text, self.spoken)
        )
        if not opens and not is_first and (is_aside or whole):
            return
        for place, each in enumerate(self.sections[index + 1 :], start=index + 1):
            gap = each.sentence.after_gap and not (opens and place == index + 1)
            if not (is_first and whole and not opens) and (
                gap or self._is_new_heading(place) or self._has_own_cause(place)
            ):
                return
            yield place

    def _refers_across_gap(self, index: int) -> bool:
        """Whether a sentence below an empty line speaks of what is above it: *scrap that*."""
        sentence = self.sections[index].sentence
        same = (each.sentence for each in self.sections if each.sentence.number == sentence.number)
        if not any(each.after_gap for each in same):
            return False
        takes_back = (
            len(_WORD.findall(sentence.text)) <= _FIRST_WORDS
            and has_phrase("pointing", sentence.text, self.spoken)
            and has_strong_phrase("denials", without_harmless(sentence.text), self.spoken)
        )
        return takes_back or begins_with_phrase("recalling", sentence.text)

    def _begins_line(self, index: int) -> bool:
        """Whether no order stands before a section on its line."""
        number = self.sections[index].sentence.number
        while not self.sections[index].sentence.begins_line and index > 0:
            index -= 1
            if self.sections[index].sentence.number != number or self._has_orders(index):
                return False
        return True

    def _above(self, index: int) -> Iterable[int]:
        """The sections above a doubtful one of which it speaks.

        A condition in brackets or in small letters speaks of one; words such as *all* or *draft*
        speak of all, others of those up to an empty line.
        """
        sentence = self.sections[index].sentence
        whole = sentence.is_question or has_phrase("wholes", sentence.text, self.spoken)
        whole = whole or self._refers_across_gap(index)
        begins_small = sentence.is_bracketed or sentence.text.lstrip()[:1].islower()
        is_condition = has_phrase("conditions", sentence.text, self.spoken)
        one = begins_small and is_condition and not whole
        all_above = self.whole_reached
        if not one:
            self.reached.add(index)
        if whole:
            self.whole_reached = index
        for place in range(index - 1, -1, -1):
            other_line = self.sections[place].sentence.number < sentence.number
            if not whole and (
                self.sections[place + 1].sentence.after_gap
                or (other_line and not self._begins_line(index))
            ):
                return
            yield place
            if one or place == all_above or (place in self.reached and not whole):
                return

    def _has_own_cause(self, index: int) -> bool:
        return not self._has_orders(index) and self._own_cause(index) is not None

    def _opens(self, index: int) -> bool:
        """Whether a section speaks of what follows: it ends in a colon, or is a heading alone."""
        section = self.sections[index]
        if section.sentence.is_question and self._stands_above(index):
            return True
        return section.sentence.text.rstrip(" *_`").endswith(":") or not section.parts

    def _is_new_heading(self, index: int) -> bool:
        """Whether a section is a heading without doubt, such as a date or *new orders:*."""
        section = self.sections[index]
        if section.heading:
            return self._cause_in(section.heading) is None
        is_remark = begins_with_phrase("remarks", section.sentence.text)
        return is_remark and self._opens(index) and self._own_cause(index) is None


def is_of_other_phase(line: Line) -> bool:
    """Return whether a line is an order by chance only, of a kind that the phase does not know."""
    return line.error is not None and line.error.code == "wrong_phase"


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


def _is_short(text: str) -> bool:
    """Whether a sentence has so few words that any of them counts: *Eh, no*."""
    return len(_WORD.findall(text)) < _CLAUSE
