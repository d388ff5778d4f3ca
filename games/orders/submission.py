"""A seat's orders: read a sheet and store it. Validation lives only here and in `sheets`.

There are no drafts: a stored order counts at the deadline.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import (
    IllegalOrder,
    OrderSyntaxError,
    check_order,
    parse_canonical,
)
from adjudicator import Order as RulesOrder
from adjudicator.terms import OrderType, PhaseType

from .. import audit, clock, phases, positions, wording
from ..deadlines import readiness
from ..errors import LineError, PageOutdated, SheetRefused, quoting_nothing
from ..models import Event, Order, Phase, Receipt, Seat
from .sheets import MOST_LINES, Given, TextRefused, TextSheet, beside, clashes, most_due


@dataclass(frozen=True)
class Line:
    """One line of a sheet as it was written. `key` names the form row or text line it came from."""

    key: str
    text: str


@dataclass(frozen=True)
class Saved:
    """The answer to a sheet that was taken; `changed` is False if the same was stored before.

    `unready`: not all of it was taken, and the seat was ready and is so no longer.
    """

    receipt: Receipt
    changed: bool
    unready: bool = False


def read_sheet(phase: Phase, seat: Seat, lines: Iterable[Line]) -> list[Given]:
    """Every order of a sheet in canonical text, checked against the board.

    Raises `SheetRefused` with all that is wrong: unreadable or illegal lines, a unit ordered
    twice, more builds or removals than are due.
    """
    position, rules = positions.load(phase), positions.rules_of(phase.game)
    read: list[tuple[Line, RulesOrder]] = []
    errors: list[LineError] = []
    for number, line in enumerate(lines):
        if number == MOST_LINES:
            message = _("A sheet has at most %(number)d orders. Nothing after them was read.")
            errors.append(LineError(line.key, line.text, message % {"number": MOST_LINES}))
            break
        try:
            order = parse_canonical(line.text, position.phase.type)
            read.append((line, check_order(order, position, seat.power, rules)))
        except (OrderSyntaxError, IllegalOrder) as error:
            errors.append(LineError(line.key, line.text, wording.refusal(error)))
    for place, message in clashes([order for _line, order in read], position, seat.power).items():
        errors.append(LineError(read[place][0].key, read[place][0].text, message))
    if errors:
        raise SheetRefused(errors)
    return [(line.text, order) for line, order in read]


def submit(
    phase: Phase, seat: Seat, lines: Iterable[Line], *, person: User, seen: str | None = None
) -> Saved:
    """Replace the stored orders of `seat` by those of a sheet, all or nothing.

    Reads first, then locks the phase, and only then looks at the clock. Raises `SheetRefused` for
    what is wrong with lines, `Refused` if the phase is over or the seat is no longer `person`'s.
    `seen` is the digest of the newest receipt that whoever sends it knew of, empty if of none;
    `PageOutdated` if other orders were saved since. Without it that is not asked.
    Whatever else goes wrong comes out as `SaveFailedError`, so that no log quotes orders.
    """
    with quoting_nothing():
        phase.refresh_from_db(fields=["status", "due_at"])
        phases.must_be_open(phase)  # who comes too late need not first mend the lines
        return _save(phase, seat, read_sheet(phase, seat, lines), person=person, seen=seen)


def submit_text(
    phase: Phase, seat: Seat, sheet: TextSheet, *, person: User, seen: str | None = None
) -> tuple[Saved, TextSheet]:
    """Store what can be taken of a pasted text, and say what that was.

    If that is all of it, it replaces the stored orders of `seat`. Else it replaces those of the
    units that it names, and the others stay: a slip in one line takes no other order back, and
    nobody stays ready with lines left over. Raises `TextRefused` if nothing can be taken, and all
    that `submit` raises.
    """
    with quoting_nothing():
        phase.refresh_from_db(fields=["status", "due_at"])
        phases.must_be_open(phase)
        if sheet.problem or (sheet.left_over and not sheet.taken):
            raise TextRefused(sheet)
        if not sheet.left_over:
            return _save(phase, seat, sheet.taken, person=person, seen=seen), sheet
        return _save_part(phase, seat, sheet, person=person, seen=seen)


def _save(
    phase: Phase, seat: Seat, given: Sequence[Given], *, person: User, seen: str | None
) -> Saved:
    """Store orders instead of those that are stored."""
    powers = phases.due(phase)
    with transaction.atomic():
        phase = phases.lock_open(phase)
        readiness.must_hold(person, seat)
        saved = _store(phase, seat, given, person, seen)
        # Who takes all orders back has decided nothing any more.
        hesitating = not given and phase.type == PhaseType.MOVEMENT
        _settle(phase, seat, powers, person=person, unready=hesitating)
    return saved


def _save_part(
    phase: Phase, seat: Seat, sheet: TextSheet, *, person: User, seen: str | None
) -> tuple[Saved, TextSheet]:
    """Store what can be taken of a text beside what is stored."""
    powers = phases.due(phase)
    with transaction.atomic():
        phase = phases.lock_open(phase)
        readiness.must_hold(person, seat)
        stored = _stored(phase, seat)
        sheet = beside(sheet, [order for _typed, order in stored], seat.power)
        if not sheet.taken:
            raise TextRefused(sheet)
        most = most_due(sheet.position, seat.power)
        saved = _store(phase, seat, _merged(stored, sheet.taken, most), person, seen)
        unready = _settle(phase, seat, powers, person=person, unready=True)
    return replace(saved, unready=unready), sheet


def _settle(
    phase: Phase, seat: Seat, powers: Mapping[str, int], *, person: User, unready: bool
) -> bool:
    """See what saved orders mean for the end of the phase; whether the seat was ready and is no
    longer."""
    back = _come_back(phase, seat, person)
    changed = unready and readiness.note(phase, seat, ready=False, person=person)
    if back or changed or phase.type != PhaseType.MOVEMENT or phase.excused_at is not None:
        readiness.settle(phase, powers)
    return changed


def _store(
    phase: Phase, seat: Seat, given: Sequence[Given], person: User, seen: str | None
) -> Saved:
    """To be called with the phase locked."""
    text = "\n".join(str(order) for _typed, order in given)
    last = readiness.receipts(phase).filter(seat=seat).order_by("-pk").first()
    if last is not None and last.text == text:
        return Saved(last, changed=False)
    if seen is not None and seen != (last.digest if last else ""):
        raise PageOutdated(
            _(
                "Your orders were changed in another window since this page was opened. Nothing "
                "was saved now; saving once more replaces them."
            )
        )
    _replace(phase, seat, given)
    receipt = _receipt(phase, seat, person, text)
    audit.log(Event.Kind.ORDERS_SAVED, game=phase.game, phase=phase, seat=seat, actor=person)
    return Saved(receipt, changed=True)


def _come_back(phase: Phase, seat: Seat, person: User) -> bool:
    """A power in civil disorder whose player saves orders is in it no longer; whether it was. All
    are told, and so that it has ordered: nobody else would be waited for by surprise."""
    left = Seat.objects.filter(pk=seat.pk).exclude(disorder_since=None)
    if not left.update(disorder_since=None):
        return False
    audit.log(Event.Kind.CAME_BACK, game=phase.game, phase=phase, seat=seat, actor=person)
    return True


def _stored(phase: Phase, seat: Seat) -> list[Given]:
    rows = Order.objects.filter(phase=phase, seat=seat).order_by("pk")
    return [(row.typed or "", parse_canonical(row.text, phase.type)) for row in rows]


def _merged(stored: Sequence[Given], given: Sequence[Given], most: int | None) -> list[Given]:
    """The given orders in the places of those that they replace, among the others that stay.

    Where only `most` are due, waives stay while there is room.
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


def _replace(phase: Phase, seat: Seat, given: Sequence[Given]) -> None:
    dislodged = phase.type == PhaseType.RETREAT
    units = {unit.province: unit for unit in phase.units.filter(seat=seat, dislodged=dislodged)}
    Order.objects.filter(phase=phase, seat=seat).delete()
    rows = []
    for number, (typed, order) in enumerate(given):
        row = Order(
            phase=phase, seat=seat, kind=str(order.type), typed=typed[:200], text=str(order)
        )
        if order.unit is None:
            row.number = number
        elif order.type == OrderType.BUILD:
            row.province = order.unit.province
        else:
            row.unit = units[order.unit.province]
        rows.append(row)
    Order.objects.bulk_create(rows)


def _receipt(phase: Phase, seat: Seat, person: User, text: str) -> Receipt:
    salt = secrets.token_hex(16)
    saved_at = clock.now()
    digest = hashlib.sha256(f"{salt}\n{saved_at.isoformat()}\n{text}".encode()).hexdigest()
    return Receipt.objects.create(
        phase=phase,
        seat=seat,
        person=person,
        text=text,
        saved_at=saved_at,
        salt=salt,
        digest=digest,
    )
