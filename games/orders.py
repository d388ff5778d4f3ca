"""A seat's orders: read a sheet, store it, get ready. Validation lives only here.

There are no drafts: a stored order counts at the deadline.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import (
    AdjudicatorError,
    IllegalOrder,
    OrderSyntaxError,
    Position,
    adjustment,
    check_order,
    must_order,
    parse_order,
)
from adjudicator import (
    Order as RulesOrder,
)
from adjudicator.terms import OrderType, PhaseType

from . import access, audit, clock, positions, wording
from .errors import LineError, Refused, SaveFailedError, SheetRefused, describe
from .models import Event, Order, Phase, Receipt, Seat, Tenure

# No power ever has so many units; every line more is work for an answer that nobody reads.
MOST_LINES = 100


@dataclass(frozen=True)
class Line:
    """One line of a sheet as it was written. `key` names the form row or text line it came from."""

    key: str
    text: str


@dataclass(frozen=True)
class Saved:
    """The answer to a sheet that was taken; `changed` is False if the same was stored before."""

    receipt: Receipt
    changed: bool


def due(phase: Phase) -> Mapping[str, int]:
    """Which powers have something to order in `phase`, and for how many units.

    Nobody where the rules cannot read the position: such a game is set aside, and its pages have to
    say so.
    """
    try:
        return must_order(positions.load(phase))
    except AdjudicatorError:
        return {}


def read_sheet(phase: Phase, seat: Seat, lines: Iterable[Line]) -> list[tuple[Line, RulesOrder]]:
    """Every order of a sheet, checked against the board.

    Raises `SheetRefused` with all that is wrong: unreadable or illegal lines, a unit ordered
    twice, more builds or removals than are due.
    """
    position = positions.load(phase)
    rules = positions.rules_of(phase.game)
    read: list[tuple[Line, RulesOrder]] = []
    errors: list[LineError] = []
    for number, line in enumerate(lines):
        if number == MOST_LINES:
            message = _("A sheet has at most %(number)d orders. Nothing after them was read.")
            errors.append(LineError(line.key, line.text, message % {"number": MOST_LINES}))
            break
        try:
            order = parse_order(line.text, position.phase.type)
            read.append((line, check_order(order, position, seat.power, rules)))
        except (OrderSyntaxError, IllegalOrder) as error:
            errors.append(LineError(line.key, line.text, wording.refusal(error)))
    errors += _clashes(read) + _too_many(position, seat.power, read)
    if errors:
        raise SheetRefused(errors)
    return read


def _clashes(read: Sequence[tuple[Line, RulesOrder]]) -> list[LineError]:
    """The second and later orders for one unit or one building site."""
    errors, seen = [], set()
    for line, order in read:
        if order.unit is None:
            continue
        if order.unit.province in seen:
            message = _("There are two orders for %(unit)s. Keep one of them.")
            errors.append(LineError(line.key, line.text, message % {"unit": order.unit}))
        seen.add(order.unit.province)
    return errors


def _too_many(
    position: Position, power: str, read: Sequence[tuple[Line, RulesOrder]]
) -> list[LineError]:
    """The adjustments beyond what is due."""
    if position.phase.type != PhaseType.ADJUSTMENT:
        return []
    change = adjustment(position, power)
    allowed = change.builds or change.removals
    message = _("This is more than the %(number)d that you may order now. Take one out.")
    return [
        LineError(line.key, line.text, message % {"number": allowed})
        for line, _order in read[allowed:]
    ]


def submit(phase: Phase, seat: Seat, lines: Iterable[Line], *, person: User) -> Saved:
    """Replace the stored orders of `seat` by those of a sheet, all or nothing.

    Reads first, then locks the phase, and only then looks at the clock. Raises `SheetRefused` for
    what is wrong with lines, `Refused` if the phase is over or the seat is no longer `person`'s.
    Whatever else goes wrong comes out as `SaveFailedError`, so that no log quotes orders.
    """
    try:
        return _submit(phase, seat, lines, person=person)
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


def _submit(phase: Phase, seat: Seat, lines: Iterable[Line], *, person: User) -> Saved:
    phase.refresh_from_db(fields=["status", "due_at"])
    _must_be_open(phase)  # who comes too late need not first mend the lines
    sheet = read_sheet(phase, seat, lines)
    with transaction.atomic():
        phase = lock_open(phase)
        _must_hold(person, seat)
        text = "\n".join(str(order) for _line, order in sheet)
        last = Receipt.objects.filter(phase=phase, seat=seat).order_by("-pk").first()
        if last is not None and last.text == text:
            return Saved(last, changed=False)
        _replace(phase, seat, sheet)
        receipt = _receipt(phase, seat, person, text)
        audit.log(Event.Kind.ORDERS_SAVED, game=phase.game, phase=phase, seat=seat, actor=person)
    return Saved(receipt, changed=True)


def lock_open(phase: Phase) -> Phase:
    """Lock the row of `phase`; `Refused` unless it takes orders at this very moment."""
    phase = Phase.objects.select_for_update(of=("self",)).select_related("game").get(pk=phase.pk)
    _must_be_open(phase)
    return phase


def _must_be_open(phase: Phase) -> None:
    if not phase.is_open:
        raise Refused(
            _("%(phase)s is over; nothing was changed. Go to the open phase.")
            % {"phase": wording.phase(phase)}
        )
    if phase.due_at is not None and phase.due_at <= clock.now():
        raise Refused(
            _("The deadline of %(phase)s has passed; nothing was changed.")
            % {"phase": wording.phase(phase)}
        )


def _must_hold(person: User, seat: Seat) -> None:
    if not access.holds(person, seat):
        raise Refused(_("You no longer hold this seat; nothing was changed."))


def _replace(phase: Phase, seat: Seat, sheet: Sequence[tuple[Line, RulesOrder]]) -> None:
    dislodged = phase.type == PhaseType.RETREAT
    units = {unit.province: unit for unit in phase.units.filter(seat=seat, dislodged=dislodged)}
    Order.objects.filter(phase=phase, seat=seat).delete()
    rows = []
    for number, (line, order) in enumerate(sheet):
        row = Order(
            phase=phase, seat=seat, kind=str(order.type), typed=line.text[:200], text=str(order)
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


def set_ready(phase: Phase, seat: Seat, *, ready: bool, person: User) -> None:
    """Say that `seat` wants the phase to end sooner, or take it back.

    When every held seat with something to order is ready, the deadline is brought forward to now.
    """
    waited_for = due(phase)
    with transaction.atomic():
        phase = lock_open(phase)
        _must_hold(person, seat)
        if ready and not _has_decided(phase, seat):
            raise Refused(_("Save your orders first, then say that you are ready."))
        changed = (
            Seat.objects.filter(pk=seat.pk)
            .exclude(ready_phase=phase if ready else None)
            .update(ready_phase=phase if ready else None)
        )
        if not changed:
            return
        kind = Event.Kind.READY if ready else Event.Kind.NOT_READY
        audit.log(kind, game=phase.game, phase=phase, seat=seat, actor=person)
        if ready and waited_for and phase.due_at is not None and _all_ready(phase, waited_for):
            phase.due_at = clock.now()
            phase.save(update_fields=["due_at"])
            audit.log(Event.Kind.ALL_READY, game=phase.game, phase=phase)


def _has_decided(phase: Phase, seat: Seat) -> bool:
    """Whether `seat` gave orders; where doing nothing is a choice, an empty sheet is one too."""
    if phase.type == PhaseType.MOVEMENT:
        return Order.objects.filter(phase=phase, seat=seat).exists()
    return Receipt.objects.filter(phase=phase, seat=seat).exists()


def _all_ready(phase: Phase, powers: Iterable[str]) -> bool:
    held = Tenure.objects.filter(until=None).values("seat")
    asked = Seat.objects.filter(game=phase.game, power__in=list(powers), pk__in=held)
    return not asked.exclude(ready_phase=phase).exists()
