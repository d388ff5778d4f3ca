"""Orders of a movement phase that are plainly legal: a shortcut around `check_order`.

Most orders name their units exactly and ask for nothing but a step to a neighbour, a support of
such a step, or a convoy over a single sea. Under every edition they mean what they say, and they
are legal if the units that they name are there. They are turned into numbers when they are parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from adjudicator.orders import Convoy, Hold, Move, SupportHold, SupportMove
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.board import Board, Post
    from adjudicator.position import Position
    from adjudicator.resolution import AssignedOrders

_ARMY = UnitType.ARMY
_MOVEMENT = frozenset((Hold, Move, SupportHold, SupportMove, Convoy))

OrderNumbers: TypeAlias = tuple[
    "Board | None", Any, "Post | None", int, "Post | None", int, int, int
]
"""A simple order as numbers of a board, which must be the board of the position.

The class of the order; the post of its unit and its province; the post of the supported or convoyed
unit, or again that of its own unit, and its province; the province that a move goes to, in which a
support counts, or to which a fleet convoys; and the mask of the seas in one of which a fleet must
be to convoy the army, 0 if no other fleet is needed.
"""
_NOT_SIMPLE: Final[OrderNumbers] = (None, None, None, -1, None, -1, -1, 0)


def number_order(order: Any, board: Board) -> OrderNumbers:
    """Number an order for a board, and store the numbers with it.

    Returns the numbers, or `_NOT_SIMPLE`, which is not stored, for an order that is not simple.
    Raises `AttributeError` or `TypeError` for an order whose parts are malformed.
    """
    kind, post = order.__class__, None
    if kind in _MOVEMENT:
        post = board.posts.get(order.unit.text)
    found = None if post is None else _goal(order, post, board)
    if post is None or found is None:
        return _NOT_SIMPLE
    other, target, carriers = found
    numbers = board, kind, post, post.place, other, other.place, target, carriers
    object.__setattr__(order, "numbers", numbers)
    return numbers


def _goal(order: Any, post: Post, board: Board) -> tuple[Post, int, int] | None:
    """The other unit, the target and the carriers of an order, if it is simple."""
    kind = order.__class__
    if kind is Hold:
        return post, post.place, 0
    if kind is Move:
        step = None if order.via else post.moves.get(order.target)
        if step is not None:
            return post, step, 0
        target, seas = _by_convoy(post, order.target, board)
        return (post, target, seas) if seas else None
    other = board.posts.get((order.army if kind is Convoy else order.supported).text)
    if other is None or other is post:
        return None
    if kind is Convoy:
        target, seas = _by_convoy(other, order.target, board)
        return (other, target, 0) if seas >> post.place & 1 else None
    into: int | None = other.place
    carriers = 0
    if kind is SupportMove:
        into = other.moves.get(order.target)
        if into is None:
            into, seas = _by_convoy(other, order.target, board)
            carriers = seas & ~(1 << post.place)  # the supporter itself convoys nobody
            if not carriers:
                return None
    return (other, into, carriers) if into in post.reach else None


def _by_convoy(post: Post, target: str, board: Board) -> tuple[int, int]:
    """The number of the target, and the mask of the seas from which a fleet convoys the army there.

    The mask is 0 for a unit that is no army.
    """
    if post.unit.type is not _ARMY or target not in board.army_moves:
        return 0, 0
    goal = board.number[target]
    seas = board.borders[post.place] & board.borders[goal] & board.sea_mask
    return goal, seas if goal != post.place else 0


def assign_simple(
    assigned: AssignedOrders, sheet: Sequence[Any], position: Position, power: str
) -> list[Any]:
    """Assign the simple orders of a power's sheet; return the others, texts too.

    Of several orders for one unit only the first is assigned. Raises `AttributeError` or
    `TypeError` for an order whose parts are malformed.
    """
    placement, board = position.placement, position.board
    own, fleets = placement.posts_by_power.get(power, ()), placement.fleets_at_sea
    posts, unplayed = placement.posts, placement.unplayed
    legal, targets, supports = assigned.legal, assigned.targets, assigned.supports
    maybe_convoyed, convoys = assigned.maybe_convoyed, assigned.convoys
    others = []
    for order in sheet:
        try:
            numbers = order.numbers
        except AttributeError:
            numbers = _NOT_SIMPLE
        if numbers[0] is not board:
            numbers = number_order(order, board)
        _, kind, post, place, other, other_place, target, carriers = numbers
        if post not in own or place in legal or (carriers and not carriers & fleets):
            others.append(order)
        elif kind is Move:
            legal[place] = order
            targets[place] = target
            if carriers:
                maybe_convoyed.add(place)
        elif other not in posts or (other in unplayed and kind is not SupportHold):
            others.append(order)
        else:
            legal[place] = order
            if kind is not Hold:
                (convoys if kind is Convoy else supports)[place] = other_place, target
    return others
