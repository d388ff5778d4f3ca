"""What the powers wrote: each order read, checked and assigned to its unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from adjudicator.errors import AdjudicatorError, IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation import parse_order
from adjudicator.orders import Order
from adjudicator.reasons import Reason
from adjudicator.resolution import Result
from adjudicator.terms import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.position import Position, Unit
    from adjudicator.rules import Rules


class Entry(NamedTuple):
    """One order as it was given: read if it could be, with what is wrong with it if anything is."""

    power: str
    text: str
    order: Order | None
    error: AdjudicatorError | None = None

    def refused(self, error: AdjudicatorError | None = None) -> Result:
        """The result of an order that is ignored."""
        error = cast("AdjudicatorError", error or self.error)
        attempted = isinstance(error, IllegalOrder) and error.attempted
        return Result(
            power=self.power,
            unit=self.order.unit if self.order else None,
            order=self.order,
            text=self.text,
            given=True,
            outcome=Outcome.FAILS if attempted else Outcome.ILLEGAL,
            dislodged=False,
            destroyed=False,
            reason=Reason(error.code, error.params),
        )


def read_sheets(
    position: Position, orders: Mapping[str, Sequence[Order | str]], rules: Rules
) -> list[Entry]:
    """Every order of every power, in the order written; what is no order is read as a text."""
    phase_type = position.phase.type
    entries = []
    for power, sheet in orders.items():
        for written in sheet:
            order: Order | None = None
            try:
                order = (
                    written
                    if isinstance(written, Order)
                    else parse_order(str(written), phase_type, position.board)
                )
                checked = check_order(order, position, power, rules)
            except (OrderSyntaxError, IllegalOrder) as error:
                entries.append(Entry(power, str(written if order is None else order), order, error))
            else:
                entries.append(Entry(power, str(checked), checked))
    return entries


def assign(
    entries: Sequence[Entry], units: Mapping[str, tuple[str, Unit]], rules: Rules
) -> tuple[dict[str, Entry], list[Result]]:
    """Which entry counts for each unit, by province, and the results of those that count for none.

    Of several orders to one unit the last legal one counts, or none (DATC 4.D.3).
    """
    chosen: dict[str, Entry] = {}
    unused: list[Result] = []
    for entry in entries:
        province = _own_province(entry, units)
        if province is None:
            unused.append(entry.refused())
            continue
        earlier = chosen.get(province)
        if earlier is not None:
            last = rules.order_repeated == "last"
            if last and entry.error is not None and earlier.error is None:
                unused.append(entry.refused())
                continue
            code = "ordered_again" if last else "orders_conflict"
            error = IllegalOrder(code, {"unit": str(units[province][1])})
            unused.append(earlier.refused(error))
            if rules.order_repeated == "none":
                entry = entry._replace(error=error)
        chosen[province] = entry
    return chosen, unused


def _own_province(entry: Entry, units: Mapping[str, tuple[str, Unit]]) -> str | None:
    """The province of the power's own unit that an entry speaks to."""
    if entry.order is None or entry.order.unit is None:
        return None
    province = entry.order.unit.location[:3]
    found = units.get(province)
    return province if found is not None and found[0] == entry.power else None
