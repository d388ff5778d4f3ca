"""The quiz “What happens?”: recorded phases, each with an order to judge."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.json_lines import read_position
from adjudicator.terms import OrderType, Outcome

from ..sandbox.line import Line

if TYPE_CHECKING:
    from adjudicator import Result

    from ..sandbox.line import ResolvedPhase

FILE = Path(__file__).with_name("questions.toml")

ANSWERS = {
    OrderType.HOLD: ("holds", "dislodged"),
    OrderType.MOVE: ("succeeds", "fails", "dislodged"),
    OrderType.SUPPORT: ("given", "cut", "void"),
    OrderType.CONVOY: ("available", "disrupted", "void"),
}
"""The answers that are offered for each type of order."""


@dataclass(frozen=True)
class Question:
    """A question: what happens to one order of a phase that people played.

    `source` is the game and the phase in https://github.com/zond/godip-history. `result` is that
    of the asked order.
    """

    number: int
    source: str
    before: Line
    phase: ResolvedPhase
    result: Result

    @property
    def answers(self) -> tuple[str, ...]:
        """The codes of the answers that are offered."""
        assert self.result.order is not None
        return ANSWERS[self.result.order.type]

    @property
    def answer(self) -> str:
        """The code of the right answer."""
        return answer_of(self.result)


def answer_of(result: Result) -> str:
    """The code of the answer that a result agrees with."""
    outcome = result.outcome
    if result.dislodged and outcome is Outcome.FAILS:
        return "dislodged"
    if outcome in (Outcome.INVALID, Outcome.ILLEGAL):
        return "void"
    return "holds" if outcome is Outcome.STANDS else str(outcome)


@cache
def all_questions() -> tuple[Question, ...]:
    """All questions, numbered from 1."""
    bodies = tomllib.loads(FILE.read_text(encoding="utf-8"))["questions"]
    return tuple(_question(number, body) for number, body in enumerate(bodies, start=1))


def _question(number: int, body: dict[str, object]) -> Question:
    before = Line(read_position(body)).with_orders(body["orders"])  # type: ignore[arg-type]
    phase = before.resolved().phases[0]
    result = next(each for each in phase.resolution.results if each.text == body["asked"])
    return Question(number, str(body["source"]), before, phase, result)
