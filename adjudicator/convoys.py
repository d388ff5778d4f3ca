"""Ways over the sea: which fleets could carry an army from one coast to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from adjudicator.board import Board


def has_route(board: Board, fleets: Collection[str], origin: str, target: str) -> bool:
    """Whether fleets in these sea provinces make a chain from one coastal province to the other.

    >>> from adjudicator.board import standard_board
    >>> has_route(standard_board(), {"ENG", "MAO"}, "LON", "NAF")
    True
    """
    near = board.neighbours
    ends = near[target]
    waiting = [sea for sea in near[origin] if sea in fleets]
    seen = set(waiting)
    while waiting:
        sea = waiting.pop()
        if sea in ends:
            return True
        for other in near[sea]:
            if other in fleets and other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


def on_route(board: Board, fleets: Collection[str], origin: str, target: str, sea: str) -> bool:
    """Whether a fleet in `sea` could be needed to carry an army: it is on a chain of these fleets
    that cannot be made shorter by leaving some of them out (DATC 6.F.12, 6.G.6, 6.G.19).
    """
    near = board.neighbours
    if origin in near[sea] and target in near[sea]:
        return True

    def extend(chain: tuple[str, ...]) -> bool:
        last = chain[-1]
        if target in near[last]:
            return sea in chain
        return any(
            extend((*chain, step))
            for step in near[last]
            if step in fleets
            and origin not in near[step]
            and not any(step in near[passed] or step == passed for passed in chain[:-1])
        )

    return any(extend((first,)) for first in near[origin] if first in fleets)


def carried_to(board: Board, fleets: Collection[str], origin: str) -> frozenset[str]:
    """Every coastal province that an army could be carried to by these fleets."""
    near = board.neighbours
    waiting = [sea for sea in near[origin] if sea in fleets]
    seen = set(waiting)
    coasts: set[str] = set()
    while waiting:
        for other in near[waiting.pop()]:
            if other not in board.seas:
                coasts.add(other)
            elif other in fleets and other not in seen:
                seen.add(other)
                waiting.append(other)
    return frozenset(coasts - {origin})
