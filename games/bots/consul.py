"""Consul: searches for the plan that does best against what the others may do."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from adjudicator import PhaseType, check_order

from .adjusting import adjust, retreat
from .improving import improve
from .scene import scene_of
from .search import Agent, Arena

if TYPE_CHECKING:
    from .plans import Plan
    from .scene import Scene
    from .view import SeatView

LIMIT = 3000
"""Resolved phases of a decision that is worth the time."""
OWN_PLANS, PLANS = 24, 6
OWN_HEATS, HEATS = (0.02, 0.1, 0.2, 0.35), (0.05, 0.15, 0.3)
SCENARIOS = 14


def choose_orders(view: SeatView, *, dice: random.Random, limit: int) -> tuple[str, ...]:
    """Return the orders of the best plan that was found (`ChooseOrders`)."""
    if not view.must_order:
        return ()
    kind = view.position.phase.type
    if kind is PhaseType.RETREAT:
        return retreat(view)
    if kind is PhaseType.ADJUSTMENT:
        return adjust(view)
    scene = scene_of(view)
    plan = _best_plan(scene, view.power, dice, limit)
    return tuple(
        str(check_order(order, scene.position, view.power, scene.rules)) for order in plan
    )


def _best_plan(scene: Scene, power: str, dice: random.Random, limit: int) -> Plan:
    arena = Arena(scene, limit)
    agents = {each: Agent(scene, each) for each in scene.powers if each in scene.forces}
    me = agents[power]
    near = _near(scene, power)
    for agent in agents.values():
        if agent is me:
            agent.collect(dice, OWN_PLANS, OWN_HEATS)
        else:
            agent.collect(dice, PLANS if agent.power in near else 2, HEATS)
    learners = [agents[each] for each in near] + [me]
    cost = sum(len(agent.plans) for agent in learners)
    while arena.left > limit * 0.6 + cost:
        profile = {name: dice.choices(agent.plans, agent.strategy())[0] for name, agent in agents.items()}
        for agent in learners:
            values = [arena.value(agent.outlook, profile | {agent.power: plan}) for plan in agent.plans]
            agent.learn(values, agent.strategy())
    scenarios = [
        {name: (agent.pick(dice) if n % 2 else dice.choice(agent.plans)) for name, agent in agents.items() if agent is not me}
        for n in range(SCENARIOS)
    ]
    return improve(arena, me, scenarios, dice)


def _near(scene: Scene, power: str) -> list[str]:
    """The other powers whose units could meet those of the power within a turn or two."""
    mine = scene.forces[power]
    zone = mine.occupied | mine.once | scene.owned.get(power, 0)
    borders = scene.terrain.board.borders
    wide = zone
    for place, border in enumerate(borders):
        if zone >> place & 1:
            wide |= border
    return [
        other
        for other in scene.powers
        if other != power and other in scene.forces
        and wide & (scene.forces[other].occupied | scene.forces[other].once)
    ]
