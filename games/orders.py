"""A seat's orders: read a sheet, store it, get ready. Validation lives only here and in `sheets`.

There are no drafts: a stored order counts at the deadline.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import (
    AdjudicatorError,
    IllegalOrder,
    OrderSyntaxError,
    check_order,
    must_order,
    parse_canonical,
)
from adjudicator import Order as RulesOrder
from adjudicator.terms import OrderType, PhaseType

from . import access, audit, clock, positions, wording
from .errors import LineError, PageOutdated, Refused, SheetRefused, quoting_nothing
from .models import Event, Order, Phase, Receipt, Seat, Tenure
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


def due(phase: Phase) -> Mapping[str, int]:
    """Which powers have something to order in `phase`, and for how many units.

    Nobody where the rules cannot read the position: such a game is set aside, and its pages have to
    say so.
    """
    try:
        return must_order(positions.load(phase))
    except AdjudicatorError:
        return {}


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
        must_be_open(phase)  # who comes too late need not first mend the lines
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
        must_be_open(phase)
        if sheet.problem or (sheet.left_over and not sheet.taken):
            raise TextRefused(sheet)
        if not sheet.left_over:
            return _save(phase, seat, sheet.taken, person=person, seen=seen), sheet
        return _save_part(phase, seat, sheet, person=person, seen=seen)


def _save(
    phase: Phase, seat: Seat, given: Sequence[Given], *, person: User, seen: str | None
) -> Saved:
    """Store orders instead of those that are stored."""
    with transaction.atomic():
        phase = lock_open(phase)
        _must_hold(person, seat)
        return _store(phase, seat, given, person, seen)


def _save_part(
    phase: Phase, seat: Seat, sheet: TextSheet, *, person: User, seen: str | None
) -> tuple[Saved, TextSheet]:
    """Store what can be taken of a text beside what is stored."""
    with transaction.atomic():
        phase = lock_open(phase)
        _must_hold(person, seat)
        stored = _stored(phase, seat)
        sheet = beside(sheet, [order for _typed, order in stored], seat.power)
        if not sheet.taken:
            raise TextRefused(sheet)
        most = most_due(sheet.position, seat.power)
        saved = _store(phase, seat, _merged(stored, sheet.taken, most), person, seen)
        unready = _note_ready(phase, seat, ready=False, person=person)
    return replace(saved, unready=unready), sheet


def _store(
    phase: Phase, seat: Seat, given: Sequence[Given], person: User, seen: str | None
) -> Saved:
    """To be called with the phase locked."""
    text = "\n".join(str(order) for _typed, order in given)
    last = Receipt.objects.filter(phase=phase, seat=seat).order_by("-pk").first()
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


def lock_open(phase: Phase) -> Phase:
    """Lock the row of `phase`; `Refused` unless it takes orders at this very moment."""
    phase = Phase.objects.select_for_update(of=("self",)).select_related("game").get(pk=phase.pk)
    must_be_open(phase)
    return phase


def must_be_open(phase: Phase) -> None:
    """`Refused` where a phase takes no more orders."""
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
        if not _note_ready(phase, seat, ready=ready, person=person):
            return
        if ready and waited_for and phase.due_at is not None and _all_ready(phase, waited_for):
            phase.due_at = clock.now()
            phase.save(update_fields=["due_at"])
            audit.log(Event.Kind.ALL_READY, game=phase.game, phase=phase)


def _note_ready(phase: Phase, seat: Seat, *, ready: bool, person: User) -> bool:
    """Whether that was news."""
    seats = Seat.objects.filter(pk=seat.pk)
    seats = seats.exclude(ready_phase=phase) if ready else seats.filter(ready_phase=phase)
    changed = seats.update(ready_phase=phase if ready else None)
    if changed:
        kind = Event.Kind.READY if ready else Event.Kind.NOT_READY
        audit.log(kind, game=phase.game, phase=phase, seat=seat, actor=person)
    return bool(changed)


def _has_decided(phase: Phase, seat: Seat) -> bool:
    """Whether `seat` gave orders; where doing nothing is a choice, an empty sheet is one too."""
    if phase.type == PhaseType.MOVEMENT:
        return Order.objects.filter(phase=phase, seat=seat).exists()
    return Receipt.objects.filter(phase=phase, seat=seat).exists()


def undecided(phase: Phase, powers: Iterable[str]) -> QuerySet[Seat]:
    """The seats of `powers` that gave no orders yet, as `_has_decided` says."""
    seats = Seat.objects.filter(game=phase.game_id, power__in=list(powers))
    if phase.type == PhaseType.MOVEMENT:
        return seats.exclude(pk__in=Order.objects.filter(phase=phase).values("seat"))
    return seats.exclude(pk__in=Receipt.objects.filter(phase=phase).values("seat"))


def _all_ready(phase: Phase, powers: Iterable[str]) -> bool:
    held = Tenure.objects.filter(until=None).values("seat")
    asked = Seat.objects.filter(game=phase.game, power__in=list(powers), pk__in=held)
    return not asked.exclude(ready_phase=phase).exists()
