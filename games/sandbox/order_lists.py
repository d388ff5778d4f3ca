"""The lists from which the orders of all powers are chosen, and what was chosen in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator import AdjudicatorError, check_order, must_order, parse_canonical
from adjudicator.terms import PhaseType

from .. import wording
from ..orders import choices
from ..orders.order_sheets import clashes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator import Order, Position

    from ..orders.choices import Row
    from .line import Line, Sheets


def lists_of(line: Line) -> dict[str, list[Row]]:
    """Return the rows of each power for the last position of a line, with its orders chosen."""
    position, rules = line.position, line.rules
    return {
        power: _with_chosen(
            [_of_power(row, power) for row in choices.offers_in(position, power, rules)],
            line.orders.get(power, ()),
            position,
            power,
        )
        for power in sorted(must_order(position))
    }


def _of_power(row: Row, power: str) -> Row:
    return replace(row, key=_key_of_power(row.key, power))


def _key_of_power(key: str, power: str) -> str:
    """The key with the power in it, unless it names a unit: these are in different provinces."""
    kind, number = key.rsplit("-", 1)
    return key if kind == "unit" else f"{kind}-{power}-{number}"


def _with_chosen(
    rows: list[Row], orders: Sequence[str], position: Position, power: str
) -> list[Row]:
    if position.phase.type is PhaseType.ADJUSTMENT:
        chosen = dict(zip((row.key for row in rows), orders, strict=False))
    else:
        chosen = {f"unit-{text.split()[1][:3]}": text for text in orders}
    return [replace(row, chosen=chosen.get(row.key, "")) for row in rows]


def read_lists(sent: Mapping[str, str], line: Line) -> tuple[Sheets, list[str]]:
    """Return the orders that were chosen, and a sentence for each that cannot be given."""
    position, rules = line.position, line.rules
    found: dict[str, tuple[str, ...]] = {}
    problems = []
    for power in sorted(must_order(position)):
        orders: list[Order] = []
        keys = [_key_of_power(key, power) for key in choices.keys_in(position, power)]
        for text in filter(None, (sent.get(key, "") for key in keys)):
            try:
                order = parse_canonical(text, position.phase.type, position.board)
                orders.append(check_order(order, position, power, rules))
            except AdjudicatorError as error:
                bare = type(error)(error.code, error.params)
                problems.append(wording.refusal(bare, position.board))
        clashing = clashes(orders, position, power)
        problems += clashing.values()
        kept = tuple(str(each) for place, each in enumerate(orders) if place not in clashing)
        if kept:
            found[power] = kept
    return found, problems
