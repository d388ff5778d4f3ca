"""Improvement of plans: other orders for one or two units, tried in the same scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator import Move

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator import Order

    from .plans import Plan
    from .search import Agent, Arena, Scenario
    from .terrain import Piece

TRIAL = 4
"""Scenarios after which a change that looks bad is given up."""
TOLERANCE = 2.0
"""Value that a change may have lost by then."""
FINALISTS = 8
"""Drawn plans that are tried in all scenarios."""
STARTS = 3
"""Plans that are improved."""
MOST_OPTIONS = 7
"""Places that are tried for a unit, the best first."""


class Tried(NamedTuple):
    """A plan with its values in all scenarios, by which tried plans are ranked."""

    plan: Plan
    values: Sequence[float]

    @property
    def total(self) -> float:
        return sum(self.values)


def best_plans(
    arena: Arena, agent: Agent, scenarios: Sequence[Scenario], dice: random.Random, *, keep: int
) -> list[Tried]:
    """Return different good plans, the best first, with their values in the scenarios.

    They are improved until only `keep` phases are left. Without any phases the values are missing.
    """
    tried = _best_drawn(arena, agent, scenarios, keep=keep)
    if not tried:
        usual = max(range(len(agent.plans)), key=agent.chosen.__getitem__)
        return [Tried(agent.plans[usual], ())]
    improved = [_improve(arena, agent, each, scenarios, dice, keep=keep) for each in tried[:STARTS]]
    different = {each.plan: each for each in (*improved, *tried[:STARTS])}
    return sorted(different.values(), key=lambda each: -each.total)


def _best_drawn(
    arena: Arena, agent: Agent, scenarios: Sequence[Scenario], *, keep: int
) -> list[Tried]:
    """The drawn plans that do best, with their values, the best first.

    A few scenarios choose the plans that are tried in all of them.
    """
    ranked = sorted(zip(agent.chosen, agent.plans, strict=True), key=lambda each: -each[0])
    first = []
    for _chosen, plan in ranked:
        if arena.left - TRIAL < keep:
            break
        first.append(Tried(plan, _values(arena, agent, plan, scenarios[:TRIAL])))
    first.sort(key=lambda each: -each.total)
    tried = []
    for each in first[:FINALISTS]:
        if arena.left - len(scenarios) + TRIAL < keep:
            break
        rest = _values(arena, agent, each.plan, scenarios[TRIAL:])
        tried.append(Tried(each.plan, [*each.values, *rest]))
    return sorted(tried, key=lambda each: -each.total)


def _values(arena: Arena, agent: Agent, plan: Plan, scenarios: Sequence[Scenario]) -> list[float]:
    return [arena.value(agent.outlook, {**scenario, agent.power: plan}) for scenario in scenarios]


def _improve(
    arena: Arena,
    agent: Agent,
    best: Tried,
    scenarios: Sequence[Scenario],
    dice: random.Random,
    *,
    keep: int,
) -> Tried:
    """Change a plan as long as a change makes it better and phases are left."""
    seen = {best.plan}
    while True:
        for plan in _changed_plans(agent, best.plan, dice):
            if plan in seen:
                continue
            seen.add(plan)
            if arena.left - len(scenarios) < keep:
                return best
            found = _try(arena, agent, plan, scenarios, best)
            if found is not None:
                best = found
                break
        else:
            return best


def _try(
    arena: Arena, agent: Agent, plan: Plan, scenarios: Sequence[Scenario], best: Tried
) -> Tried | None:
    """The plan with its values if it is better; it may be given up after a few scenarios."""
    values = _values(arena, agent, plan, scenarios[:TRIAL])
    if sum(values) < sum(best.values[:TRIAL]) - TOLERANCE:
        return None
    tried = Tried(plan, values + _values(arena, agent, plan, scenarios[TRIAL:]))
    return tried if tried.total > best.total + 1e-6 else None


def _changed_plans(agent: Agent, plan: Plan, dice: random.Random) -> Iterator[Plan]:
    """Plans that differ in the orders of one or two units, in random order of units."""
    planner = agent.planner
    order_of = {piece.place: order for piece, order in zip(planner.pieces, plan, strict=True)}
    pieces = [piece for piece in planner.pieces if piece.place not in planner.settled]
    dice.shuffle(pieces)
    for piece in pieces:
        for changes in (*_supports(agent, piece, order_of), *_moves(agent, piece)):
            if planner.settled.keys().isdisjoint(changes):
                changed = order_of | changes
                yield tuple(changed[each.place] for each in planner.pieces)


def _supports(
    agent: Agent, piece: Piece, order_of: Mapping[int, Order]
) -> Iterator[dict[int, Order]]:
    """The supports that a unit can give to what other units do now."""
    planner, number = agent.planner, agent.planner.scene.terrain.board.number
    for other in planner.pieces:
        if other is piece:
            continue
        order = order_of[other.place]
        place = number[order.target] if isinstance(order, Move) else other.place
        if piece.reach >> place & 1 and (
            isinstance(order, Move) or agent.outlook.rivals_for(place)
        ):
            yield {piece.place: planner.support(piece, other, order)}


def _moves(agent: Agent, piece: Piece) -> Iterator[dict[int, Order]]:
    """The moves of a unit, alone and with a support, or with the convoy that they need."""
    planner = agent.planner
    options = sorted(planner.options[piece.place], key=lambda option: -option.score)
    for option in options[:MOST_OPTIONS]:
        if option.carrier is not None:
            convoy = planner.convoy(option.carrier, piece, option.order)
            yield {piece.place: option.order, option.carrier.place: convoy}
            continue
        yield {piece.place: option.order}
        if agent.outlook.rivals_for(option.place):
            for helper in planner.pieces:
                if helper is not piece and helper.reach >> option.place & 1:
                    support = planner.support(helper, piece, option.order)
                    yield {piece.place: option.order, helper.place: support}
