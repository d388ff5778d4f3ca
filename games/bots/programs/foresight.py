"""A look at the fall that follows: which of a few plans for spring leads to the better one."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING

from adjudicator import PhaseType

from .adjusting import retreats
from .drafts import draw_plan
from .judgement import judge
from .plans import Planner
from .scene import Outlook, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator import Position

    from .improving import Tried
    from .plans import Plan
    from .search import Agent, Arena, Scenario

MARGIN = 2.0
"""Value that a plan may be behind the best one, on average, to be looked at."""
MOST_PLANS = 4
SCENARIOS = 8
REPLIES = 2
"""Plans of the others that are drawn for a fall."""
OWN_PLANS = 5
"""Own plans of which the best one counts."""
HEAT = 0.12
COST = 2 + REPLIES * OWN_PLANS
"""Most phases that are resolved for one plan in one scenario."""


def look_ahead(
    arena: Arena,
    agent: Agent,
    found: Sequence[Tried],
    scenarios: Sequence[Scenario],
    dice: random.Random,
) -> Plan:
    """Return the plan with the best value after spring and after fall; `found` has the best first.

    It is the best one after spring if no phases are left to look further.
    """
    rivals = [
        each
        for each in found[:MOST_PLANS]
        if each.values and fmean(each.values) > fmean(found[0].values) - MARGIN
    ]
    count = min(SCENARIOS, arena.left // (COST * max(1, len(rivals))))
    if len(rivals) < 2 or not count:
        return found[0].plan
    seed = dice.random()

    def value(tried: Tried) -> float:
        falls = []
        for number, scenario in enumerate(scenarios[:count]):
            same_dice = random.Random(f"{seed} {number}")  # noqa: S311 - it is a game
            falls.append(_value_of_fall(arena, agent, tried.plan, scenario, same_dice))
        return (fmean(tried.values) + fmean(falls)) / 2

    return max(rivals, key=value).plan


def _value_of_fall(
    arena: Arena, agent: Agent, plan: Plan, scenario: Scenario, dice: random.Random
) -> float:
    """The value of the best of some own plans in the fall that a scenario leads to."""
    after = arena.resolve(arena.scene.position, {**scenario, agent.power: plan})
    scene = _fall(arena, after.next)
    outlooks = {power: Outlook(scene, scene.side_of(power)) for power in scene.powers}
    own = outlooks.get(agent.power)
    if own is None or agent.power not in scene.forces:
        return judge(agent.outlook, after)
    planners = {
        power: Planner(outlook, power)
        for power, outlook in outlooks.items()
        if power in scene.forces
    }
    replies = [
        {power: draw_plan(planner, dice, HEAT) for power, planner in planners.items()}
        for _reply in range(REPLIES)
    ]
    plans = {draw_plan(planners[agent.power], dice, HEAT): None for _plan in range(OWN_PLANS)}
    return max(
        fmean(
            judge(own, arena.resolve(scene.position, {**reply, agent.power: each}))
            for reply in replies
        )
        for each in plans
    )


def _fall(arena: Arena, position: Position) -> Scene:
    """The scene of the next movement phase."""
    scene = Scene(position, arena.scene.rules)
    if position.phase.type is not PhaseType.RETREAT:
        return scene
    orders = {
        power: retreats(Outlook(scene, scene.side_of(power)), power)
        for power in position.dislodged
        if power not in position.neutral
    }
    return Scene(arena.resolve(position, orders).next, arena.scene.rules)
