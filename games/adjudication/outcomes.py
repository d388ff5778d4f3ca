"""Store the results of orders: each is written to the row of its order."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator import Resolution, Result
from adjudicator.terms import PhaseType

from ..core import bulk
from ..models import Order, Phase, Seat
from ..state import positions

# Fields of an order that the rules supplied.
FIELDS = ["phase", "seat", "kind", "unit", "text"]
OUTCOME = ["outcome", "fate", "reason_code", "reason_params"]


class OrderResults(NamedTuple):
    """The orders that were `given` in a phase, and their resolution; `seats` by power."""

    phase: Phase
    given: Sequence[Order]
    seats: Mapping[str, Seat]
    resolution: Resolution


def store(*answers: OrderResults) -> None:
    """Write each result to its order, and insert the orders that the rules supplied.

    Takes two queries in all.
    """
    answered: list[Order] = []
    filled_in: list[tuple[Any, ...]] = []
    for each in answers:
        waiting = _waiting(each.given)
        units = {
            (unit.power, unit.text, unit.dislodged): unit.key
            for unit in positions.stored(each.phase).units
        }
        for result in each.resolution.results:
            if result.given:
                order = waiting[result.power, result.text].pop()
                for field, value in zip(OUTCOME, _outcome(result), strict=True):
                    setattr(order, field, value)
                answered.append(order)
            else:
                seat = each.seats[result.power]
                filled_in.append((*_order(each.phase, seat, result, units), *_outcome(result)))
    bulk.update_each(answered, OUTCOME)
    bulk.insert(Order, [*FIELDS, *OUTCOME], filled_in)


def unstored(each: OrderResults) -> list[Order]:
    """All orders of a phase with their outcomes, as rows that are not stored."""
    waiting = _waiting(each.given)
    rows = []
    for result in each.resolution.results:
        if result.given:
            order = waiting[result.power, result.text].pop()
        else:
            assert result.order is not None
            order = Order(
                phase=each.phase,
                seat=each.seats[result.power],
                kind=str(result.order.type),
                text=result.text,
            )
        for field, value in zip(OUTCOME, _outcome(result), strict=True):
            setattr(order, field, value)
        rows.append(order)
    return rows


def _waiting(given: Sequence[Order]) -> dict[tuple[str, str], list[Order]]:
    """Return the orders by power and text, reversed, so that equal waives are popped in order."""
    waiting: dict[tuple[str, str], list[Order]] = {}
    for order in reversed(given):
        waiting.setdefault((order.seat.power, order.text), []).append(order)
    return waiting


def _order(
    phase: Phase, seat: Seat, result: Result, units: Mapping[tuple[str, str, bool], int]
) -> tuple[Any, ...]:
    """Return the values of `FIELDS` for an order that the rules supplied."""
    assert result.unit is not None, "only units are ordered by the rules"
    assert result.order is not None
    dislodged = phase.type == PhaseType.RETREAT
    unit = units[seat.power, str(result.unit), dislodged]
    return phase.pk, seat.pk, str(result.order.type), unit, result.text


def _outcome(result: Result) -> tuple[str, Order.Fate, str, dict[str, Any]]:
    reason = result.reason  # a property that is computed each time
    return str(result.outcome), _fate(result), reason.code, dict(reason.params)


def _fate(result: Result) -> Order.Fate:
    if result.destroyed:
        return Order.Fate.DESTROYED
    return Order.Fate.DISLODGED if result.dislodged else Order.Fate.STAYS
