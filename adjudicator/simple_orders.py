"""Orders of a movement phase that are plainly legal: a shortcut around `check_order`.

Most orders name their units exactly and ask for nothing but a step to a neighbour, a support of
such a step, or a convoy over a single sea. They are legal under every edition, mean what they say,
and are found by looking numbers up in the tables of the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.orders import Convoy, Hold, Move, SupportHold, SupportMove
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.board import Board, Post
    from adjudicator.position import Position
    from adjudicator.resolution import AssignedOrders

_ARMY = UnitType.ARMY
_MOVEMENT = frozenset((Hold, Move, SupportHold, SupportMove, Convoy))


def assign_simple(
    assigned: AssignedOrders, sheet: Sequence[Any], position: Position, power: str
) -> list[Any]:
    """Assign the simple orders of a power's sheet; return the others, texts too.

    Of several orders for one unit only the first is assigned. Raises `AttributeError` or
    `TypeError` for an order whose parts are malformed.
    """
    placement, board = position.placement, position.board
    own = placement.posts_by_power.get(power, {})
    legal, fleets, others = assigned.legal, placement.fleets_at_sea, []
    for order in sheet:
        kind = order.__class__
        post = own.get(order.unit.text) if kind in _MOVEMENT else None
        if post is None or post[0] in legal:
            others.append(order)
            continue
        place = post[0]
        if kind is Move:
            target = post[2].get(order.target)
            if target is None or order.via:
                target = _convoy_target(post, order.target, fleets, board)
                if target is None:
                    others.append(order)
                    continue
                assigned.maybe_convoyed.append(place)
            assigned.targets[place] = target
        elif kind is not Hold:
            helped = _helped(order, post, placement.posts, fleets, board)
            if helped is None:
                others.append(order)
                continue
            (assigned.convoys if kind is Convoy else assigned.supports)[place] = helped
        legal[place] = order
    return others


def _convoy_target(post: Post, target: str, fleets: int, board: Board) -> int | None:
    """The number of a province to which one of these fleets at sea could convoy an army.

    None if no single one could.
    """
    if post.unit.type is not _ARMY or target not in board.army_moves:
        return None
    place, goal = post.place, board.number[target]
    return goal if board.borders[place] & board.borders[goal] & fleets and goal != place else None


def _helped(
    order: SupportHold | SupportMove | Convoy,
    post: Post,
    posts: Mapping[str, Post],
    fleets: int,
    board: Board,
) -> tuple[int, int] | None:
    """The other unit of a support or convoy, and where it is to stay or to go; None if not simple.

    Both are numbers. `fleets` is the mask of the fleets at sea.
    """
    kind = order.__class__
    other = posts.get(order.army.text if kind is Convoy else order.supported.text)
    if other is None or other is post:
        return None
    place = other[0]
    if kind is SupportHold:
        return (place, place) if place in post[3] else None
    target = other[2].get(order.target) if kind is SupportMove else None
    if target is None and other[2]:  # units that nobody plays move nowhere
        bit = 1 << post[0]
        target = _convoy_target(other, order.target, fleets & (bit if kind is Convoy else ~bit), board)
    if target is None or (kind is SupportMove and target not in post[3]):
        return None
    return place, target
