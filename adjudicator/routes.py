"""Land or sea: which way an army goes that could do either (DATC 4.A.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.convoys import has_route
from adjudicator.orders import Move
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.movement import Movement

_ARMY = UnitType.ARMY


def choose_routes(movement: Movement, not_plain: Iterable[int]) -> tuple[int, int]:
    """The mask of the armies that go by convoy, and of those that go by convoy if it stands and
    by land if not."""
    by_sea = either = 0
    by_land = movement.board.army_borders
    for unit in {*not_plain, *movement.carriers}:
        order = movement.orders.get(unit)
        if isinstance(order, Move) and order.unit.type is _ARMY:
            if not by_land[unit] >> movement.target[unit] & 1:
                by_sea |= 1 << unit
            elif _sails(movement, unit):
                if movement.rules.disrupted_convoy == "by land":
                    either |= 1 << unit
                else:
                    by_sea |= 1 << unit
    return by_sea, either


def has_ordered_route(movement: Movement, army: int) -> bool:
    """Whether fleets were ordered to carry an army all the way to where it goes."""
    carriers = movement.carriers.get(army, 0)
    return has_route(movement.board, carriers, army, movement.target[army])


def _sails(movement: Movement, army: int) -> bool:
    """Whether an army that could walk is to be carried (see `Rules.convoy_to_neighbour`)."""
    rules, order = movement.rules, movement.orders[army]
    choice = rules.convoy_to_neighbour
    opposite = movement.target[army]
    exchange = movement.target.get(opposite) == army
    if choice == "to exchange places":
        return exchange and has_ordered_route(movement, army)
    if isinstance(order, Move) and order.via:
        return rules.via_without_route == "fails" or has_ordered_route(movement, army)
    allies = movement.allies(army)
    own = bool(movement.carriers.get(army, 0) & allies)
    if choice == "own fleet":
        return own
    if choice == "by intent":
        own = own or (exchange and bool(allies >> opposite & 1))
    return own and choice != "only via" and has_ordered_route(movement, army)
