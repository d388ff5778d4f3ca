"""The results of a resolved phase in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from .. import wording
from ..models import Order
from ..wording.results import ResultLine, result_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator import Result

    from .line import ResolvedPhase


@dataclass(frozen=True)
class TriedOrder:
    """An order that somebody tries, with its outcome; the fields are those of a stored one."""

    text: str
    outcome: str
    fate: str
    reason_code: str
    reason_params: Mapping[str, str]
    given: bool

    @classmethod
    def ended(cls, result: Result) -> TriedOrder:
        reason = result.reason
        fate = Order.Fate.STAYS
        if result.dislodged:
            fate = Order.Fate.DESTROYED if result.destroyed else Order.Fate.DISLODGED
        outcome = str(result.outcome)
        return cls(result.text, outcome, fate, reason.code, reason.params, result.given)


def results_of(phase: ResolvedPhase) -> dict[str, list[ResultLine]]:
    """The orders of a resolved phase with their outcomes, by power."""
    results = phase.resolution.results
    found: dict[str, list[ResultLine]] = {}
    for result, line in zip(results, lines_of(phase, results), strict=True):
        found.setdefault(result.power, []).append(line)
    return dict(sorted(found.items()))


def lines_of(phase: ResolvedPhase, results: Iterable[Result]) -> list[ResultLine]:
    """Some results of a resolved phase in words."""
    position = phase.position
    write = partial(
        wording.order_text, board=position.board, during=position.phase.type, position=position
    )
    return [result_line(TriedOrder.ended(each), write, position.board) for each in results]


def lines_by_result(phase: ResolvedPhase) -> dict[Result, ResultLine]:
    """The results of a resolved phase, each with its line."""
    left = {power: iter(lines) for power, lines in results_of(phase).items()}
    return {result: next(left[result.power]) for result in phase.resolution.results}
