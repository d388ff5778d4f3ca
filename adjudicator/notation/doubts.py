"""Orders of a sheet that their writer may not have meant.

A line is an order only if everything on it was understood. Words beside it may make it a condition,
take it back, quote or ask it, or offer another one; a list of units is no list of removals. Such a
line has the orders that were read as the `readings` of its error, and the writer is asked.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustments_due
from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_causes import (
    Cause,
    SectionCauses,
)
from adjudicator.notation.doubt_words import (
    has_phrase,
    is_phrase,
    is_remark,
    without_denials,
    without_harmless,
    without_phrases,
)
from adjudicator.notation.order_search import orders_within, other_target
from adjudicator.notation.sheet_sections import (
    SheetSections,
    is_of_other_phase,
    lines_by_section,
)
from adjudicator.notation.sheet_words import (
    begins_own_order,
    begins_with_unknown_unit,
    first_own_unit,
    is_bare_unit,
    is_hold,
    is_place,
    own_fleets_on_route,
    provinces_in,
    provinces_of_type,
    says_support,
)
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, SupportHold, SupportMove
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator.notation.sections import Section
    from adjudicator.notation.sheet_reader import Line, SheetReader
    from adjudicator.orders import Order
    from adjudicator.units import Unit

_SLASH = re.compile(r"(?<=\w{3})/(?=\w{3})")
_TAKING_BACK = ("not_meant", "asked")
"""Codes of doubts that speak of earlier orders for the same unit."""
ABOUT_OTHERS = frozenset({"conditional", "order_ambiguous", "beside_not_understood"})
"""Codes of doubts because of which another order for the same unit is doubtful as well."""


def with_doubts(
    lines: Sequence[Line],
    sections: Sequence[Section],
    reader: SheetReader,
    language: str,
    *,
    stated: bool,
) -> list[Line]:
    """Return the lines, with an error that has `readings` for each doubtful order.

    If the language is not `stated`, the words of all languages count in full.
    """
    return _Doubts(lines, sections, reader, language, stated=stated).settled()


def _unit_helped(order: Order) -> set[str]:
    """The province of the unit that an order supports."""
    return {order.supported.province} if isinstance(order, SupportHold | SupportMove) else set()


class _Doubts:
    """The lines of a sheet that is searched for doubtful orders."""

    def __init__(
        self,
        lines: Sequence[Line],
        sections: Sequence[Section],
        reader: SheetReader,
        language: str,
        *,
        stated: bool,
    ) -> None:
        self.lines = list(lines)
        self.sections = sections
        self.reader = reader
        self.language = language
        self.stated = stated
        self.in_winter = reader.position.phase.type is PhaseType.ADJUSTMENT
        self.of_province: dict[str, list[int]] = {}
        self.of_section = lines_by_section(lines)

    def settled(self) -> list[Line]:
        self._find_alternatives()
        self._find_alternatives_within()
        sheet = SheetSections(
            self.lines, self.sections, self.reader, self.language, stated=self.stated
        )
        causes = SectionCauses(sheet).find()
        for index, cause in causes.items():
            for place in self.of_section.get(index, ()):
                self.lines[place] = self._doubtful(self.lines[place], cause)
        if self.in_winter:
            self._doubt_lists_of_units()
        self._doubt_routes()
        self._settle_units()
        return self._without_causes(causes)

    # Alternatives and lists

    def _find_alternatives(self) -> None:
        """Doubt an order that is followed by another target or another order for its unit."""
        for places in self.of_section.values():
            for before, place in pairwise(places):
                line, other = self.lines[before], self.lines[place]
                if line.order is None or line.error is not None:
                    continue
                orders = self._alternatives(line, other)
                if orders:
                    error = OrderSyntaxError.ambiguous(f"{line.text}, {other.text}", orders)
                    self.lines[before] = replace(line, error=error)
                    self.lines[place] = replace(other, error=error)

    def _find_alternatives_within(self) -> None:
        """Doubt a line that leaves a choice in words: *A Par - Bur or Pic*."""
        for place, line in enumerate(self.lines):
            if line.is_unread and len(line.text) <= LONGEST:
                orders = self._alternatives_within(line)
                if orders:
                    error = OrderSyntaxError.ambiguous(line.text, orders)
                    self.lines[place] = replace(line, error=error)

    def _alternatives_within(self, line: Line) -> set[Order]:
        """The orders for one unit between which a line leaves the choice."""
        words = _SLASH.sub(" / ", line.text).split()
        for place in range(2, len(words) - 1):
            if words[place] != "/" and not is_phrase("alternatives", words[place]):
                continue
            text, rest = " ".join(words[:place]), " ".join(words[place + 1 :])
            order = self.reader.try_parse(text, self.language)
            if order is None or order.unit is None or self.reader.legal(order) is None:
                continue
            other: Order | None = Hold(order.unit)
            if not is_hold(rest, self.reader, self.language):
                other = other_target(replace(line, text=text), rest, self.reader, self.language)
            if other is not None and other.unit == order.unit and other != order:
                return {order, other}
        return set()

    def _alternatives(self, line: Line, other: Line) -> set[Order]:
        """The orders for one unit between which two neighbouring lines leave the choice."""
        assert line.order is not None
        by_chance = is_of_other_phase(other)
        if other.order is not None and not by_chance:
            same = other.order.unit is not None and other.order.unit == line.order.unit
            return {line.order, other.order} if same and other.order != line.order else set()
        if not other.is_unread and not by_chance:
            return set()
        if is_place(other.text, self.reader, self.language) and isinstance(line.order, Move):
            # “F Bre - MAO, Por” may be a chain: the fleet cannot reach the second place at once
            named = provinces_in(other.text, self.reader, self.language)
            is_chain = named.isdisjoint({line.order.unit.province, line.order.target[:3]})
            if is_chain and not other_target(line, other.text, self.reader, self.language):
                return {line.order}
        text = without_phrases("alternatives", other.text)
        found = other_target(line, text, self.reader, self.language)
        if found is None and text != other.text:
            found = next(iter(orders_within(text, self.reader, self.language)), None)
        if found is None or found.unit != line.order.unit:
            return set()
        return {line.order, found}

    def _doubt_lists_of_units(self) -> None:
        """Doubt lists with units without a verb if more are named than must be removed or built."""
        for places in self.of_section.values():
            others = (self.lines[place].error for place in places)
            if any(isinstance(error, IllegalOrder) for error in others):
                for place in places:
                    if is_bare_unit(self.lines[place].text, self.reader, self.language):
                        cause = Cause("units_listed", self.lines[place].text)
                        self.lines[place] = self._doubtful(self.lines[place], cause)
        due = max(adjustments_due(self.reader.position, self.reader.power))
        changes = [
            place
            for place, line in enumerate(self.lines)
            if isinstance(line.order, Build | Disband) and line.error is None
        ]
        bare = [p for p in changes if is_bare_unit(self.lines[p].text, self.reader, self.language)]
        if len({self.lines[place].order for place in changes}) > due:
            lists = {self.lines[place].section for place in bare}
            for place in changes:
                if self.lines[place].section in lists:
                    cause = Cause("units_listed", self.lines[place].text)
                    self.lines[place] = self._doubtful(self.lines[place], cause)

    def _doubt_routes(self) -> None:
        """Doubt a move through seas in which fleets of the power do not convoy it."""
        orders = [line.order for line in self.lines if line.error is None]
        convoys = {
            (each.unit, each.army, each.target) for each in orders if isinstance(each, Convoy)
        }
        for place, line in enumerate(self.lines):
            order = line.order
            if isinstance(order, Move) and order.via and line.error is None:
                fleets = own_fleets_on_route(line.text, self.reader, self.language)
                if any((fleet, order.unit, order.target) not in convoys for fleet in fleets):
                    cause = Cause("beside_not_understood", line.text)
                    self.lines[place] = self._doubtful(line, cause)

    def _settle_units(self) -> None:
        """Doubt other orders for the unit of a doubtful one; take those that are also clear."""
        self._doubt_repeated()
        clear = {line.order for line in self.lines if line.order and line.error is None}
        self.of_province = self._lines_by_province()
        self._drop_replaced({order.unit for order in clear})
        doubted: dict[object, set[Order]] = {}
        for place, line in enumerate(self.lines):
            readings = line.readings
            if readings and set(readings) <= clear and len(readings) == 1:
                self.lines[place] = replace(line, order=readings[0], error=None)
            elif readings and line.error is not None and line.error.code in ABOUT_OTHERS:
                for order in readings:
                    doubted.setdefault(order.unit, set()).add(order)
            elif not self._is_of_another_text(line):
                self._doubt_corrected(place)
        for place, line in enumerate(self.lines):
            if line.order is None or line.error is not None or line.order.unit is None:
                continue
            others = doubted.get(line.order.unit, set()) - {line.order}
            if others:
                error = OrderSyntaxError.ambiguous(line.text, {line.order, *others})
                self.lines[place] = replace(line, order=None, error=error)

    def _drop_replaced(self, ordered: Collection[Unit | None]) -> None:
        """Ask nothing about a quoted or struck out order for a unit that has another one."""
        for place, line in enumerate(self.lines):
            replaced = line.readings and all(each.unit in ordered for each in line.readings)
            if replaced and self._is_of_another_text(line):
                error = OrderSyntaxError("remark", {"text": line.text})
                self.lines[place] = replace(line, error=error)

    def _doubt_repeated(self) -> None:
        """Doubt an order that a later line repeats in order to take it back: *cancel A Par - Bur*.

        A doubtful line above the order does not count: the order is the last word.
        """
        later: dict[Order, OrderSyntaxError] = {}
        for place in range(len(self.lines) - 1, -1, -1):
            line = self.lines[place]
            if isinstance(line.error, OrderSyntaxError) and line.readings:
                listed = self.in_winter and is_bare_unit(line.text, self.reader, self.language)
                takes_back = len(line.readings) == 1 and not listed
                if takes_back and not self._is_of_another_text(line):
                    later[line.readings[0]] = line.error
            elif line.is_unread and not self._is_of_another_text(line):
                self._note_repeated(line, later)
            elif line.error is None and line.order in later:
                error = later[line.order]
                self.lines[place] = replace(line, order=None, error=error)

    def _note_repeated(self, line: Line, later: dict[Order, OrderSyntaxError]) -> None:
        """Note the orders for the unit that a line names first if it was not understood."""
        first = first_own_unit(line.text, self.reader, self.language)
        for order in orders_within(line.text, self.reader, self.language):
            if order.unit is not None and order.unit.province != first:
                continue
            params = {"text": line.text, "readings": str(order)}
            error = OrderSyntaxError("beside_not_understood", params)
            error.readings = (order,)
            later[order] = error

    def _lines_by_province(self) -> dict[str, list[int]]:
        """The lines with orders beyond doubt, by the province of their unit."""
        found: dict[str, list[int]] = {}
        for place, line in enumerate(self.lines):
            if line.order is not None and line.error is None and line.order.unit is not None:
                found.setdefault(line.order.unit.province, []).append(place)
        return found

    def _is_of_another_text(self, line: Line) -> bool:
        sentence = self.sections[line.section].sentence
        return sentence.is_quoted or sentence.is_struck_out

    def _doubt_corrected(self, place: int) -> None:
        """Doubt earlier orders of which a later line speaks that is no order.

        It names their unit; or their target, if it takes something back: *forget Trieste*.
        """
        line = self.lines[place]
        code = line.error.code if line.error is not None else ""
        if line.order is not None or code == "conditional" or is_remark(line.text):
            return
        units, targets = self._taken_back(line, not_meant=code in _TAKING_BACK)
        helped = targets if says_support(line.text, self.reader, self.language) else set()
        for province, places in self.of_province.items():
            for before in places:
                earlier = self.lines[before]
                order = earlier.order
                if order is None or earlier.error is not None or earlier.section >= line.section:
                    continue
                is_named = province in units or getattr(order, "target", "")[:3] in targets
                is_named = is_named or bool(_unit_helped(order) & helped)
                if is_named and {order} != {*line.readings}:
                    cause = Cause("beside_not_understood", line.text)
                    self.lines[before] = self._doubtful(earlier, cause)

    def _taken_back(self, line: Line, *, not_meant: bool) -> tuple[set[str], set[str]]:
        """The provinces of units, and of targets, of which a line that is no order speaks."""
        if not_meant and line.readings:
            return {each.unit.province for each in line.readings if each.unit is not None}, set()
        denies = not_meant or has_phrase("denials", without_harmless(line.text), self.language)
        if denies and not begins_own_order(line.text, self.reader, self.language):
            told = without_denials(line.text)
            named = provinces_in(told, self.reader, self.language)
            units = named or provinces_of_type(line.text, self.reader, self.language)
            return units, named
        if begins_with_unknown_unit(line.text, self.reader, self.language):
            return set(), set()
        return {first_own_unit(line.text, self.reader, self.language)}, set()

    def _without_causes(self, causes: Mapping[int, Cause]) -> list[Line]:
        """The lines without those that only repeat why others of their section are doubtful."""
        found = []
        for line in self.lines:
            cause = causes.get(line.section)
            others = (self.lines[place] for place in self.of_section[line.section])
            repeated = cause is not None and cause.text == line.text and not line.readings
            if not (repeated and any(other.readings for other in others)):
                found.append(line)
        return found

    def _doubtful(self, line: Line, cause: Cause) -> Line:
        """The line with an error that has its order as a reading."""
        if line.order is not None and line.error is None:
            readings: tuple[Order, ...] = (line.order,)
        elif line.is_unread and not is_remark(line.text):
            readings = tuple(orders_within(line.text, self.reader, self.language))
            if not readings and self.sections[line.section].sentence.is_question:
                return line
        else:
            return line
        params = {"text": cause.text, "readings": "; ".join(map(str, readings))}
        error = OrderSyntaxError(cause.code, params)
        error.readings = readings
        return replace(line, order=None, error=error)
