"""What a pasted text of orders is answered, line by line: the order as it was understood, what is
wrong with it, what to look at twice; and the latter of the orders that are stored."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.translation import ngettext

from accounts import notation
from adjudicator import (
    LANGUAGES,
    AdjudicatorError,
    Position,
    Rules,
    parse_canonical,
)
from adjudicator import Order as RulesOrder
from adjudicator import read_sheet as read_block
from adjudicator.notation import render
from adjudicator.notation.advice import Advice, advise

from .. import positions, wording
from ..models import Phase, Seat
from .sheets import TextLine, TextSheet

OTHERWISE = "read_otherwise"
OF_WORDS = {OTHERWISE, "of_another_power"}
"""Advice that an order has from how it was written; the other it has from the orders beside it."""


@dataclass(frozen=True)
class Entry:
    """The answer to one order: the number of its line and its text as typed; `order` is a sentence,
    empty if none was understood, `problem` says why the order cannot be taken."""

    number: int
    text: str
    order: str
    problem: str
    warnings: list[str]

    @property
    def state(self) -> str:
        return "wrong" if self.problem else "doubtful" if self.warnings else "good"


@dataclass(frozen=True)
class Echo:
    """The answer to a text: its `entries`, or the one `problem` for which nothing was read.

    `read_as` names the language where the text had to show it.
    """

    entries: list[Entry]
    problem: str = ""
    read_as: str = ""

    @property
    def summary(self) -> str:
        """How many orders were understood, and how many lines not."""
        wrong = sum(bool(entry.problem) for entry in self.entries)
        good = len(self.entries) - wrong
        parts = [
            ngettext("%(count)d order understood", "%(count)d orders understood", good)
            % {"count": good}
        ]
        if wrong:
            more = ngettext("%(count)d line not taken", "%(count)d lines not taken", wrong)
            parts.append(more % {"count": wrong})
        return ", ".join(parts)


def of(sheet: TextSheet, *, found: bool = False) -> Echo:
    """The answer to a text that was read. `found`: its language was not stated."""
    name = dict(settings.LANGUAGES).get(sheet.language, "") if found and sheet.lines else ""
    return Echo([_entry(line, sheet) for line in sheet.lines], sheet.problem, name)


def _entry(line: TextLine, sheet: TextSheet) -> Entry:
    read, sentence = line.read, ""
    if read.order is not None:
        sentence = render(read.order, notation.current(), "words", sheet.position)
    warnings = [] if line.problem else _warnings(read.advice)
    return Entry(read.number, read.text, sentence, line.problem, warnings)


@dataclass(frozen=True)
class Kept:
    """A stored order as its reader writes it, and what to look at twice in it."""

    order: str
    warnings: list[str] = field(default_factory=list)


def of_stored(phase: Phase, seat: Seat) -> list[Kept]:
    """The stored orders of a seat in an open phase. Its holder alone may read them."""
    rows = list(phase.orders.filter(seat=seat).order_by("pk"))
    write = wording.writer(phase)
    try:
        position, rules = positions.load(phase), positions.rules_of(phase.game)
        orders = [parse_canonical(row.text, phase.type) for row in rows]
    except AdjudicatorError:  # a row gone bad is no reason to show no page
        return [Kept(write(row.text)) for row in rows]
    advice = advise(orders, position, seat.power)
    return [
        Kept(
            write(row.text),
            _warnings([*each, *_of_text(row.typed or "", order, position, seat, rules)]),
        )
        for row, order, each in zip(rows, orders, advice, strict=True)
    ]


def _of_text(
    typed: str, stored: RulesOrder, position: Position, seat: Seat, rules: Rules
) -> list[Advice]:
    """What is to be said of the words of a stored order. In which language they were read is not
    stored; any in which they are that order will do, its reader's own first."""
    if typed == str(stored):  # chosen from a list
        return []
    for language in sorted(LANGUAGES, key=lambda code: code != notation.current()):
        lines = read_block(typed, position, seat.power, language, rules).lines
        if [line.order for line in lines] == [stored]:
            return [each for each in lines[0].advice if each.code in OF_WORDS]
    return []


def _warnings(advice: Iterable[Advice]) -> list[str]:
    """A sentence each; one for all languages that make the same other order of a line."""
    said, others = [], set()
    for each in advice:
        if each.code != OTHERWISE or each.params["order"] not in others:
            said.append(wording.advice(each))
        if each.code == OTHERWISE:
            others.add(each.params["order"])
    return said
