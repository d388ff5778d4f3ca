"""Orders of all powers, read, checked and assigned to the units that they are for."""

from __future__ import annotations

from dataclasses import fields
from itertools import chain
from typing import TYPE_CHECKING, Any, cast, get_args

from adjudicator import notation
from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation import parse_all, parse_canonical, parser_of
from adjudicator.orders import Order
from adjudicator.resolution import AssignedOrders, Refusal
from adjudicator.simple_orders import assign_simple
from adjudicator.terms import PhaseType, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.board import Board
    from adjudicator.position import Position, Standing
    from adjudicator.resolution import Result
    from adjudicator.rules import Rules


_ORDERS = frozenset(get_args(Order))
_PARTS = {kind: [each.name for each in fields(kind)] for kind in get_args(Order)}
_TEXT = frozenset({str})
_UNITS = frozenset({"unit", "supported", "army"})
_MOVEMENT = PhaseType.MOVEMENT


def read_order(written: object, position: Position, power: str) -> Order | Refusal:
    """Return an order value as it is and anything else parsed as canonical text.

    A text that cannot be parsed becomes a `Refusal`.
    """
    if isinstance(written, Refusal):  # already parsed
        return written
    if written.__class__ in _ORDERS and _is_well_formed(written):
        return cast("Order", written)
    try:
        return parse_canonical(str(written), position.phase.type, position.board)
    except OrderSyntaxError as error:
        return Refusal(power, written, None, error)


def _is_well_formed(order: object) -> bool:
    """Whether the parts of an order value have the types that its class declares."""
    for name in _PARTS[order.__class__]:
        part = getattr(order, name)
        if not (_is_unit(part) if name in _UNITS else isinstance(part, str | bool)):
            return False
    return True


def _is_unit(part: object) -> bool:
    """Whether a part of an order is a unit with a type and a location."""
    if not isinstance(part, Unit):
        return False
    return isinstance(part.type, UnitType) and isinstance(part.location, str)


def read_in_language(
    position: Position,
    orders: Mapping[str, Sequence[Order | str]],
    rules: Rules,
    language: str | None,
) -> dict[str, list[Order | Refusal]]:
    """Read the orders of every power, with texts in the notation of `language`.

    Each power's texts are read as one sheet (see `notation.read_texts`). Raises `SetupError` for an
    unknown language.
    """
    return {
        power: _read_in_context(written, position, power, rules, language)
        for power, written in orders.items()
    }


def _read_in_context(
    written: Sequence[object],
    position: Position,
    power: str,
    rules: Rules,
    language: str | None,
) -> list[Order | Refusal]:
    """Read the texts among a power's orders as one sheet.

    A text with several orders gives several; a text with none gives a `Refusal`.
    """
    texts = [each for each in written if isinstance(each, str)]
    read = iter(notation.read_texts(texts, position, power, language, rules))
    found: list[Order | Refusal] = []
    for each in written:
        if not isinstance(each, str):
            found.append(read_order(each, position, power))
            continue
        for text, order, error in next(read):
            found.append(Refusal(power, text, None, error) if error else cast("Order", order))
    return found


def check_or_refuse(order: Order, position: Position, power: str, rules: Rules) -> Order | Refusal:
    """Return the order as `check_order` puts it right, or a `Refusal` with the error."""
    try:
        return check_order(order, position, power, rules)
    except IllegalOrder as error:
        return Refusal(power, order, order, error)


def read_and_check_sheets(
    position: Position, orders: Mapping[str, Sequence[Order | str]], rules: Rules
) -> dict[str, list[Order | Refusal]]:
    """Read and check every order of every power; the order in which they are written is kept."""
    sheets: dict[str, list[Order | Refusal]] = {}
    for power, sheet in orders.items():
        sheets[power] = [
            item if isinstance(item, Refusal) else check_or_refuse(item, position, power, rules)
            for item in read_written(sheet, position, power, rules)
        ]
    return sheets


def assign_orders(
    position: Position,
    orders: Mapping[str, Sequence[Order | str]],
    rules: Rules,
) -> AssignedOrders:
    """Return which order counts for which unit.

    Of several orders for one unit the first or the last legal one counts, or none (DATC 4.D.3,
    `Rules.order_repeated`).

    In a movement phase, simple orders are taken without a further check, because most orders are
    simple.
    """
    assigned = AssignedOrders()
    if position.phase.type is _MOVEMENT:
        _assign_movement(assigned, orders, position, rules)
        return assigned
    neutral, units = position.neutral, _dislodged_units(position)
    for power, sheet in orders.items():
        if power in neutral:  # an order that is refused would still say that its unit moves
            assigned.unused.extend(_refused(sheet, position, power, rules))
        else:
            read = read_written(sheet, position, power, rules)
            _assign_one_by_one(assigned, read, position, power, units, rules)
    return assigned


def _dislodged_units(position: Position) -> list[Standing | None]:
    """The power and the unit that was dislodged in each province, by the number of the province."""
    board = position.board
    units: list[Standing | None] = [None] * len(board.codes)
    for power, several in position.dislodged.items():
        for each in several:
            units[board.number[each.unit.location]] = power, each.unit
    return units


def _refused(
    sheet: Sequence[Any], position: Position, power: str, rules: Rules
) -> Iterator[Result]:
    """The results of orders for a power that nobody plays."""
    for item in read_written(sheet, position, power, rules):
        if not isinstance(item, Refusal):
            item = check_or_refuse(item, position, power, rules)
        yield cast("Refusal", item).result()


def _assign_movement(
    assigned: AssignedOrders,
    orders: Mapping[str, Sequence[Any]],
    position: Position,
    rules: Rules,
) -> None:
    """Assign the orders of a movement phase: the simple ones at once, the others one by one."""
    neutral = position.neutral
    sheets = orders
    if neutral:
        sheets = {power: sheet for power, sheet in orders.items() if power not in neutral}
    if _TEXT.issuperset(map(type, chain.from_iterable(sheets.values()))):
        sheets = _read_texts(sheets, position, rules)
    others = assign_simple(assigned, sheets, position)
    if not others and not neutral:
        return
    for power, sheet in orders.items():
        if power in neutral:  # as in `assign_orders`
            assigned.unused.extend(_refused(sheet, position, power, rules))
        elif power in others:
            read = _read_others(assigned, sheets[power], others[power], position, power, rules)
            _assign_one_by_one(assigned, read, position, power, position.standing, rules)


def _read_texts(
    sheets: Mapping[str, Sequence[str]], position: Position, rules: Rules
) -> dict[str, Sequence[Order | Refusal]]:
    """Read sheets of texts as `read_written` does."""
    parse = parser_of(position.phase.type, position.board)
    read: dict[str, Sequence[Order | Refusal]] = {}
    for power, sheet in sheets.items():
        try:
            read[power] = [*map(parse, sheet)]
        except OrderSyntaxError:
            read[power] = _read_in_context(sheet, position, power, rules, None)
    return read


def _read_others(
    assigned: AssignedOrders,
    sheet: Sequence[Any],
    others: Sequence[Any],
    position: Position,
    power: str,
    rules: Rules,
) -> Sequence[Order | Refusal]:
    """Read the orders of a sheet that are not simple.

    If a unit has another order beside a simple one, the simple orders of the power are forgotten
    and the whole sheet is read.
    """
    read = read_written(others, position, power, rules)
    board, units = position.board, position.standing
    if any(_ordered_province(item, power, board, units) in assigned.legal for item in read):
        assigned.forget(position.placement.posts_by_power.get(power, {}).values())
        return read_written(sheet, position, power, rules)
    return read


def read_written(
    sheet: Sequence[object], position: Position, power: str, rules: Rules
) -> list[Order | Refusal]:
    """Read a power's orders: as canonical text, or in context if one is not canonical."""
    phase, board = position.phase.type, position.board
    try:
        if _TEXT.issuperset(map(type, sheet)):
            return [*parse_all(cast("Sequence[str]", sheet), phase, board)]
        return [
            parse_canonical(each, phase, board)
            if isinstance(each, str)
            else read_order(each, position, power)
            for each in sheet
        ]
    except OrderSyntaxError:
        return _read_in_context(sheet, position, power, rules, None)


def _assign_one_by_one(
    assigned: AssignedOrders,
    sheet: Sequence[Order | Refusal],
    position: Position,
    power: str,
    units: Sequence[Standing | None],
    rules: Rules,
) -> None:
    """Check the orders of a sheet, assign each to its unit, and settle repeated ones."""
    legal: dict[int, Order] = {}
    refused = assigned.refused
    for item in sheet:
        if not isinstance(item, Refusal):
            item = check_or_refuse(item, position, power, rules)
        place = _ordered_province(item, power, position.board, units)
        if place is None:
            assigned.unused.append(cast("Refusal", item).result())
            continue
        if place in legal or place in refused:
            earlier = legal.pop(place, None) or refused.pop(place)
            item = _choose_repeated(earlier, item, power, units[place], assigned.unused, rules)
        if isinstance(item, Refusal):
            refused[place] = item
        else:
            legal[place] = item
    for place, order in legal.items():
        assigned.add(place, order, position.board.number)


def _ordered_province(
    item: Order | Refusal, power: str, board: Board, units: Sequence[Standing | None]
) -> int | None:
    """Return the province of the power's own unit that an order is for; None if it has none.

    The province is a number. A refused order is for a unit too, if its text names one.
    """
    order = item.order if isinstance(item, Refusal) else item
    if order is None or order.unit is None:
        return None
    place = board.number.get(order.unit.province)
    found = None if place is None else units[place]
    return place if found is not None and found[0] == power else None


def _choose_repeated(
    earlier: Order | Refusal,
    later: Order | Refusal,
    power: str,
    standing: Standing | None,
    unused: list[Result],
    rules: Rules,
) -> Order | Refusal:
    """Return which of two orders for one unit counts; the other's result is added to `unused`.

    An impossible order does not replace another one. Where neither counts, which of them stays with
    the unit is decided by their texts, so that the order of writing makes no difference.
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
