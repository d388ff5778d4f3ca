"""Reading a pasted text as a sheet of orders, and conflicts between the orders of a sheet.

Only the position and the text are read, so that nothing here can disclose others' orders.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from adjudicator import IllegalOrder, OrderSyntaxError, Position, adjustment
from adjudicator import Order as RulesOrder
from adjudicator import read_sheet as read_block
from adjudicator.notation import Line as BlockLine
from adjudicator.notation.sections import pieces, read_sections
from adjudicator.terms import PhaseType

from .. import wording
from ..core.errors import LineError, Refused, SaveFailedError, SheetRefused, describe
from ..models import Phase, Seat
from ..state import positions

# No power ever has this many units; reading more lines would be wasted work.
MOST_LINES = 100
LONGEST_TEXT = 10_000

TypedOrder = tuple[str, RulesOrder]
"""An order as it was typed, and the order that was read."""


@dataclass(frozen=True)
class TextLine:
    """One order of a pasted text; `problem` says why it is not accepted, and is empty if it is."""

    read: BlockLine
    problem: str = ""


@dataclass(frozen=True)
class TextSheet:
    """A pasted text as it was read. If it has a `problem`, none of it is accepted."""

    position: Position
    language: str = ""
    lines: tuple[TextLine, ...] = ()
    problem: str = ""

    @property
    def taken(self) -> list[TypedOrder]:
        """The orders that can be stored."""
        read = [line.read for line in self.lines if not line.problem]
        return [(line.text, line.order) for line in read if line.order is not None]

    @property
    def left_over(self) -> list[TextLine]:
        """The lines that cannot be stored."""
        return [line for line in self.lines if line.problem]


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
    """Turn every exception but `Refused` into `SaveFailedError`, so that no log quotes orders."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


def read_text(phase: Phase, seat: Seat, text: str, language: str | None) -> TextSheet:
    """Read a pasted text: each of its orders, and the problems with it.

    `language` is the code of a notation; None recognizes it from the text. Every unexpected error
    is raised as `SaveFailedError`, so that no log quotes orders.
    """
    with hiding_orders():
        position = positions.load(phase)
        if _is_too_long(text, position, seat.power):
            return TextSheet(position, problem=_too_much())
        rules = positions.rules_of(phase.game)
        block = read_block(text.replace("\0", " "), position, seat.power, language, rules)
        if block.problem is not None:
            problem = wording.refusal(block.problem, position.board)
            return TextSheet(position, block.language, problem=problem)
        if len(block.lines) > MOST_LINES:  # one piece may hold several orders
            return TextSheet(position, block.language, problem=_too_much())
        if text.strip() and not block.lines:
            nothing = _("There is no order in this text. Only an empty box takes all orders back.")
            return TextSheet(position, block.language, problem=nothing)
        return TextSheet(position, block.language, _text_lines(block.lines, position, seat.power))


def _is_too_long(text: str, position: Position, power: str) -> bool:
    """Whether a text is too long, or has too many pieces, to be read.

    Splitting it here as well takes a fifth of a millisecond for a usual text; reading thousands of
    pieces would take seconds.
    """
    if len(text) > LONGEST_TEXT:
        return True
    try:
        return len(pieces(read_sections(text, position, power))) > MOST_LINES
    except OrderSyntaxError:  # an error of a heading, which `read_block` reports
        return False


def _too_much() -> str:
    message = _(
        "A sheet has at most %(number)d orders and %(length)d characters; this text has more."
    )
    return message % {"number": MOST_LINES, "length": LONGEST_TEXT}


def _text_lines(lines: Sequence[BlockLine], position: Position, power: str) -> tuple[TextLine, ...]:
    legal = [line.order for line in lines if line.order is not None and line.error is None]
    clashing = clashes(legal, position, power)
    found, place = [], 0
    for line in lines:
        if line.error is None:
            found.append(TextLine(line, clashing.get(place, "")))
            place += 1
        else:
            assert isinstance(line.error, OrderSyntaxError | IllegalOrder)
            found.append(TextLine(line, wording.refusal(line.error, position.board)))
    return tuple(found)


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
            message = _("This is more than the %(number)d that you may order now. Take one out.")
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
        order = line.read.order
        if line.problem or order is None or (order.unit and order.unit.province in sites):
            lines.append(line)
        elif room > 0:
            lines.append(line)
            room -= 1
        else:
            message = _(
                "With what is saved already this is more than the %(number)d that you may order "
                "now. Once all lines can be taken, the text replaces what is saved."
            )
            lines.append(replace(line, problem=message % {"number": most}))
    return replace(sheet, lines=tuple(lines))


def most_due(position: Position, power: str) -> int | None:
    """Return the number of adjustments that a power may order; None in other phases."""
    if position.phase.type != PhaseType.ADJUSTMENT:
        return None
    change = adjustment(position, power)
    return change.builds or change.removals
