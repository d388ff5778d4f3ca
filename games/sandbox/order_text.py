"""One text with the orders of all powers of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator import must_order, parse_canonical
from adjudicator.notation import split_sheet
from adjudicator.terms import PhaseType

from .. import wording
from ..orders.feedback import SheetFeedback, joined, sheet_feedback
from ..orders.order_sheets import read_for

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from .line import Line, Sheets


class ReadText(NamedTuple):
    """The orders that were understood, and the feedback; `is_whole` if nothing else is in it."""

    orders: Sheets
    feedback: SheetFeedback
    is_whole: bool


def read_text(
    text: str, line: Line, language: str | None, answers: Mapping[str, str] | None = None
) -> ReadText:
    """Read a text with the orders of all powers for the last position of a line.

    A power's orders stand below its name, or are known by their units. `language` is the code of a
    notation; None recognizes it from the text. `answers` are as in `order_sheets.read_text`.
    """
    position, rules = line.position, line.rules
    text = text.replace("\0", " ")
    # Powers without anything to order are asked too, so that each of their lines is refused alone.
    parts = split_sheet(text, position, sorted(position.setup.powers), language, rules)
    sheets = {
        power: read_for(position, power, part, language, rules, answers)
        for power, part in parts.items()
        if part
    }
    orders = {
        power: tuple(str(order) for _typed, order in sheet.taken)
        for power, sheet in sheets.items()
        if sheet.taken
    }
    found = language is None
    feedback = joined([sheet_feedback(sheet, found=found) for sheet in sheets.values()])
    return ReadText(
        orders,
        feedback or SheetFeedback([]),
        is_whole=not any(sheet.problem or sheet.left_over for sheet in sheets.values()),
    )


def orders_as_text(line: Line) -> str:
    """A text with an order for each unit: those of the line, else a hold.

    In other phases than movements only the orders of the line are written, below each power.
    """
    position = line.position
    write = wording.order_shortener(position)
    blocks = []
    for power in sorted(must_order(position)):
        given = [
            parse_canonical(each, position.phase.type, position.board)
            for each in line.orders.get(power, ())
        ]
        lines = [write(order) for order in given]
        if position.phase.type is PhaseType.MOVEMENT:
            ordered = {order.unit.province for order in given if order.unit}
            holds = (f"{unit} H" for unit in position.units[power] if unit.province not in ordered)
            lines += [write(parse_canonical(each, board=position.board)) for each in holds]
        blocks.append("\n".join([f"{wording.power(power)}:", *lines]))
    return "\n\n".join(blocks)


def given_as_text(line: Line, powers: Collection[str] | None = None) -> str:
    """A text with the orders of the last position of a line, below the names of their powers.

    `powers` are those whose orders are wanted, all if None.
    """
    position = line.position
    write = wording.order_shortener(position)
    blocks = [
        "\n".join(
            [
                f"{wording.power(power)}:",
                *(
                    write(parse_canonical(each, position.phase.type, position.board))
                    for each in given
                ),
            ]
        )
        for power, given in sorted(line.orders.items())
        if given and (powers is None or power in powers)
    ]
    return "\n\n".join(blocks)
