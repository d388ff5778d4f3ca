"""Ways over the sea: which fleets could carry an army from one coast to another.

Provinces are numbers; `fleets` are masks of the sea provinces whose fleets may carry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import numbers

if TYPE_CHECKING:
    from adjudicator.board import Board


def has_route(board: Board, fleets: int, origin: int, target: int) -> bool:
    """Whether fleets in these sea provinces make a chain from one coastal province to the other.

    >>> from adjudicator.board import standard_board
    >>> board = standard_board()
    >>> lon, naf = board.number["LON"], board.number["NAF"]
    >>> has_route(board, board.mask({"ENG", "MAO"}), lon, naf)
    True
    >>> has_route(board, board.mask({"ENG"}), lon, naf)
    False
    """
    ends = board.borders[target] & fleets
    if not ends or not board.borders[origin] & fleets:
        return False
    return bool(sailed(board, fleets, origin) & ends)


def sailed(board: Board, fleets: int, origin: int) -> int:
    """The mask of the fleets that an army can be handed on to from a coastal province."""
    borders = board.borders
    reached = fresh = borders[origin] & fleets
    while fresh:
        found = 0
        for sea in numbers(fresh):
            found |= borders[sea]
        fresh = found & fleets & ~reached
        reached |= fresh
    return reached


def carried_to(board: Board, fleets: int, origin: int) -> int:
    """The mask of the coastal provinces that an army could be carried to by these fleets."""
    coasts = 0
    for sea in numbers(sailed(board, fleets, origin)):
        coasts |= board.borders[sea]
    return coasts & ~board.sea_mask & ~(1 << origin)


def on_route(board: Board, fleets: int, origin: int, target: int, sea: int) -> bool:
    """Whether a fleet in `sea` could be needed to carry an army: it is on a chain of these fleets
    that cannot be made shorter by leaving some of them out (DATC 6.F.12, 6.G.6, 6.G.19).

    It tries such chains one by one: at most some hundreds on a board of nineteen seas, but a board
    with many more that border on one another everywhere would want another way.
    """
    borders = board.borders
    start, end = borders[origin], borders[target]
    if (start & end) >> sea & 1:
        return True

    def extend(last: int, chain: int, closed: int) -> bool:
        """`closed` are the seas that would make a shorter chain, or a circle."""
        if end >> last & 1:
            return bool(chain >> sea & 1)
        return any(
            extend(step, chain | 1 << step, closed | borders[last] | 1 << step)
            for step in numbers(borders[last] & fleets & ~closed)
        )

    return any(extend(first, 1 << first, start) for first in numbers(start & fleets))
