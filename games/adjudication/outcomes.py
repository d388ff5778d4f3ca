"""Store the results of orders: each is written to the row of its order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from adjudicator import Resolution, Result
from adjudicator.terms import PhaseType

from ..core import bulk
from ..models import Order, Phase, Seat
from ..state import positions

# Fields of an order that the rules supplied.
FIELDS = ["phase", "seat", "kind", "unit", "text"]
OUTCOME = ["outcome", "fate", "reason_code", "reason_params"]

Given = TypeVar("Given")


class GivenOrder(NamedTuple):
    """A stored order: its primary key, power and canonical text."""

    key: int
    power: str
    text: str


class OrderResults(NamedTuple):
    """The orders that were `given` in a phase, and their resolution; `seats` by power."""

    phase: Phase
    given: Sequence[GivenOrder]
    seats: Mapping[str, Seat]
    resolution: Resolution


def store(*answers: OrderResults) -> None:
    """Write each result to its order, and insert the orders that the rules supplied.

    Takes two queries in all.
    """
    answered: list[tuple[Any, ...]] = []
    filled_in: list[tuple[Any, ...]] = []
    for each in answers:
        waiting = _waiting((order.power, order.text, order.key) for order in each.given)
        units = {
            (unit.power, unit.text, unit.dislodged): unit.key
            for unit in positions.stored(each.phase).units
        }
        for result in each.resolution.results:
            if result.given:
                key = waiting[result.power, result.text].pop()
                answered.append((key, *_outcome(result)))
            else:
                seat = each.seats[result.power]
                filled_in.append((*_order(each.phase, seat, result, units), *_outcome(result)))
    bulk.update(Order, OUTCOME, answered)
    bulk.insert(Order, [*FIELDS, *OUTCOME], filled_in)


def unstored(
    phase: Phase, given: Sequence[Order], seats: Mapping[str, Seat], resolution: Resolution
) -> list[Order]:
    """All orders of a phase with their outcomes, as rows that are not stored."""
    waiting = _waiting((order.seat.power, order.text, order) for order in given)
    rows = []
    for result in resolution.results:
        if result.given:
            order = waiting[result.power, result.text].pop()
        else:
            assert result.order is not None
            order = Order(
                phase=phase,
                seat=seats[result.power],
                kind=str(result.order.type),
                text=result.text,
            )
        for field, value in zip(OUTCOME, _outcome(result), strict=True):
            setattr(order, field, value)
        rows.append(order)
    return rows


def _waiting(given: Iterable[tuple[str, str, Given]]) -> dict[tuple[str, str], list[Given]]:
    """Orders by power and text, reversed, so that equal waives are popped in their order."""
    waiting: dict[tuple[str, str], list[Given]] = {}
    for power, text, order in reversed(list(given)):
        waiting.setdefault((power, text), []).append(order)
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
