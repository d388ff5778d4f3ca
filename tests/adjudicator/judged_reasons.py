"""All reasons of a phase judged: true, given for every failure, and without contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator import PhaseType, Resolution, Rules, adjudicate

from .checker import claim_of, counting_orders
from .checker_equations import Claim, Scene
from .checker_orders import assign, in_vain, read
from .contradictions import contradictions, parts, unexplained
from .sayings import Saying
from .true_reasons import FACTS, is_true, refused_retreats
from .true_refusals import Refused, is_true_refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator import Reason, Result

    from .situations import Situation


class Judge(NamedTuple):
    """A resolved phase; a movement phase as the checker sees it."""

    done: Resolution
    rules: Rules
    scene: Scene | None
    claim: Claim

    def faults(self, results: Sequence[Result]) -> list[str]:
        """Return what is wrong with the reasons of these results, as texts."""
        phase = self.done.position.phase.type
        wrong = [
            f"{result.text}: {part.code} {part}"
            for result in results
            for part in parts(result.reason)
            if not self.is_true(result, part)
        ]
        if phase is PhaseType.MOVEMENT:
            wrong += contradictions(results)
        return wrong + unexplained(results, phase)

    def is_true(self, result: Result, part: Reason) -> bool:
        """Return whether one sentence about an order is true; a false one may not make sense."""
        try:
            if part.code in FACTS and self.scene is not None and result.unit is not None:
                at = result.unit.province
                saying = Saying(self.scene, self.claim, at, part.params, result.order, result.given)
                return is_true(part.code, saying)
            return is_true_refusal(part.code, Refused(self.done, self.rules, result, part.params))
        except (AssertionError, AttributeError, KeyError, ValueError):
            return False


def judge(situation: Situation, rules: Rules) -> Judge:
    """Adjudicate a phase and return its judge."""
    position, sheets = situation
    done = adjudicate(position, sheets, rules)
    if position.phase.type is not PhaseType.MOVEMENT:
        return Judge(done, rules, None, Claim())
    lines = read(position, sheets, rules)
    counting = counting_orders(assign(lines, position.at, rules))
    scene = Scene(position, rules, counting, in_vain(lines, position.at, rules))
    return Judge(done, rules, scene, claim_of(scene, done))


def untrue(situation: Situation, rules: Rules) -> list[str]:
    """Return what is wrong with the reasons of a phase and of the retreats that it leaves open."""
    judged = judge(situation, rules)
    wrong = judged.faults(judged.done.results)
    if judged.scene is None:
        return wrong
    later = refused_retreats(judged.scene, judged.claim, judged.done.next)
    return wrong + [": ".join(each) for each in later]
