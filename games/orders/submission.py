"""Reading and storing the orders of a seat. Only this module and `order_sheets` validate orders.

There are no drafts: a stored order counts at the deadline.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import (
    IllegalOrder,
    OrderSyntaxError,
    check_order,
    parse_canonical,
)
from adjudicator import Order as RulesOrder
from adjudicator.notation.sheets import MOST_PARTS
from adjudicator.terms import OrderType, PhaseType

from .. import wording
from ..core import audit, bulk
from ..core.errors import LineError, PageOutdated, SheetRefused
from ..deadlines import open_phase, readiness
from ..deadlines.returning import come_back
from ..models import DeclaredPlayer, Event, Order, Phase, Receipt, Seat
from ..state import phases, positions, variants
from .order_sheets import (
    TextRefused,
    TextSheet,
    TypedOrder,
    clashes,
    hiding_orders,
    limit_to_due,
    most_due,
)

Giver: TypeAlias = User | DeclaredPlayer
"""Author of orders: the player of the seat, with an account or without, or a master for them."""


@dataclass(frozen=True)
class Line:
    """One line of a sheet as it was written. `key` identifies its form row or text line."""

    key: str
    text: str


@dataclass(frozen=True)
class Saved:
    """The result of storing a sheet; `changed` is False if the same orders were stored already.

    `orders` are those that were stored; none if `changed` is False. With `unready` only a part of
    the sheet was stored, so that a seat that was ready no longer is.
    """

    receipt: Receipt
    changed: bool
    orders: Sequence[Order] = ()
    unready: bool = False


def read_sheet(phase: Phase, seat: Seat, lines: Iterable[Line]) -> list[TypedOrder]:
    """Read the orders of a sheet in canonical text, and check them against the position.

    Raises `SheetRefused` with all errors: unreadable or illegal lines, a unit ordered twice, more
    builds or disbands than are due.
    """
    position, rules = positions.load(phase), positions.rules_of(phase)
    read: list[tuple[Line, RulesOrder]] = []
    errors: list[LineError] = []
    for number, line in enumerate(lines):
        if number == MOST_PARTS:
            message = _(
                "An order sheet can have at most %(number)d orders. The orders "
                "after that weren’t read."
            )
            errors.append(LineError(line.key, line.text, message % {"number": MOST_PARTS}))
            break
        try:
            order = parse_canonical(line.text, position.phase.type, position.board)
            read.append((line, check_order(order, position, seat.power, rules)))
        except (OrderSyntaxError, IllegalOrder) as error:
            errors.append(LineError(line.key, line.text, wording.refusal(error, position.board)))
    for place, message in clashes([order for _line, order in read], position, seat.power).items():
        errors.append(LineError(read[place][0].key, read[place][0].text, message))
    if errors:
        raise SheetRefused(errors)
    return [(line.text, order) for line, order in read]


def submit(
    phase: Phase, seat: Seat, lines: Iterable[Line], *, person: Giver, seen: str | None = None
) -> Saved:
    """Replace the stored orders of `seat` by those of a sheet, all or nothing.

    Reads the sheet, then locks the phase, and only then checks the deadline. `seen` is the digest
    of the newest receipt that the sender's page showed, empty if there was none, None to skip the
    check. `person` holds the seat, or masters the game and enters its orders; the orders and their
    receipt say so. A player without an account gives orders by mail. Raises `SheetRefused` for
    wrong lines, `Refused` if the phase is over or `person` may not order, and `PageOutdated` if
    other orders were saved since `seen`. Every other error is raised as `SaveFailedError`, so that
    no log quotes orders.
    """
    with hiding_orders():
        _must_take_orders(phase, seat, person)  # reported before any errors in the lines
        return _save(phase, seat, read_sheet(phase, seat, lines), person=person, seen=seen)


def submit_text(
    phase: Phase, seat: Seat, sheet: TextSheet, *, person: Giver, seen: str | None = None
) -> tuple[Saved, TextSheet]:
    """Store the acceptable orders of a pasted text; return the result and the sheet as stored.

    If all lines are acceptable, they replace the stored orders of `seat`. Otherwise they replace
    only those of the same units and the others stay, so that an error in one line deletes no other
    order; and the seat is no longer ready. Raises `TextRefused` if no line is acceptable, and all
    that `submit` raises.
    """
    with hiding_orders():
        _must_take_orders(phase, seat, person)
        if sheet.problem or (sheet.left_over and not sheet.taken):
            raise TextRefused(sheet)
        if not sheet.left_over:
            saved = _save(phase, seat, sheet.taken, person=person, seen=seen, source=sheet.text)
            return saved, sheet
        return _save_part(phase, seat, sheet, person=person, seen=seen)


def _account(person: Giver) -> User | None:
    return person if isinstance(person, User) else None


def _must_take_orders(phase: Phase, seat: Seat, person: Giver) -> None:
    """Raise `Refused` if the phase takes no orders from `person`; its clock is read again before.

    An open phase is checked once more when it is locked.
    """
    if phase.is_open and not phase.is_due(clock.now()):
        return
    phase.refresh_from_db(fields=["status", "due_at", "closed_at", "previewed_at"])
    open_phase.must_be_open(phase, late=_is_late(phase, seat, person))


def _is_late(phase: Phase, seat: Seat, person: Giver) -> bool:
    """Whether `person` may enter orders of a player after the deadline, as a master.

    Orders that the player has saved in time stay as they are.
    """
    if not phase.is_closed or not open_phase.enters_orders(person, seat):
        return False
    last = phases.newest_receipt(phase, seat)
    return last is None or last.on_behalf or not last.text


def _save(
    phase: Phase,
    seat: Seat,
    given: Sequence[TypedOrder],
    *,
    person: Giver,
    seen: str | None,
    source: str = "",
) -> Saved:
    """Replace all stored orders of the seat; `source` is the text from which they were read."""
    with transaction.atomic():
        locked = open_phase.lock_open(phase, late=_is_late(phase, seat, person))
        locked.stored = phase.stored  # it never changes
        on_behalf = open_phase.orders_on_behalf(person, seat)
        saved = _store(locked, seat, given, person, seen, source=source, on_behalf=on_behalf)
        # A seat without orders cannot be ready in a movement phase.
        no_orders = not given and phase.type == PhaseType.MOVEMENT
        _update_phase_end(locked, seat, phase, person=person, unready=no_orders)
    return saved


def _save_part(
    phase: Phase, seat: Seat, sheet: TextSheet, *, person: Giver, seen: str | None
) -> tuple[Saved, TextSheet]:
    """Store the acceptable lines of a text, and keep the stored orders of other units.

    A unit for which its writer means none of the orders offered has none afterwards.
    """
    with transaction.atomic():
        locked = open_phase.lock_open(phase, late=_is_late(phase, seat, person))
        locked.stored = phase.stored  # it never changes
        on_behalf = open_phase.orders_on_behalf(person, seat)
        stored, entered = _stored(locked, seat), _entered_by_masters(locked, seat)
        sheet = limit_to_due(sheet, [order for _typed, order in stored], seat.power)
        if not sheet.taken:
            raise TextRefused(sheet)
        most = most_due(sheet.position, seat.power)
        staying = [
            (typed, order)
            for typed, order in stored
            if order.unit is None or order.unit.province not in sheet.without_order
        ]
        merged = _merged(staying, sheet.taken, most)
        kept = {str(order) for _typed, order in staying} - {str(each[1]) for each in sheet.taken}
        entered = {text: master for text, master in entered.items() if text in kept}
        saved = _store(
            locked,
            seat,
            merged,
            person,
            seen,
            source=sheet.text,
            on_behalf=on_behalf,
            entered=entered,
        )
        unready = _update_phase_end(locked, seat, phase, person=person, unready=True)
    return replace(saved, unready=unready), sheet


def _update_phase_end(
    phase: Phase, seat: Seat, as_read: Phase, *, person: Giver, unready: bool
) -> bool:
    """Update the end of the locked phase after orders were saved; end the seat's civil disorder.

    `as_read` is the same phase from before it was locked: its position is loaded, and never
    changes. With `unready` the seat is no longer ready. Returns whether it was ready until now.
    """
    was_in_disorder = come_back(phase, seat, _account(person))
    changed = unready and readiness.store_ready(phase, seat, ready=False, person=_account(person))
    if (
        was_in_disorder
        or changed
        or phase.type != PhaseType.MOVEMENT
        or phase.excused_at is not None
    ):
        readiness.update_end(phase, phases.orders_due(as_read))
    return changed


def _store(
    phase: Phase,
    seat: Seat,
    given: Sequence[TypedOrder],
    person: Giver,
    seen: str | None,
    *,
    source: str,
    on_behalf: bool,
    entered: Mapping[str, int] = MappingProxyType({}),
) -> Saved:
    """Store orders with a receipt, unless they are stored already. Called with the phase locked.

    `entered` are those among them that a master entered before, with the key of that master.
    """
    text = "\n".join(str(order) for _typed, order in given)
    last = phases.newest_receipt(phase, seat)
    if last is not None and last.text == text and last.on_behalf == on_behalf:
        return Saved(last, changed=False)
    if seen is not None and seen != (last.digest if last else ""):
        raise PageOutdated(
            _(
                "Your orders were changed in another window after you opened this page. "
                "Nothing is saved yet. Save again to replace them."
            )
        )
    if on_behalf:
        entered = dict.fromkeys(text.splitlines(), person.pk)
    orders = _replace(phase, seat, given, entered)
    receipt = store_receipt(phase, seat, person, text, source, on_behalf=on_behalf)
    audit.log(
        Event.Kind.ORDERS_SAVED, game=phase.game, phase=phase, seat=seat, actor=_account(person)
    )
    return Saved(receipt, changed=True, orders=orders)


def _stored(phase: Phase, seat: Seat) -> list[TypedOrder]:
    rows = Order.objects.filter(phase=phase, seat=seat).order_by("pk")
    board = variants.board_of(phase.game)
    return [(row.typed or "", parse_canonical(row.text, phase.type, board)) for row in rows]


def _entered_by_masters(phase: Phase, seat: Seat) -> dict[str, int]:
    """Primary keys of the masters who entered the stored orders, by the text of the order."""
    rows = Order.objects.filter(phase=phase, seat=seat, entered_by__isnull=False)
    return dict(rows.order_by().values_list("text", "entered_by"))


def _merged(
    stored: Sequence[TypedOrder], given: Sequence[TypedOrder], most: int | None
) -> list[TypedOrder]:
    """Return the stored orders with those of the same provinces replaced by the given ones.

    New orders come last. If only `most` are due, stored waives are dropped as far as necessary.
    """
    fresh = {order.unit.province: (typed, order) for typed, order in given if order.unit}
    staying = [
        place
        for place, (_typed, order) in enumerate(stored)
        if order.unit is None or order.unit.province not in fresh
    ]
    if most is not None:
        staying.sort(key=lambda place: stored[place][1].unit is None)
        del staying[max(0, most - len(given)) :]
    merged = []
    for place, (typed, order) in enumerate(stored):
        if place in staying:
            merged.append((typed, order))
        elif order.unit is not None and order.unit.province in fresh:
            merged.append(fresh.pop(order.unit.province))
    return merged + [
        each for each in given if each[1].unit is None or each[1].unit.province in fresh
    ]


def _replace(
    phase: Phase, seat: Seat, given: Sequence[TypedOrder], entered: Mapping[str, int]
) -> list[Order]:
    """Replace the stored orders of a seat; return the new ones."""
    Order.objects.filter(phase=phase, seat=seat).delete()
    rows = order_rows(phase, seat, given, entered)
    bulk.create(rows)
    return rows


def order_rows(
    phase: Phase, seat: Seat, given: Sequence[TypedOrder], entered: Mapping[str, int]
) -> list[Order]:
    """Orders of a seat as rows that are not stored; `entered` are the people who entered some."""
    dislodged = phase.type == PhaseType.RETREAT
    units = {
        stored.unit.province: stored.key
        for stored in positions.stored(phase).units
        if stored.power == seat.power and stored.dislodged == dislodged
    }
    rows = []
    for number, (typed, order) in enumerate(given):
        row = Order(
            phase=phase,
            seat=seat,
            kind=str(order.type),
            typed=typed[:200],
            text=str(order),
            entered_by_id=entered.get(str(order)),
        )
        if order.unit is None:
            row.number = number
        elif order.type == OrderType.BUILD:
            row.province = order.unit.province
        else:
            row.unit_id = units[order.unit.province]
        rows.append(row)
    return rows


def store_receipt(
    phase: Phase,
    seat: Seat,
    person: Giver,
    text: str,
    source: str = "",
    *,
    on_behalf: bool = False,
) -> Receipt:
    """Store the receipt of a sheet in canonical text."""
    salt = secrets.token_hex(16)
    saved_at = clock.now()
    digest = hashlib.sha256(f"{salt}\n{saved_at.isoformat()}\n{text}".encode()).hexdigest()
    return Receipt.objects.create(
        phase=phase,
        seat=seat,
        person=_account(person),
        on_behalf=on_behalf,
        text=text,
        source=source,
        saved_at=saved_at,
        salt=salt,
        digest=digest,
    )
