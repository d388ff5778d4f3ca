"""The orders of a checked record as rows. Those of bots belong to this site’s bots."""

from collections.abc import Iterator, Mapping, Sequence

from accounts import bots
from accounts.models import Bot, User
from adjudicator import Position, parse_canonical
from adjudicator.terms import OrderType, PhaseType

from ..models import Order, Phase, Seat
from ..state import positions
from .record import OrderRecord, PhaseRecord

AT_ONCE = 20  # phases


def store_orders(
    records: Sequence[PhaseRecord],
    stands: Mapping[int, Position],
    stored: Mapping[int, Phase],
    seats: Mapping[str, Seat],
) -> None:
    """Store the orders of the phases `records`; the other arguments are by number and by power."""
    positions.fetch(*stored.values())
    given = (each for record in records for orders in record.orders.values() for each in orders)
    of_bots = {bot: bots.account_of(Bot(bot)) for bot in {each.bot for each in given} if bot}
    for start in range(0, len(records), AT_ONCE):
        Order.objects.bulk_create(
            row
            for each in records[start : start + AT_ONCE]
            for row in _orders(each, stands[each.number], stored[each.number], seats, of_bots)
        )


def _orders(
    record: PhaseRecord,
    position: Position,
    phase: Phase,
    seats: Mapping[str, Seat],
    of_bots: Mapping[str, User],
) -> Iterator[Order]:
    is_retreat = phase.type == PhaseType.RETREAT
    units = {
        unit.text: unit.key
        for unit in positions.stored(phase).units
        if unit.dislodged == is_retreat
    }
    for power, orders in record.orders.items():
        for number, each in enumerate(orders):
            row = _order(each, number, position, phase, seats[power], units)
            row.entered_by = of_bots.get(each.bot)
            yield row


def _order(
    record: OrderRecord,
    number: int,
    position: Position,
    phase: Phase,
    seat: Seat,
    units: Mapping[str, int],
) -> Order:
    parsed = parse_canonical(record.text, phase.type, position.setup.board)
    row = Order(
        phase=phase,
        seat=seat,
        kind=str(parsed.type),
        text=record.text,
        typed=record.text if record.given else None,
        outcome=record.outcome,
        fate=record.fate,
        reason_code=record.reason_code,
        reason_params=record.reason_params,
    )
    if parsed.unit is None:
        row.number = number
    elif parsed.type == OrderType.BUILD:
        row.province = parsed.unit.province
    else:
        row.unit_id = units[str(parsed.unit)]
    return row
