"""Another reading of an order as it was typed, chosen by a game master before publication.

Only a reading of the text as its player wrote it can be chosen. The text, both readings and the
reason are public once the results are.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import LANGUAGES, IllegalOrder, Position, Rules, check_order
from adjudicator import Order as RulesOrder
from adjudicator import read_sheet as read_block
from adjudicator.terms import OrderType

from ..core import audit
from ..core.errors import Refused
from ..deadlines import publication
from ..models import Event, Game, Notification, Order, Phase, ReadingCorrection, Seat, Tenure
from ..notifications import notify
from ..state import phases, positions
from .order_sheets import hiding_orders


@dataclass(frozen=True)
class DoubtfulOrder:
    """A stored order whose text can be read in other ways too: `readings`.

    `line` is the whole line on which its player wrote it, perhaps beside other orders.
    """

    order: Order
    line: str
    readings: tuple[RulesOrder, ...]

    @property
    def province(self) -> str:
        """The province of the unit that is ordered or built."""
        unit = self.order.unit
        return unit.province if unit else self.order.province or ""


def doubtful_orders(phase: Phase) -> list[DoubtfulOrder]:
    """The orders of a closed phase that can be read in another way. Only for its game masters."""
    with hiding_orders():
        rows = list(phase.orders.select_related("seat", "unit").order_by("seat__place", "pk"))
        ordered = {row.unit_id for row in rows}
        lines = _lines(phase, {row.seat for row in rows})
        found = [_doubtful(row, phase, lines[row.seat_id], ordered) for row in rows]
    return [each for each in found if each.readings]


@dataclass(frozen=True)
class _ReadLine:
    """A part of a line that may mean an order: as typed, the whole line, and one legal reading."""

    typed: str
    line: str
    reading: RulesOrder


def _lines(phase: Phase, seats: Iterable[Seat]) -> dict[int, list[_ReadLine]]:
    """By seat, all legal readings of its texts in all languages; those of the newest come first."""
    position, rules = positions.load(phase), positions.rules_of(phase)
    powers = {seat.pk: seat.power for seat in seats}
    found: dict[int, list[_ReadLine]] = {key: [] for key in powers}
    sent = phases.receipts(phase).filter(seat__in=powers).exclude(source="").order_by("-pk")
    for seat, source in sent.values_list("seat", "source"):
        written = source.splitlines()
        for language in LANGUAGES:
            for read in read_block(source, position, powers[seat], language, rules).lines:
                whole = written[read.number - 1].strip() if read.number <= len(written) else ""
                meant = [*read.readings]
                if read.order is not None and read.error is None:
                    meant.append(read.order)
                legal = (_legal(order, position, powers[seat], rules) for order in meant)
                found[seat] += [
                    _ReadLine(read.text[:200], (whole or read.text)[:200], order)
                    for order in legal
                    if order is not None
                ]
    return found


def _legal(order: RulesOrder, position: Position, power: str, rules: Rules) -> RulesOrder | None:
    try:
        return check_order(order, position, power, rules)
    except IllegalOrder:
        return None


def _doubtful(
    order: Order, phase: Phase, lines: Iterable[_ReadLine], ordered: Collection[int | None]
) -> DoubtfulOrder:
    """The order with the readings of its text that differ from it; none if it was not typed.

    `ordered` are the primary keys of the units that have orders: none of them gets a second one.
    """
    own = [each for each in lines if each.typed == order.typed != order.text]
    units = _units(phase, order) if own else {}
    found = {}
    for each in own:
        unit = each.reading.unit
        if unit is None or str(each.reading) == order.text:
            continue
        key = units.get(unit.province)
        if each.reading.type == OrderType.BUILD:
            possible = order.kind == OrderType.BUILD and order.province == unit.province
        else:
            possible = key is not None and (key == order.unit_id or key not in ordered)
        if possible:
            found[str(each.reading)] = each.reading
    line = own[0].line if own else order.typed or ""
    return DoubtfulOrder(order, line, tuple(found.values()))


def _units(phase: Phase, order: Order) -> dict[str, int]:
    """The primary keys of the units of an order's seat that are ordered in this phase."""
    rows = phase.units.filter(
        seat=order.seat_id, dislodged=bool(order.unit and order.unit.dislodged)
    )
    return dict(rows.values_list("province", "pk"))


def correct_reading(game: Game, key: int, text: str, *, reason: str, by: User) -> ReadingCorrection:
    """Let the order with primary key `key` count as `text`, another reading of what was typed.

    Notifies the player of the seat. Raises `Refused`.
    """
    if not reason.strip():
        raise Refused(_("Give a reason. Everyone can read it."))
    with transaction.atomic(), hiding_orders():
        phase = publication.lock_closed(game)
        found = {each.order.pk: each for each in doubtful_orders(phase)}
        doubtful = found.get(key)
        readings = {str(each): each for each in doubtful.readings} if doubtful else {}
        reading = readings.get(text)
        if doubtful is None or reading is None:
            raise Refused(_("The order can’t be read like that. Choose one of its readings."))
        order, before = doubtful.order, doubtful.order.text
        _store(phase, order, reading)
        correction = ReadingCorrection.objects.create(
            phase=phase,
            seat=order.seat,
            by=by,
            at=clock.now(),
            typed=doubtful.line,
            before=before,
            after=order.text,
            reason=reason.strip(),
        )
        kind = Event.Kind.READING_CORRECTED
        event = audit.log(kind, game=phase.game, phase=phase, seat=order.seat, actor=by)
        holder = Tenure.objects.current().filter(seat=order.seat).values_list("person", flat=True)
        notify.notify(
            Notification.Kind.NEWS, list(holder), game=phase.game, phase=phase, event=event
        )
    return correction


def _store(phase: Phase, order: Order, reading: RulesOrder) -> None:
    order.kind, order.text = str(reading.type), str(reading)
    if order.unit_id is not None and reading.unit is not None:
        order.unit_id = _units(phase, order)[reading.unit.province]
    order.save(update_fields=["kind", "text", "unit"])
