"""Search for the plan that does best against what the other powers may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import adjudicate

from .judgement import judge
from .plans import Planner
from .scene import Outlook

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from .plans import Plan
    from .scene import Scene


class Arena:
    """Resolves plans of all powers against one another, and counts the resolved phases."""

    def __init__(self, scene: Scene, limit: int) -> None:
        self.scene, self.left = scene, limit

    def value(self, outlook: Outlook, plans: Mapping[str, Plan]) -> float:
        """Return the value for a side of what follows from these plans."""
        self.left -= 1
        return judge(outlook, adjudicate(self.scene.position, plans, self.scene.rules))


class Agent:
    """A power with the plans it chooses from, and how much it regrets not to have chosen each."""

    def __init__(self, scene: Scene, power: str) -> None:
        self.power = power
        self.outlook = Outlook(scene, scene.side_of(power))
        self.planner = Planner(self.outlook, power)
        self.plans: list[Plan] = []
        self.regrets: list[float] = []
        self.chosen: list[float] = []

    def collect(self, dice: random.Random, number: int, heats: Sequence[float]) -> None:
        """Draw up to `number` different plans."""
        found: dict[Plan, None] = {}
        for attempt in range(3 * number):
            found[self.planner.draw(dice, heats[attempt % len(heats)])] = None
            if len(found) >= number:
                break
        self.plans = [*found]
        self.regrets = [0.0] * len(self.plans)
        self.chosen = [0.0] * len(self.plans)

    def strategy(self) -> list[float]:
        """The probability of each plan by regret matching."""
        positive = [max(0.0, regret) for regret in self.regrets]
        total = sum(positive)
        if total <= 0:
            return [1 / len(self.plans)] * len(self.plans)
        return [each / total for each in positive]

    def learn(self, values: Sequence[float], strategy: Sequence[float]) -> None:
        """Add what one comparison of all plans tells."""
        expected = sum(p * value for p, value in zip(strategy, values, strict=True))
        for number, value in enumerate(values):
            self.regrets[number] += value - expected
            self.chosen[number] += strategy[number]

    def pick(self, dice: random.Random) -> Plan:
        """Draw a plan by its average probability so far."""
        return dice.choices(self.plans, self.chosen if any(self.chosen) else None)[0]
