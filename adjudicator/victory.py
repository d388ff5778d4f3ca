"""The winner of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.setups import Setup


def winner(position: Position, setup: Setup) -> str | None:
    """Return the power that has won, or None.

    It owns at least `Setup.victory` centers (18 of 34 in the standard game) and more than any other
    power, which matters only in set-ups that ask for fewer than half of the centers.
    """
    owned = {power: len(codes) for power, codes in (position.centers or {}).items()}
    best = max(owned.values(), default=0)
    leaders = [power for power, count in owned.items() if count == best]
    return leaders[0] if best >= setup.victory and len(leaders) == 1 else None
