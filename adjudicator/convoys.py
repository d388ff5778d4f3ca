"""Convoy routes: which fleets could convoy an army from one coast to another.

Provinces are numbers; `fleets` is the mask of the sea provinces whose fleets may convoy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import province_numbers

if TYPE_CHECKING:
    from adjudicator.board import Board


def has_route(board: Board, fleets: int, origin: int, target: int) -> bool:
    """Return whether an army can go from one coastal province to the other over these fleets.

    All arguments but the board are numbers or masks of provinces.

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
    return bool(reachable_fleets(board, fleets, origin) & ends)


def reachable_fleets(board: Board, fleets: int, origin: int) -> int:
    """Return the mask of the fleets that an army from a coastal province could reach."""
    borders = board.borders
    reached = fresh = borders[origin] & fleets
    while fresh:
        found = 0
        for sea in province_numbers(fresh):
            found |= borders[sea]
        fresh = found & fleets & ~reached
        reached |= fresh
    return reached


def convoy_targets(board: Board, fleets: int, origin: int) -> int:
    """Return the mask of the coastal provinces to which these fleets could convoy an army."""
    coasts = 0
    for sea in province_numbers(reachable_fleets(board, fleets, origin)):
        coasts |= board.borders[sea]
    return coasts & ~board.sea_mask & ~(1 << origin)


def is_on_route(board: Board, fleets: int, origin: int, target: int, sea: int) -> bool:
    """Return whether the fleet in `sea` could be needed to convoy an army.

    It is needed if it is on a chain of fleets that cannot be made shorter by leaving some out (DATC
    6.F.12, 6.G.6, 6.G.19).

    Chains are tried one by one: at most some hundreds on a board of nineteen seas. A board with
    many more seas that all border on one another would need another algorithm.
    """
    borders = board.borders
    start, end = borders[origin], borders[target]
    if (start & end) >> sea & 1:
        return True

    def extend(last: int, chain: int, closed: int) -> bool:
        """Whether a chain that ends in `last` can be continued to the target through `sea`.

        `chain` is the mask of the chain so far, `closed` the mask of seas that would make the chain
        longer than necessary or return to it.
        """
        if end >> last & 1:
            return bool(chain >> sea & 1)
        return any(
            extend(step, chain | 1 << step, closed | borders[last] | 1 << step)
            for step in province_numbers(borders[last] & fleets & ~closed)
        )

    return any(extend(first, 1 << first, start) for first in province_numbers(start & fleets))
