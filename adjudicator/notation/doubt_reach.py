"""Sections of a sheet of which a doubtful sentence speaks: those above it, below it, or one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.notation.doubt_words import (
    begins_with_phrase,
    has_phrase,
    is_phrase,
    without_harmless,
)
from adjudicator.notation.order_search import orders_within
from adjudicator.notation.sheet_sections import is_short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adjudicator.notation.sheet_sections import SheetSections


class Reach:
    """Finder of the sections of which the doubtful ones of a sheet speak.

    `ends_at` says whether a section stops one above it from speaking of more: it is a heading, or
    has a reason for doubt of its own.
    """

    def __init__(self, sheet: SheetSections, ends_at: Callable[[int], bool]) -> None:
        self.sheet = sheet
        self.ends_at = ends_at
        self.whole_reached = -1
        """The last section that speaks of all above it."""
        self.reached: set[int] = set()
        """Sections that speak of those above them up to an empty line."""

    def chosen_between(self, index: int) -> Iterable[int]:
        """Return the section with *or*, the one before it, and the next if it is *or* alone.

        *Either* above an order and below an empty line speaks only of what follows.
        """
        lines = self.sheet.lines_of(index)
        if any(line.readings or self._has_choice(line.text) for line in lines):
            return [index]  # the other order stands in the same sentence
        alone = is_phrase("alternatives", self.sheet.sections[index].sentence.text)
        places = {index - 1, index, index + 1} if alone else {index - 1, index}
        if alone and self.sheet.stands_above(index):
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
        reader, language = self.sheet.reader, self.sheet.language
        return sum(bool(orders_within(each, reader, language)) for each in texts) > 1

    def touched(self, index: int) -> Iterable[int]:
        """Yield the sections with orders that a doubtful section without orders speaks of."""
        section = self.sheet.sections[index]
        sentence = section.sentence
        opens = self.sheet.opens(index)
        if not opens:
            yield from self.above(index)
        if not self.sheet.begins_line(index) and not sentence.is_question:
            return
        begins_small = sentence.is_bracketed or sentence.text.lstrip()[:1].islower()
        whole = has_phrase("wholes", sentence.text, self.sheet.spoken)
        is_first = self.sheet.is_above_orders(index)
        is_aside = begins_small and (
            sentence.is_bracketed
            or is_short(sentence.text)
            or has_phrase("conditions", sentence.text, self.sheet.spoken)
        )
        if not opens and not is_first and (is_aside or whole):
            return
        introduces = opens or (is_first and self._takes_back(sentence.text))
        for place, each in enumerate(self.sheet.sections[index + 1 :], start=index + 1):
            gap = each.sentence.after_gap and not (introduces and place == index + 1)
            if not (is_first and whole and not opens) and (gap or self.ends_at(place)):
                return
            yield place

    def above(self, index: int) -> Iterable[int]:
        """Yield the sections above a doubtful one of which it speaks.

        A condition in brackets or in small letters speaks of one; words such as *all* or *draft*
        speak of all, others of those up to an empty line.
        """
        sentence = self.sheet.sections[index].sentence
        whole = sentence.is_question or has_phrase("wholes", sentence.text, self.sheet.spoken)
        whole = whole or self._refers_across_gap(index)
        begins_small = sentence.is_bracketed or sentence.text.lstrip()[:1].islower()
        is_condition = has_phrase("conditions", sentence.text, self.sheet.spoken)
        one = begins_small and is_condition and not whole
        all_above = self.whole_reached
        if not one:
            self.reached.add(index)
        if whole:
            self.whole_reached = index
        for place in range(index - 1, -1, -1):
            other_line = self.sheet.sections[place].sentence.number < sentence.number
            if not whole and (
                self.sheet.sections[place + 1].sentence.after_gap
                or (other_line and not self.sheet.begins_line(index))
            ):
                return
            yield place
            if one or place == all_above or (place in self.reached and not whole):
                return

    def _refers_across_gap(self, index: int) -> bool:
        """Whether a sentence below an empty line speaks of what is above it: *scrap that*."""
        sentence = self.sheet.sections[index].sentence
        sentences = (each.sentence for each in self.sheet.sections)
        if not any(each.after_gap and each.number == sentence.number for each in sentences):
            return False
        return self._takes_back(sentence.text) or begins_with_phrase("recalling", sentence.text)

    def _takes_back(self, text: str) -> bool:
        """Whether a sentence points at orders and makes them conditional or takes them back."""
        if not has_phrase("pointing", text, self.sheet.spoken):
            return False
        told = without_harmless(text)
        kinds = ("denials", "conditions")
        return any(has_phrase(kind, told, self.sheet.spoken) for kind in kinds)
