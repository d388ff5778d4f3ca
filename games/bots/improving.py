"""Improvement of a plan: other orders for one or two units, tried against fixed scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import Convoy, Hold, Move, SupportHold, SupportMove

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator import Order

    from .plans import Plan
    from .search import Agent, Arena

TRIAL = 4
"""Scenarios after which a change that looks bad is given up."""
STARTS = 3
"""Plans that are compared in all scenarios."""


def improve(
    arena: Arena, me: Agent, scenarios: Sequence[Mapping[str, Plan]], dice: random.Random
) -> Plan:
    """Return the plan with the best average value over the scenarios that was found in time."""
    ranked = sorted(range(len(me.plans)), key=lambda n: (-me.chosen[n], n))
    best, best_values = me.plans[ranked[0]], []
    for number in ranked[: max(STARTS, 8)]:
        if arena.left < len(scenarios):
            break
        values = _values(arena, me, me.plans[number], scenarios)
        if not best_values or sum(values) > sum(best_values):
            best, best_values = me.plans[number], values
    changed = bool(best_values)
    while changed:
        changed = False
        for candidate in _changes(me, best, dice):
            if candidate == best:
                continue
            if arena.left < len(scenarios):
                return best
            values = _values(arena, me, candidate, scenarios[:TRIAL])
            if sum(values) < sum(best_values[:TRIAL]) - 2.0:
                continue
            values += _values(arena, me, candidate, scenarios[TRIAL:])
            if sum(values) > sum(best_values) + 1e-6:
                best, best_values, changed = candidate, values, True
                break
    return best


def _values(
    arena: Arena, me: Agent, plan: Plan, scenarios: Sequence[Mapping[str, Plan]]
) -> list[float]:
    return [arena.value(me.outlook, {**others, me.power: plan}) for others in scenarios]


def _changes(me: Agent, plan: Plan, dice: random.Random) -> Iterator[Plan]:
    """Plans that differ from a plan in the orders of one or two units, in random order."""
    pieces = me.planner.pieces
    order_of = {piece.place: order for piece, order in zip(pieces, plan, strict=True)}
    numbers = list(range(len(pieces)))
    dice.shuffle(numbers)
    for number in numbers:
        for changed in _other_orders(me, number, order_of, dice):
            yield tuple(changed.get(n, order) for n, order in enumerate(plan))


def _other_orders(
    me: Agent, number: int, order_of: Mapping[int, Order], dice: random.Random
) -> Iterator[dict[int, Order]]:
    """Other orders of a unit, alone, or with the support or convoy that they need."""
    planner = me.planner
    pieces = planner.pieces
    piece = pieces[number]
    options = sorted(planner.options[piece.place], key=lambda o: -o.score)[:7]
    for other in pieces:
        if other is not piece:
            order = order_of[other.place]
            if isinstance(order, Move):
                place = planner.scene.terrain.board.number[order.target]
                if piece.reach >> place & 1:
                    yield {number: planner.order(SupportMove, piece.unit, other.unit, order.target)}
            elif piece.reach & other.bit and me.outlook.rivals_for(other.place):
                yield {number: planner.order(SupportHold, piece.unit, other.unit)}
    for option in options:
        if option.carrier is not None:
            carrier = pieces.index(option.carrier)
            convoy = planner.order(Convoy, option.carrier.unit, piece.unit, option.order.target)
            yield {number: option.order, carrier: convoy}
            continue
        yield {number: option.order}
        if not me.outlook.rivals_for(option.place):
            continue
        for helper, other in enumerate(pieces):
            if helper == number or not other.reach >> option.place & 1:
                continue
            if isinstance(option.order, Hold):
                support = planner.order(SupportHold, other.unit, piece.unit)
            else:
                support = planner.order(SupportMove, other.unit, piece.unit, option.order.target)
            yield {number: option.order, helper: support}
