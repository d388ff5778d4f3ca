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
        if post is None or post.place in legal:
            others.append(order)
            continue
        place = post.place
        if kind is Move:
            target = post.moves.get(order.target)
            if target is None or order.via:
                target = _convoy_target(post, order.target, fleets, board)
                if target is None:
                    others.append(order)
                    continue
                assigned.maybe_convoyed.add(place)
            assigned.targets[place] = target
        elif kind is Convoy:
            convoy = _convoy(order, post, placement.posts, board)
            if convoy is None:
                others.append(order)
                continue
            assigned.convoys[place] = convoy
        elif kind is not Hold:
            support = _support(order, post, placement.posts, board, fleets)
            if support is None:
                others.append(order)
                continue
            assigned.supports[place] = support
        legal[place] = order
    return others


def _convoy_target(post: Post, target: str, fleets: int, board: Board) -> int | None:
    """The number of the target, if one of these fleets alone could convoy the unit there.

    Otherwise None, also for a unit that is no army.
    """
    if post.unit.type is not _ARMY or target not in board.army_moves:
        return None
    place, goal = post.place, board.number[target]
    return goal if board.borders[place] & board.borders[goal] & fleets and goal != place else None


def _convoy(
    order: Convoy, post: Post, posts: Mapping[str, Post], board: Board
) -> tuple[int, int] | None:
    """The numbers of the army and of its target, if the fleet could convoy it there alone."""
    army = posts.get(order.army.text)
    if army is None or not army.moves:  # of a power that nobody plays, or on an island: not simple
        return None
    target = _convoy_target(army, order.target, (1 << post.place) & board.sea_mask, board)
    return None if target is None else (army.place, target)


def _support(
    order: SupportHold | SupportMove,
    post: Post,
    posts: Mapping[str, Post],
    board: Board,
    fleets: int,
) -> tuple[int, int] | None:
    """The numbers of the supported unit and of the province where the support counts, if simple.

    `fleets` is the mask of the fleets at sea; the supporter itself convoys nobody.
    """
    other = posts.get(order.supported.text)
    if other is None or other is post:
        return None
    into: int | None = other.place
    if isinstance(order, SupportMove):
        into = other.moves.get(order.target)
        if into is None and other.moves:  # as in `_convoy`
            into = _convoy_target(other, order.target, fleets & ~(1 << post.place), board)
    return (other.place, into) if into is not None and into in post.reach else None
