"""What the powers wrote: each order read, checked and assigned to its unit."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast, get_args

from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order, sort_out
from adjudicator.notation import parse_canonical, read_texts
from adjudicator.orders import Order
from adjudicator.resolution import Refusal, Told
from adjudicator.terms import PhaseType, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.board import Board
    from adjudicator.position import Position, Standing
    from adjudicator.resolution import Result
    from adjudicator.rules import Rules


_ORDERS = frozenset(get_args(Order))
_PARTS = {kind: [each.name for each in fields(kind)] for kind in get_args(Order)}
_UNITS = frozenset({"unit", "supported", "army"})


def read_order(written: object, position: Position, power: str) -> Order | Refusal:
    """What was written, as an order; what is no order is read as a text."""
    if isinstance(written, Refusal):  # read before
        return written
    if written.__class__ in _ORDERS and _is_sound(written):
        return cast("Order", written)
    try:
        return parse_canonical(str(written), position.phase.type, position.board)
    except OrderSyntaxError as error:
        return Refusal(power, written, None, error)


def _is_sound(order: object) -> bool:
    """Whether the parts of an order are units and texts, and not anything else."""
    for name in _PARTS[order.__class__]:
        part = getattr(order, name)
        if not (_is_unit(part) if name in _UNITS else isinstance(part, str | bool)):
            return False
    return True


def _is_unit(part: object) -> bool:
    if not isinstance(part, Unit):
        return False
    return isinstance(part.type, UnitType) and isinstance(part.location, str)


def in_notation(
    position: Position,
    orders: Mapping[str, Sequence[Order | str]],
    rules: Rules,
    language: str | None,
) -> dict[str, list[Order | Refusal]]:
    """Every order of every power, the texts among them read in `language` (see `read_texts`)."""
    return {
        power: _in_context(written, position, power, rules, language)
        for power, written in orders.items()
    }


def _in_context(
    written: Sequence[object],
    position: Position,
    power: str,
    rules: Rules,
    language: str | None,
) -> list[Order | Refusal]:
    """Orders, with the texts among them read as one sheet: several orders for a text that has more
    than one, and a refusal for one that has none."""
    texts = [each for each in written if isinstance(each, str)]
    read = iter(read_texts(texts, position, power, language, rules))
    found: list[Order | Refusal] = []
    for each in written:
        if not isinstance(each, str):
            found.append(read_order(each, position, power))
            continue
        for text, order, error in next(read):
            found.append(Refusal(power, text, None, error) if error else cast("Order", order))
    return found


def checked(order: Order, position: Position, power: str, rules: Rules) -> Order | Refusal:
    """An order as it counts, or why it does not."""
    try:
        return check_order(order, position, power, rules)
    except IllegalOrder as error:
        return Refusal(power, order, order, error)


def read_sheets(
    position: Position, orders: Mapping[str, Sequence[Order | str]], rules: Rules
) -> dict[str, list[Order | Refusal]]:
    """Every order of every power as it counts, in the order written."""
    sheets: dict[str, list[Order | Refusal]] = {}
    for power, sheet in orders.items():
        sheets[power] = [
            item if isinstance(item, Refusal) else checked(item, position, power, rules)
            for item in read_written(sheet, position, power, rules)
        ]
    return sheets


def assign(
    position: Position,
    orders: Mapping[str, Sequence[Order | str]],
    units: Sequence[Standing | None],
    rules: Rules,
) -> Told:
    """Which order counts for which of the units, found by the number of its province.

    Of several orders to one unit the first or the last legal one counts, or none (DATC 4.D.3).
    """
    told = Told({}, {}, [], [])
    board, moving = position.board, position.phase.type is PhaseType.MOVEMENT
    for power, written in orders.items():
        sheet: Sequence[Any] = written
        if not _ORDERS.issuperset(map(type, sheet)):
            sheet = read_written(sheet, position, power, rules)
        if moving:
            try:
                plain, others = sort_out(sheet, power, position)
            except (AttributeError, TypeError):  # an order without a unit, or with half of one
                plain, others = sort_out(
                    read_written(sheet, position, power, rules), power, position
                )
            if len(plain) == len(sheet):
                told.legal.update(plain)
                continue
            others = read_written(others, position, power, rules)
            if len(plain) + len(others) == len(sheet) and not any(
                _place_of(item, power, board, units) in plain for item in others
            ):  # no unit is told something plain and anything else
                told.legal.update(plain)
                _assign_one_by_one(told, others, position, power, units, rules)
                continue
        sheet = read_written(sheet, position, power, rules)
        _assign_one_by_one(told, sheet, position, power, units, rules)
    return told


def read_written(
    sheet: Sequence[object], position: Position, power: str, rules: Rules
) -> list[Order | Refusal]:
    """The orders of a sheet: canonical texts at once, a sheet with any other text in context."""
    read = [read_order(each, position, power) for each in sheet]
    if any(isinstance(each, Refusal) and isinstance(each.written, str) for each in read):
        return _in_context(sheet, position, power, rules, None)
    return read


def _assign_one_by_one(
    told: Told,
    sheet: Sequence[Order | Refusal],
    position: Position,
    power: str,
    units: Sequence[Standing | None],
    rules: Rules,
) -> None:
    legal, refused = told.legal, told.refused
    for item in sheet:
        if not isinstance(item, Refusal):
            item = checked(item, position, power, rules)
        place = _place_of(item, power, position.board, units)
        if place is None:
            told.unused.append(cast("Refusal", item).result())
            continue
        if place in legal or place in refused:
            earlier = legal.pop(place, None) or refused.pop(place)
            item = _ordered_again(earlier, item, power, units[place], told.unused, rules)
        if isinstance(item, Refusal):
            refused[place] = item
        else:
            legal[place] = item
            told.not_plain.append(place)


def _place_of(
    item: Order | Refusal, power: str, board: Board, units: Sequence[Standing | None]
) -> int | None:
    """The province of the power's own unit that an order speaks to, also one that is refused."""
    order = item.order if isinstance(item, Refusal) else item
    if order is None or order.unit is None:
        return None
    place = board.number.get(order.unit.province)
    found = None if place is None else units[place]
    return place if found is not None and found[0] == power else None


def _ordered_again(
    earlier: Order | Refusal,
    later: Order | Refusal,
    power: str,
    standing: Standing | None,
    unused: list[Result],
    rules: Rules,
) -> Order | Refusal:
    """Which of two orders to one unit counts; the other goes to those that count for none.

    What is impossible takes no other's place. Where none counts, or neither can, they change places
    by their texts: the order in which they were written must not matter then.
    """
    choice, unit = rules.order_repeated, str(standing[1]) if standing else ""

    def void(item: Order | Refusal, code: str) -> Refusal:
        order = item.order if isinstance(item, Refusal) else item
        return Refusal(power, order, order, IllegalOrder(code, {"unit": unit}))

    conflict = isinstance(earlier, Refusal) and earlier.error.code == "orders_conflict"
    if isinstance(later, Refusal):
        kept, other = earlier, later
        if isinstance(earlier, Refusal) and not conflict:
            kept, other = sorted((earlier, later), key=lambda item: str(item.order))
    elif isinstance(earlier, Refusal) and not conflict:
        kept, other = later, earlier
    elif earlier == later:
        kept, other = earlier, void(later, "ordered_again")
    elif choice == "none":
        orders = (void(earlier, "orders_conflict"), void(later, "orders_conflict"))
        kept, other = sorted(orders, key=lambda item: str(item.order))
    elif choice == "first":
        kept, other = earlier, void(later, "ordered_again")
    else:
        kept, other = later, void(earlier, "ordered_again")
    unused.append(other.result())
    return kept
