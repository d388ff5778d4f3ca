"""Consul: searches for the plan that does best against what the other powers may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .foresight import look_ahead
from .improving import best_plans
from .orders import canonical_orders, orders_outside_movement
from .proposals import promises_of
from .scene import scene_of
from .search import Agent, Arena, play_rounds

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from .scene import Scene
    from .search import Scenario
    from .view import SeatView

LIMIT = 4000
"""Resolved phases of a decision; more do not make it play noticeably better."""
LEARNING = 0.4
"""Share of the limit for what others may do; the rest is for plans of its own."""
FORESIGHT = 0.15
"""Share of the limit for the fall after a spring."""
OWN_PLANS, OWN_HEATS = 24, (0.02, 0.1, 0.2, 0.35)
PLANS, HEATS = 6, (0.05, 0.15, 0.3)
DISTANT_PLANS = 2
"""Plans of a power whose units are far away; they are not compared."""
SCENARIOS = 16


def choose_orders(view: SeatView, *, dice: random.Random, limit: int = LIMIT) -> tuple[str, ...]:
    """Return the orders of the best plan that was found (`ChooseOrders`)."""
    orders = orders_outside_movement(view)
    if orders is not None:
        return orders
    scene, arena = scene_of(view), Arena(scene_of(view), limit)
    agents = _agents(view, scene, dice)
    me = agents[view.power]
    near = [agents[power] for power in _near(scene, view.power)]
    play_rounds(arena, agents, [*near, me], dice, keep=round(limit * (1 - LEARNING)))
    others = [agent for agent in agents.values() if agent is not me]
    scenarios = _scenarios(others, dice)
    keep = 0 if scene.is_fall else round(limit * FORESIGHT)
    found = best_plans(arena, me, scenarios, dice, keep=keep)
    plan = found[0].plan if scene.is_fall else look_ahead(arena, me, found, scenarios, dice)
    return canonical_orders(view, plan)


def _agents(view: SeatView, scene: Scene, dice: random.Random) -> dict[str, Agent]:
    """The powers that have units, each with plans to choose from."""
    near = _near(scene, view.power)
    agents = {}
    for power in scene.powers:
        if power == view.power:
            agents[power] = Agent(
                scene, power, dice, plans=OWN_PLANS, heats=OWN_HEATS, promises=promises_of(view)
            )
        elif power in scene.forces:
            plans = PLANS if power in near else DISTANT_PLANS
            agents[power] = Agent(scene, power, dice, plans=plans, heats=HEATS)
    return agents


def _near(scene: Scene, power: str) -> list[str]:
    """The other powers whose units could meet those of the power within a turn or two."""
    own = scene.forces[power]
    zone = own.occupied | own.once | scene.owned.get(power, 0)
    for place, border in enumerate(scene.terrain.board.borders):
        if (own.occupied | own.once) >> place & 1:
            zone |= border
    return [
        other
        for other, force in scene.forces.items()
        if other != power and other in scene.powers and zone & (force.occupied | force.once)
    ]


def _scenarios(others: Sequence[Agent], dice: random.Random) -> list[Scenario]:
    """Plans of all others: half of them as they chose usually, half of them any plan."""
    scenarios: list[Scenario] = []
    for number in range(SCENARIOS):
        careful = number % 2
        scenarios.append(
            {
                agent.power: agent.pick_usual(dice) if careful else dice.choice(agent.plans)
                for agent in others
            }
        )
    return scenarios
