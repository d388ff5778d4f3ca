"""The winner of a game by its number of centers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.position import Position


def winner(
    position: Position, centers: int, sides: Iterable[Sequence[str]] | None = None
) -> tuple[str, ...]:
    """Return the powers that have won; empty while nobody has.

    A side wins that owns at least `centers` centers in all and more than any other side, which
    matters only where fewer than half of the centers win. `sides` are the powers whose centers
    count together; by default each power is one of its own (rulebook 2000, alternative ways to
    play: the centers of each power count for themselves; for two players, they count together).

    >>> from adjudicator import load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> winner(position, 4), winner(position, 6, [["FRANCE", "ITALY"], ["ENGLAND"]])
    (('RUSSIA',), ('FRANCE', 'ITALY'))
    """
    owned = {power: len(codes) for power, codes in (position.centers or {}).items()}
    if sides is None:
        sides = [[power] for power in owned]
    totals = [(sum(owned.get(power, 0) for power in side), side) for side in sides]
    best = max((total for total, _side in totals), default=0)
    leaders = [side for total, side in totals if total == best]
    return tuple(leaders[0]) if best >= centers and len(leaders) == 1 else ()
