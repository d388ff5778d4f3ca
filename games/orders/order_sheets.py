"""Reading a pasted text as a sheet of orders, and conflicts between the orders of a sheet.

Only the position and the text are read, so that nothing here can disclose others' orders.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from adjudicator import Board, IllegalOrder, OrderSyntaxError, Position, Rules, adjustment
from adjudicator import Order as RulesOrder
from adjudicator import read_sheet as read_block
from adjudicator.notation import Line as BlockLine
from adjudicator.notation import split_sheet
from adjudicator.notation.line_errors import REMARK
from adjudicator.terms import PhaseType

from .. import wording
from ..core.errors import LineError, Refused, SaveFailedError, SheetRefused, describe
from ..models import Phase, Seat
from ..state import positions
from . import threads

TypedOrder = tuple[str, RulesOrder]
"""An order as it was typed, and the order that was read."""


NONE_MEANT = "none"
"""The answer that none of the readings of a doubtful line is meant."""


@dataclass(frozen=True)
class TextLine:
    """One order of a pasted text; `problem` says why it is not accepted, and is empty if it is.

    A doubtful line asks about one unit: `asked` has the orders that may be meant for it, `answer`
    the one that its writer chose, `NONE_MEANT`, or nothing yet.
    """

    read: BlockLine
    problem: str = ""
    asked: tuple[RulesOrder, ...] = ()
    answer: str = ""

    @property
    def order(self) -> RulesOrder | None:
        """The order as it was read or chosen."""
        if not self.asked:
            return self.read.order
        return next((each for each in self.asked if str(each) == self.answer), None)

    @property
    def is_remark(self) -> bool:
        """Whether the line is a greeting or the like, which is left aside."""
        return _is_remark(self.read)

    @property
    def may_be_ignored(self) -> bool:
        """Whether no order was understood in the line, or one that its unit cannot carry out.

        A question is not ignored, nor is one of two orders for a unit: which one counts is open.
        """
        return bool(self.problem) and not self.asked and self.read.error is not None

    @property
    def province(self) -> str:
        """The province of the unit that the line asks about; empty if it asks nothing."""
        unit = self.asked[0].unit if self.asked else None
        return unit.province if unit else ""


@dataclass(frozen=True)
class TextSheet:
    """A pasted `text` as it was read. If it has a `problem`, none of it is accepted.

    A text of remarks alone `is_remark`; that is its problem.
    """

    position: Position
    text: str
    language: str = ""
    lines: tuple[TextLine, ...] = ()
    problem: str = ""
    is_remark: bool = False

    @property
    def has_orders(self) -> bool:
        """Whether some line is an order, or may be one."""
        return any(line.order is not None or line.asked for line in self.lines)

    @property
    def taken(self) -> list[TypedOrder]:
        """The orders that can be stored."""
        good = [line for line in self.lines if not line.problem]
        return [(line.read.text, line.order) for line in good if line.order is not None]

    @property
    def left_over(self) -> list[TextLine]:
        """The lines that cannot be stored."""
        return [line for line in self.lines if line.problem]

    @property
    def ignorable(self) -> list[TextLine]:
        """The lines that cannot be stored and may be left out by whoever has seen them."""
        return [line for line in self.lines if line.may_be_ignored]

    def without_ignorable(self) -> "TextSheet":
        """The sheet without the lines that may be left out."""
        return replace(self, lines=tuple(line for line in self.lines if not line.may_be_ignored))

    @property
    def without_order(self) -> set[str]:
        """The provinces of units for which the writer means none of the orders offered."""
        return {line.province for line in self.lines if line.answer == NONE_MEANT}

    @property
    def questions(self) -> list[TextLine]:
        """The doubtful lines that are not answered."""
        return [line for line in self.lines if line.asked and not line.answer]


class TextRefused(SheetRefused):
    """Error for a pasted text without an order that can be stored; `sheet` has the reasons."""

    def __init__(self, sheet: TextSheet) -> None:
        wrong = sheet.left_over
        super().__init__(
            [LineError(str(line.read.number), line.read.text, line.problem) for line in wrong]
        )
        self.sheet = sheet


@contextmanager
def hiding_orders() -> Iterator[None]:
    """Turn every exception but `Refused` into `SaveFailedError`, so that no log quotes orders.

    Such a block may hold another: the error keeps the cause that the inner one has described.
    """
    try:
        yield
    except (Refused, SaveFailedError):
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


def read_text(
    phase: Phase,
    seat: Seat,
    text: str,
    language: str | None,
    answers: Mapping[str, str] | None = None,
) -> TextSheet:
    """Read a pasted text: each of its orders, and the problems with it.

    `language` is the code of a notation; None recognizes it from the text. `answers` are the orders
    that the writer chose for doubtful lines, or `NONE_MEANT`, by the province of their unit. Every
    unexpected error is raised as `SaveFailedError`, so that no log quotes orders.
    """
    with hiding_orders():
        position, rules = positions.load(phase), positions.rules_of(phase)
        return read_for(position, seat.power, text, language, rules, answers)


def read_for(
    position: Position,
    power: str,
    text: str,
    language: str | None,
    rules: Rules,
    answers: Mapping[str, str] | None = None,
) -> TextSheet:
    """Read a text with orders of a power in a position; for the arguments see `read_text`."""
    text = text.replace("\0", " ")
    block = read_block(text, position, power, language, rules)
    if block.problem is not None:
        problem = wording.refusal(block.problem, position.board)
        return TextSheet(position, text, block.language, problem=problem)
    if text.strip() and all(_is_remark(line) for line in block.lines):
        nothing = _("There are no orders in this text. To remove all orders, leave the box empty.")
        return TextSheet(position, text, block.language, problem=nothing, is_remark=True)
    lines = _text_lines(block.lines, position, power, answers or {})
    return TextSheet(position, text, block.language, lines)


def split_text(
    phase: Phase, powers: Sequence[str], text: str, language: str | None
) -> dict[str, str]:
    """Return the part of a pasted text for each of `powers` that it gives orders to, by power.

    For `language` see `read_text`.
    """
    with hiding_orders():
        position, rules = positions.load(phase), positions.rules_of(phase)
        return split_sheet(text.replace("\0", " "), position, powers, language, rules)


def divide_text(
    phase: Phase,
    powers: Sequence[str],
    text: str,
    language: str | None,
    names: Mapping[str, str],
    masters: Collection[str],
    answers: Mapping[str, str],
) -> threads.Division:
    """Divide a pasted thread among `powers`; for the arguments see `threads.divide`.

    `language` is as in `read_text`.
    """
    with hiding_orders():
        position, rules = positions.load(phase), positions.rules_of(phase)
        text = text.replace("\0", " ")
        return threads.divide(text, position, powers, language, rules, names, masters, answers)


def _is_remark(line: BlockLine) -> bool:
    return line.error is not None and line.error.code == REMARK


def _text_lines(
    lines: Sequence[BlockLine], position: Position, power: str, answers: Mapping[str, str]
) -> tuple[TextLine, ...]:
    found = [
        each
        for line in lines
        for each in (_questions(line, position, answers) if line.readings else [TextLine(line)])
    ]
    found = _asked_once(found)
    good = [place for place, line in enumerate(found) if line.order and _is_accepted(line)]
    clashing = clashes(
        [line.order for line in found if line.order and _is_accepted(line)], position, power
    )
    for number, place in enumerate(good):
        found[place] = replace(found[place], problem=clashing.get(number, ""))
    return tuple(
        replace(line, problem=wording.refusal(line.read.error, position.board))
        if isinstance(line.read.error, OrderSyntaxError | IllegalOrder)
        and not line.asked
        and not line.is_remark
        else line
        for line in found
    )


def _is_accepted(line: TextLine) -> bool:
    return bool(line.asked) or line.read.error is None


def _questions(
    line: BlockLine, position: Position, answers: Mapping[str, str]
) -> Iterator[TextLine]:
    """A text line for each unit about which a doubtful line asks."""
    assert isinstance(line.error, OrderSyntaxError)
    problem = _problem(line.error, position.board)
    of_unit: dict[str, list[RulesOrder]] = {}
    for order in line.readings:
        if order.unit is not None:
            of_unit.setdefault(order.unit.province, []).append(order)
    for province, orders in of_unit.items():
        answer = answers.get(province, "")
        known = answer == NONE_MEANT or answer in map(str, orders)
        answer = answer if known else ""
        yield TextLine(line, "" if answer else problem, tuple(orders), answer)


def _problem(error: OrderSyntaxError, board: Board) -> str:
    """The reason for which a line is a question."""
    if error.code != "orders_conflict":
        return wording.refusal(error, board)
    message = (
        _("There are several orders for %(unit)s. Which one is meant?")
        if len(error.readings) > 1
        else _("There are several orders for %(unit)s, and only this one is possible. Is it meant?")
    )
    return message % {"unit": wording.unit_in_short(error.readings[0].unit)}


def _asked_once(lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines without later questions about a unit; the first has all the readings."""
    first: dict[str, int] = {}
    found: list[TextLine] = []
    for line in lines:
        if line.province in first:
            earlier = found[first[line.province]]
            asked = tuple(dict.fromkeys((*earlier.asked, *line.asked)))
            answer = earlier.answer if earlier.order else line.answer or earlier.answer
            problem = "" if answer else earlier.problem
            found[first[line.province]] = replace(
                earlier, asked=asked, answer=answer, problem=problem
            )
            continue
        if line.province:
            first[line.province] = len(found)
        found.append(line)
    return found


def clashes(read: Sequence[RulesOrder], position: Position, power: str) -> dict[int, str]:
    """Return the problems with orders that are legal one by one, by their indexes.

    These are further orders for the same unit or build site, and more adjustments than are due.
    """
    problems: dict[int, str] = {}
    seen: set[str] = set()
    most = most_due(position, power)
    for place, order in enumerate(read):
        if order.unit is not None and order.unit.province in seen:
            message = _("There are two orders for %(unit)s. Keep one of them.")
            problems[place] = message % {"unit": wording.unit_in_short(order.unit)}
        elif most is not None and place - len(problems) >= most:
            message = _("That’s too many: the maximum now is %(number)d. Remove one.")
            problems[place] = message % {"number": most}
        elif order.unit is not None:
            seen.add(order.unit.province)
    return problems


def limit_to_due(sheet: TextSheet, stored: Sequence[RulesOrder], power: str) -> TextSheet:
    """Return the sheet with a problem for each new adjustment beyond what is due.

    Stored builds and disbands stay and count, unless the sheet has another order for the same
    province; stored waives give way. Other phases have no such limit.
    """
    most = most_due(sheet.position, power)
    if most is None:
        return sheet
    sites = {order.unit.province for order in stored if order.unit is not None}
    room, lines = most - len(sites), []
    for line in sheet.lines:
        order = line.order
        if line.problem or order is None or (order.unit and order.unit.province in sites):
            lines.append(line)
        elif room > 0:
            lines.append(line)
            room -= 1
        else:
            message = _(
                "Together with your saved orders, that’s too many: the maximum now is "
                "%(number)d. When every line can be accepted, the text replaces your "
                "saved orders."
            )
            lines.append(replace(line, problem=message % {"number": most}))
    return replace(sheet, lines=tuple(lines))


def most_due(position: Position, power: str) -> int | None:
    """Return the number of adjustments that a power may order; None in other phases."""
    if position.phase.type != PhaseType.ADJUSTMENT:
        return None
    change = adjustment(position, power)
    return change.builds or change.removals
