"""Feedback on a pasted text of orders, line by line, and warnings about stored orders.

Feedback is the order as it was understood, the reason why it is refused, and warnings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import ngettext

from accounts import notation
from accounts.compiled_queries import CompiledQuery
from adjudicator import (
    LANGUAGES,
    AdjudicatorError,
    Board,
    Position,
    parse_canonical,
)
from adjudicator import Order as RulesOrder
from adjudicator import read_sheet as read_block
from adjudicator.notation import render
from adjudicator.notation.advice import Advice, advise

from .. import wording
from ..models import Order, Phase, Seat
from ..state import positions
from .choices import as_told
from .order_sheets import TextLine, TextSheet

READ_OTHERWISE = "read_otherwise"
ANSWER_PREFIX = "meant-"
"""Prefix of the fields with the answers to questions; the province of the unit follows."""
ABOUT_WORDING = {READ_OTHERWISE, "of_another_power", "of_other_type", "read_as"}
"""Codes of advice about how an order is written; other advice is about the set of orders."""


@dataclass(frozen=True)
class Question:
    """A question about a doubtful line: the order that its writer means for one unit.

    `options` are the orders as (canonical text, sentence); `answer` is the chosen text, or empty.
    """

    province: str
    unit: str
    options: list[tuple[str, str]]
    answer: str

    @property
    def name(self) -> str:
        """The name of the form's field."""
        return f"{ANSWER_PREFIX}{self.province}"


@dataclass(frozen=True)
class LineFeedback:
    """Feedback on one order of a text.

    `number` is the number of its line, `text` the text as typed. `order` is the order as a
    sentence and `canonical` its notation, both empty if none was understood; `problem` says why it
    cannot be accepted, empty if it can. A doubtful line has a `question`. A line that `is_remark`,
    such as a greeting, is no order.
    """

    number: int
    text: str
    order: str
    problem: str
    warnings: list[str]
    question: Question | None = None
    is_remark: bool = False
    canonical: str = ""

    @property
    def state(self) -> str:
        if self.question is not None:
            return "good" if self.question.answer else "asked"
        if self.is_remark:
            return "remark"
        return "wrong" if self.problem else "doubtful" if self.warnings else "good"


@dataclass(frozen=True)
class SheetFeedback:
    """Feedback on a text: its `entries`, or the one `problem` that kept all of it from being read.

    `read_as` names the language if it was recognized from the text, else it is empty.
    """

    entries: list[LineFeedback]
    problem: str = ""
    read_as: str = ""

    @property
    def asks(self) -> bool:
        """Whether the text has a question, answered or not."""
        return any(entry.question for entry in self.entries)

    @property
    def summary(self) -> str:
        """A sentence with the numbers of orders understood, questions and lines refused."""
        asked = sum(entry.state == "asked" for entry in self.entries)
        wrong = sum(entry.state == "wrong" for entry in self.entries)
        good = sum(entry.state in ("good", "doubtful") for entry in self.entries)
        parts = [
            ngettext("%(count)d order understood", "%(count)d orders understood", good)
            % {"count": good}
        ]
        if asked:
            more = ngettext("%(count)d question", "%(count)d questions", asked)
            parts.append(more % {"count": asked})
        if wrong:
            more = ngettext("%(count)d line not accepted", "%(count)d lines not accepted", wrong)
            parts.append(more % {"count": wrong})
        return ", ".join(parts)


def sheet_feedback(sheet: TextSheet, *, found: bool = False) -> SheetFeedback:
    """Return the feedback on a text; with `found` its language was recognized, not stated."""
    name = dict(settings.LANGUAGES).get(sheet.language, "") if found and sheet.lines else ""
    return SheetFeedback([_entry(line, sheet) for line in sheet.lines], sheet.problem, name)


def _entry(line: TextLine, sheet: TextSheet) -> LineFeedback:
    def sentence(order: RulesOrder) -> str:
        return render(order, notation.current(), "words", sheet.position)

    read = line.read
    written = sentence(line.order) if line.order is not None else ""
    warnings = [] if line.problem else _warnings(read.advice, sheet.position.board)
    question = None
    if line.asked:
        unit = line.asked[0].unit
        assert unit is not None
        options = [(str(order), sentence(order)) for order in line.asked]
        question = Question(line.province, wording.unit_in_short(unit), options, line.answer)
        written = ""
    return LineFeedback(
        read.number,
        read.text,
        written,
        line.problem,
        warnings,
        question,
        line.is_remark,
        canonical=line.answer or ("" if line.asked or line.order is None else str(line.order)),
    )


def joined(answers: Sequence[SheetFeedback]) -> SheetFeedback | None:
    """One feedback of several on parts of the same text; None without any."""
    if not answers:
        return None
    entries = sorted((line for each in answers for line in each.entries), key=lambda e: e.number)
    problems = dict.fromkeys(each.problem for each in answers if each.problem)
    languages = {each.read_as for each in answers}
    return SheetFeedback(
        entries, " ".join(problems), languages.pop() if len(languages) == 1 else ""
    )


@dataclass(frozen=True)
class StoredOrder:
    """A stored order in the reader's notation, and warnings about it.

    `shown` is the order as the page lists it: there a move that needs a convoy says so.
    """

    order: str
    warnings: list[str] = field(default_factory=list)
    shown: str = field(default="", compare=False)


def orders_of(phase: Phase, seat: Seat) -> list[Order]:
    """Return the orders of a seat as they are stored, for those who may order for it."""
    orders: list[Order] = _ORDERS_OF.objects(phase=phase.pk, seat=seat.pk)
    for order in orders:
        order.phase, order.seat = phase, seat
    return orders


def _orders_of(phase: int, seat: int) -> QuerySet[Order]:
    return Order.objects.filter(phase=phase, seat=seat).order_by("pk")


_ORDERS_OF = CompiledQuery(_orders_of, phase=int, seat=int)


def stored_orders(
    phase: Phase, seat: Seat, rows: Sequence[Order] | None = None
) -> list[StoredOrder]:
    """Return the stored orders of a seat in an open phase, for those who may order for it.

    `rows` are those of `orders_of`, if they have been read.
    """
    rows = orders_of(phase, seat) if rows is None else rows
    write = wording.stored_orders(phase)
    try:
        position = positions.load(phase)
        orders = [parse_canonical(row.text, phase.type, position.board) for row in rows]
    except AdjudicatorError:  # a corrupt row must not break the page
        return [StoredOrder(write(row.text)) for row in rows]
    advice = advise(orders, position, seat.power)
    in_short = wording.order_shortener(position)
    return [
        StoredOrder(
            write(row.text),
            _warnings(
                [*each, *_wording_advice(row.typed or "", order, position, seat, phase)],
                position.board,
            ),
            in_short(as_told(order, position)),
        )
        for row, order, each in zip(rows, orders, advice, strict=True)
    ]


def _wording_advice(
    typed: str, stored: RulesOrder, position: Position, seat: Seat, phase: Phase
) -> list[Advice]:
    """Return the advice about the wording of a stored order as it was typed.

    The language in which it was read is not stored, so all are tried, the reader's own first, until
    the text gives the stored order.
    """
    if typed == str(stored):  # chosen from a list
        return []
    rules = positions.rules_of(phase)
    for language in sorted(LANGUAGES, key=lambda code: code != notation.current()):
        lines = read_block(typed, position, seat.power, language, rules).lines
        if [line.order for line in lines] == [stored]:
            return [each for each in lines[0].advice if each.code in ABOUT_WORDING]
    return []


def _warnings(advice: Iterable[Advice], board: Board) -> list[str]:
    """Return a sentence for each advice, but one for all languages that read the same order."""
    said, others = [], set()
    for each in advice:
        if each.code != READ_OTHERWISE or each.params["order"] not in others:
            said.append(wording.advice(each, board))
        if each.code == READ_OTHERWISE:
            others.add(each.params["order"])
    return said
