"""A pasted text as a sheet of orders, and what is wrong with orders beside each other.

Nothing but the position and the text is looked at: nothing here tells of others' orders.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from adjudicator import IllegalOrder, OrderSyntaxError, Position, adjustment
from adjudicator import Order as RulesOrder
from adjudicator import read_sheet as read_block
from adjudicator.notation import Line as BlockLine
from adjudicator.notation.blocks import pieces
from adjudicator.terms import PhaseType

from .. import positions, wording
from ..errors import LineError, SheetRefused, quoting_nothing
from ..models import Phase, Seat

# No power ever has so many units; every line more is work for an answer that nobody reads.
MOST_LINES = 100
LONGEST_TEXT = 10_000

Given = tuple[str, RulesOrder]
"""An order as it was typed, and as it was read."""


@dataclass(frozen=True)
class TextLine:
    """One order of a pasted text: as it was read, and why it is not taken; nothing if it is."""

    read: BlockLine
    problem: str = ""


@dataclass(frozen=True)
class TextSheet:
    """A pasted text as it was read. With a `problem` nothing of it is taken."""

    position: Position
    language: str = ""
    lines: tuple[TextLine, ...] = ()
    problem: str = ""

    @property
    def taken(self) -> list[Given]:
        """The orders that can be stored."""
        read = [line.read for line in self.lines if not line.problem]
        return [(line.text, line.order) for line in read if line.order is not None]

    @property
    def left_over(self) -> list[TextLine]:
        """The lines that cannot."""
        return [line for line in self.lines if line.problem]


class TextRefused(SheetRefused):
    """A pasted text of which nothing can be taken; `sheet` says why, line by line."""

    def __init__(self, sheet: TextSheet) -> None:
        wrong = sheet.left_over
        super().__init__(
            [LineError(str(line.read.number), line.read.text, line.problem) for line in wrong]
        )
        self.sheet = sheet


def read_text(phase: Phase, seat: Seat, text: str, language: str | None) -> TextSheet:
    """Every order of a pasted text, each with what is wrong with it.

    `language` is the code of a notation; without one the text has to show its language. Whatever
    breaks comes out as `SaveFailedError`.
    """
    with quoting_nothing():
        position = positions.load(phase)
        if _is_too_long(text, position, seat.power):
            return TextSheet(position, problem=_too_much())
        rules = positions.rules_of(phase.game)
        block = read_block(text.replace("\0", " "), position, seat.power, language, rules)
        if block.problem is not None:
            return TextSheet(position, block.language, problem=wording.refusal(block.problem))
        if len(block.lines) > MOST_LINES:  # a part may hold many orders with nothing between them
            return TextSheet(position, block.language, problem=_too_much())
        if text.strip() and not block.lines:
            nothing = _("There is no order in this text. Only an empty box takes all orders back.")
            return TextSheet(position, block.language, problem=nothing)
        return TextSheet(position, block.language, _answered(block.lines, position, seat.power))


def _is_too_long(text: str, position: Position, power: str) -> bool:
    """Whether a text would take long to read.

    The reader parts it once more: of what people write that is a fifth of a millisecond, and the
    reading of thousands of parts would be seconds.
    """
    if len(text) > LONGEST_TEXT:
        return True
    try:
        return len(pieces(text, position.phase, power)) > MOST_LINES
    except OrderSyntaxError:  # of a heading, which the reader will say
        return False


def _too_much() -> str:
    message = _(
        "A sheet has at most %(number)d orders and %(length)d characters; this text has more."
    )
    return message % {"number": MOST_LINES, "length": LONGEST_TEXT}


def _answered(lines: Sequence[BlockLine], position: Position, power: str) -> tuple[TextLine, ...]:
    legal = [line.order for line in lines if line.order is not None and line.error is None]
    clashing = clashes(legal, position, power)
    found, place = [], 0
    for line in lines:
        if line.error is None:
            found.append(TextLine(line, clashing.get(place, "")))
            place += 1
        else:
            assert isinstance(line.error, OrderSyntaxError | IllegalOrder)
            found.append(TextLine(line, wording.refusal(line.error)))
    return tuple(found)


def clashes(read: Sequence[RulesOrder], position: Position, power: str) -> dict[int, str]:
    """What is wrong with orders that are legal each by itself, by their places: the second and
    later ones for a unit or a building site, the adjustments beyond what is due."""
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


def beside(sheet: TextSheet, stored: Sequence[RulesOrder], power: str) -> TextSheet:
    """The sheet as it can be taken beside what is stored, no build or removal of which it drops:
    others are left over where no more are due. A waive makes room for them."""
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
    """How many orders a power may give, if that is not one for each of its units."""
    if position.phase.type != PhaseType.ADJUSTMENT:
        return None
    change = adjustment(position, power)
    return change.builds or change.removals
