"""Resolves the recorded phases again, to fill in what a source does not tell, and to compare.

What was recorded stays as it was recorded; the differences are shown before the game is imported.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator import Position, Resolution, Rules, adjudicate

from ..models import Order
from ..state import editions
from .record import GameRecord, OrderRecord, PhaseRecord


@dataclass(frozen=True)
class Difference:
    """A result that is not that of our rules.

    `order` is the canonical text of an order whose outcome differs; without one, `recorded` and
    `ours` are the positions after the phase, as far as they differ.
    """

    phase: str
    power: str
    order: str
    recorded: str
    ours: str


def differences(record: GameRecord, positions: Mapping[int, Position]) -> list[Difference]:
    """The results of a record that our rules see in another way, in the order of play."""
    found: list[Difference] = []
    for phase in record.phases:
        if not phase.orders and phase.resolved_at is None:
            continue
        resolution = adjudicate(positions[phase.number], _given(phase), _rules(record, phase))
        found += _outcomes(phase, resolution)
        if (following := positions.get(phase.number + 1)) is not None:
            found += _positions(phase, resolution.next, following)
    return found


def fill_in(record: GameRecord, positions: Mapping[int, Position]) -> None:
    """Give orders without an outcome the one of our rules, and supply the orders nobody gave."""
    for phase in record.phases:
        if phase.resolved_at is None:
            continue
        resolution = adjudicate(positions[phase.number], _given(phase), _rules(record, phase))
        waiting: dict[tuple[str, str], list[OrderRecord]] = {}
        for power, orders in phase.orders.items():
            for each in reversed(orders):
                waiting.setdefault((power, each.text), []).append(each)
        for result in resolution.results:
            same = waiting.get((result.power, result.text))
            if same:
                order = same.pop()
            else:
                order = OrderRecord(result.text, given=result.given)
                phase.orders.setdefault(result.power, []).append(order)
            if not order.outcome:
                order.outcome = str(result.outcome)
            if order.outcome == str(result.outcome):  # else our reason would contradict it
                order.fate = _fate(dislodged=result.dislodged, destroyed=result.destroyed)
                order.reason_code = result.reason.code
                order.reason_params = dict(result.reason.params)


def _rules(record: GameRecord, phase: PhaseRecord) -> Rules:
    return editions.rules_with(record.game["rules"], record.rule_changes_in(phase.number))


def _given(phase: PhaseRecord) -> dict[str, list[str]]:
    return {
        power: [order.text for order in orders if order.given]
        for power, orders in phase.orders.items()
    }


def _fate(*, dislodged: bool, destroyed: bool) -> str:
    if destroyed:
        return Order.Fate.DESTROYED
    return Order.Fate.DISLODGED if dislodged else Order.Fate.STAYS


def _outcomes(phase: PhaseRecord, resolution: Resolution) -> Iterator[Difference]:
    ours = {(result.power, result.text): str(result.outcome) for result in resolution.results}
    for power, orders in phase.orders.items():
        for order in orders:
            outcome = ours.get((power, order.text), "")
            if outcome != order.outcome:
                yield Difference(phase.code, power, order.text, order.outcome, outcome)


def _positions(phase: PhaseRecord, ours: Position, recorded: Position) -> Iterator[Difference]:
    if ours.phase != recorded.phase:
        yield Difference(phase.code, "", "", str(recorded.phase), str(ours.phase))
    for power in ours.setup.powers:
        there, here = _pieces(recorded, power), _pieces(ours, power)
        if there != here:
            texts = (", ".join(sorted(there - here)), ", ".join(sorted(here - there)))
            yield Difference(phase.code, power, "", *texts)


def _pieces(position: Position, power: str) -> set[str]:
    """The units and centers of a power, as texts; a dislodged unit has a star."""
    units = set(map(str, position.units.get(power, ())))
    beaten = {f"{each.unit}*" for each in position.dislodged.get(power, ())}
    return units | beaten | set((position.centers or {}).get(power, ()))
