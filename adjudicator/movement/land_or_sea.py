"""Choice between land and convoy for armies that could go either way (DATC 4.A.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.convoys import has_route
from adjudicator.orders import Move
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.movement.battle import Movement

_ARMY = UnitType.ARMY


def choose_routes(movement: Movement, maybe_convoyed: Iterable[int]) -> tuple[int, int]:
    """Return two masks of armies: those that go by convoy, and those that fall back on land.

    The latter go by convoy, or by land if the convoy is disrupted (`Rules.disrupted_convoy`).

    `maybe_convoyed` are the units whose move may need a convoy.
    """
    by_sea = either = 0
    by_land, posts = movement.board.army_borders, movement.placement.posts
    for unit in {*maybe_convoyed, *movement.convoy_fleets}:
        post = posts[unit]
        if unit in movement.target and post is not None and post.unit.type is _ARMY:
            if not by_land[unit] >> movement.target[unit] & 1:
                by_sea |= 1 << unit
            elif _goes_by_convoy(movement, unit):
                if movement.rules.disrupted_convoy == "by land":
                    either |= 1 << unit
                else:
                    by_sea |= 1 << unit
    return by_sea, either


def has_ordered_route(movement: Movement, army: int) -> bool:
    """Return whether fleets were ordered to convoy an army all the way to its target."""
    carriers = movement.convoy_fleets.get(army, 0)
    return has_route(movement.board, carriers, army, movement.target[army])


def _goes_by_convoy(movement: Movement, army: int) -> bool:
    """Whether an army that could go by land goes by convoy (`Rules.convoy_to_neighbour`)."""
    rules, order = movement.rules, movement.orders[army]
    choice = rules.convoy_to_neighbour
    opposite = movement.target[army]
    exchange = movement.target.get(opposite) == army
    if choice == "to exchange places":
        return exchange and has_ordered_route(movement, army)
    if isinstance(order, Move) and order.via:
        return rules.via_without_route == "fails" or has_ordered_route(movement, army)
    allies = movement.power_mask(army)
    own = bool(movement.convoy_fleets.get(army, 0) & allies)
    if choice == "own fleet":
        return own
    if choice == "by intent":
        own = own or (exchange and bool(allies >> opposite & 1))
    return own and choice != "only via" and has_ordered_route(movement, army)
