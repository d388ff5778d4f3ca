"""Plans of all powers against one another: what each plan is worth, and how often it is chosen.

Regret matching: each power chooses a plan the more often, the more it regrets not to have chosen it
so far. The average of these choices approaches an equilibrium of cautious powers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from adjudicator import adjudicate

from .drafts import draw_plan
from .judgement import judge
from .plans import Planner
from .proposals import NO_PROMISES
from .scene import Outlook

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from adjudicator import Order, Position, Resolution

    from .plans import Plan
    from .proposals import Promises
    from .scene import Scene

    Scenario: TypeAlias = Mapping[str, Plan]
    """The plans of all powers but one."""

ATTEMPTS = 3
"""Draws for each plan that is wanted: some are drawn twice."""


class Arena:
    """Resolves plans of all powers against one another, and counts the phases that are left."""

    def __init__(self, scene: Scene, limit: int) -> None:
        self.scene, self.left = scene, limit

    def value(self, outlook: Outlook, plans: Mapping[str, Plan]) -> float:
        """Return the value for a side of what follows from the plans of all powers."""
        return judge(outlook, self.resolve(self.scene.position, plans))

    def resolve(self, position: Position, orders: Mapping[str, Sequence[Order]]) -> Resolution:
        """Resolve a phase."""
        self.left -= 1
        return adjudicate(position, orders, self.scene.rules)


class Agent:
    """A power, the plans it chooses from, and how often it chose each of them.

    At least one plan is drawn.
    """

    def __init__(
        self,
        scene: Scene,
        power: str,
        dice: random.Random,
        *,
        plans: int,
        heats: Sequence[float],
        promises: Promises = NO_PROMISES,
    ) -> None:
        self.power = power
        self.outlook = Outlook(scene, scene.side_of(power))
        self.planner = Planner(self.outlook, power, promises)
        drawn: dict[Plan, None] = {}
        for attempt in range(ATTEMPTS * plans):
            drawn[draw_plan(self.planner, dice, heats[attempt % len(heats)])] = None
            if len(drawn) == plans:
                break
        self.plans: list[Plan] = [*drawn]
        self.chosen = [0.0] * len(drawn)
        """The sum of the probabilities with which each plan was chosen."""
        self._regrets = [0.0] * len(drawn)

    def probabilities(self) -> list[float]:
        """Return the probability of each plan in the next round."""
        positive = [max(0.0, regret) for regret in self._regrets]
        total = sum(positive)
        if not total:
            return [1 / len(positive)] * len(positive)
        return [each / total for each in positive]

    def pick(self, dice: random.Random) -> Plan:
        """Draw a plan for the next round."""
        return dice.choices(self.plans, self.probabilities())[0]

    def pick_usual(self, dice: random.Random) -> Plan:
        """Draw a plan as often as it was chosen so far."""
        return dice.choices(self.plans, self.chosen if any(self.chosen) else None)[0]

    def compare(self, arena: Arena, scenario: Scenario) -> None:
        """Learn what each plan would have been worth in a round."""
        values = [arena.value(self.outlook, {**scenario, self.power: plan}) for plan in self.plans]
        odds = self.probabilities()
        expected = sum(p * value for p, value in zip(odds, values, strict=True))
        for number, value in enumerate(values):
            self._regrets[number] += value - expected
            self.chosen[number] += odds[number]


def play_rounds(
    arena: Arena,
    agents: Mapping[str, Agent],
    learners: Sequence[Agent],
    dice: random.Random,
    *,
    keep: int,
) -> None:
    """Let some agents learn against all others until only `keep` phases are left."""
    cost = sum(len(agent.plans) for agent in learners)
    while arena.left - cost >= keep:
        plans = {power: agent.pick(dice) for power, agent in agents.items()}
        for agent in learners:
            agent.compare(arena, plans)
