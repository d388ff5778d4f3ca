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
    from collections.abc import Mapping, Sequence

    from adjudicator.board import Board, Post
    from adjudicator.position import Placement, Position
    from adjudicator.resolution import AssignedOrders

_ARMY = UnitType.ARMY
_MOVEMENT = frozenset((Hold, Move, SupportHold, SupportMove, Convoy))

OrderNumbers: TypeAlias = tuple["Post | None", int, Any, "Post | None", "tuple[Any, int] | None"]
"""A simple order as numbers of a board.

- The post of its unit, and the number of its province.
- The goal. For a move it is the target. For a support or convoy it is the other unit's province and
  the province in which the support counts or the convoy ends. For a hold it is None.
- The post of the supported or convoyed unit; None for other orders.
- The convoy: the order's class, and a mask of seas. One of these seas must have a fleet; the mask
  is 0 if no other fleet is needed. It is None for an order that needs no convoy.
"""
_NOT_SIMPLE: Final[OrderNumbers] = (None, -1, None, None, None)
"""No unit is at this post."""


def number_order(order: Any, board: Board) -> OrderNumbers:
    """Number an order for a board, and store the numbers with it.

    Returns the numbers, or `_NOT_SIMPLE`, which is not stored, for an order that is not simple or
    whose parts are malformed.
    """
    kind, post = order.__class__, None
    try:
        if kind in _MOVEMENT:
            post = board.posts.get(order.unit.text)
        found = None if post is None else _goal(order, post, board)
    except (AttributeError, TypeError):
        return _NOT_SIMPLE
    if post is None or found is None:
        return _NOT_SIMPLE
    numbers = post, post.place, *found
    object.__setattr__(order, "numbers", numbers)
    return numbers


def _goal(
    order: Any, post: Post, board: Board
) -> tuple[Any, Post | None, tuple[Any, int] | None] | None:
    """The goal, the other unit and the convoy of an order, if it is simple (`OrderNumbers`)."""
    kind = order.__class__
    if kind is Hold:
        return None, None, None
    if kind is Move:
        step = None if order.via else post.moves.get(order.target)
        if step is not None:
            return step, None, None
        target, seas = _by_convoy(post, order.target, board)
        return (target, None, (kind, seas)) if seas else None
    other = board.posts.get((order.army if kind is Convoy else order.supported).text)
    if other is None or other is post:
        return None
    if kind is Convoy:
        target, seas = _by_convoy(other, order.target, board)
        return ((other.place, target), other, (kind, 0)) if seas >> post.place & 1 else None
    into: int | None = other.place
    convoy = None
    if kind is SupportMove:
        into = other.moves.get(order.target)
        if into is None:
            into, seas = _by_convoy(other, order.target, board)
            carriers = seas & ~(1 << post.place)  # the supporter itself convoys nobody
            if not carriers:
                return None
            convoy = kind, carriers
    return ((other.place, into), other, convoy) if into in post.reach else None


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
    assigned: AssignedOrders, sheets: Mapping[str, Sequence[Any]], position: Position
) -> Mapping[str, Sequence[Any]]:
    """Assign the simple orders of a sheet for each power; return the others, texts too, by power.

    If a unit has several orders, none is assigned. Orders numbered for another board are not
    simple.
    """
    placement, board = position.placement, position.board
    played, posts_by_power = placement.played, placement.posts_by_power
    legal, targets, supports = assigned.legal, assigned.targets, assigned.supports
    others: dict[str, list[Any]] = {}
    for power, sheet in sheets.items():
        own = posts_by_power.get(power, ())
        for order in sheet:
            try:
                post, place, goal, other, convoy = order.numbers
            except AttributeError:
                post, place, goal, other, convoy = number_order(order, board)
            if convoy is None and post in own:
                if other is None:
                    legal[place] = order
                    if goal is not None:
                        targets[place] = goal
                    continue
                if played[goal[0]] is other:
                    legal[place] = order
                    supports[place] = goal
                    continue
            elif post in own and _assign_with_convoy(assigned, order, placement):
                continue
            others.setdefault(power, []).append(order)
    if len(legal) + sum(map(len, others.values())) < sum(map(len, sheets.values())):
        assigned.forget([*legal])
        return sheets
    return others


def _assign_with_convoy(assigned: AssignedOrders, order: Any, placement: Placement) -> bool:
    """Assign an order that has to do with a convoy, if the other unit and the fleet are there."""
    _, place, goal, other, (kind, carriers) = order.numbers
    if carriers and not carriers & placement.fleets_at_sea:
        return False
    if other is None:
        assigned.targets[place] = goal
        assigned.maybe_convoyed.add(place)
    elif placement.played[goal[0]] is other:
        (assigned.convoys if kind is Convoy else assigned.supports)[place] = goal
    else:
        return False
    assigned.legal[place] = order
    return True
