"""A position of a movement phase as one decision sees it: forces, threats and worth of places."""

from __future__ import annotations

from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import Season

from .terrain import terrain_of
from .view import side_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator import Position, Rules

    from .terrain import Piece
    from .view import SeatView

OWN_CENTER = (0.1, 0.5, 0.8, 0.9)
"""Worth of an own center by the number of rivals (`Outlook.rivals_for`)."""
FOREIGN_CENTER = (1.0, 0.85, 0.7, 0.6)
"""Worth of a foreign center by the number of rivals."""
UNCLAIMED = 0.2
"""Worth that a center has in addition if nobody owns it."""
DISCOUNT = tuple(0.55**steps for steps in range(100))
"""Worth of a center by the steps to it."""


LEADING = 0.6
"""Share of the centers that win, from which on a power is a leader."""


class Force(NamedTuple):
    """The units of one power, and the provinces that at least one or two of them can enter.

    Neutral units never move.
    """

    pieces: tuple[Piece, ...]
    occupied: int
    once: int
    twice: int


class Scene:
    """A position with what all powers' plans in it have in common."""

    def __init__(self, position: Position, rules: Rules) -> None:
        self.position, self.rules = position, rules
        self.terrain = terrain_of(position.board)
        self.neutral = position.neutral
        self.is_fall = position.phase.season is not Season.SPRING
        number = position.board.number
        self.owned = {
            power: sum(1 << number[code] for code in codes)
            for power, codes in (position.centers or {}).items()
        }
        self.forces = {power: self._force(power) for power in position.units}
        self.powers = tuple(p for p in position.powers if p not in self.neutral)

    def _force(self, power: str) -> Force:
        pieces = tuple(self.terrain.pieces[unit.text] for unit in self.position.units[power])
        occupied = sum(piece.bit for piece in pieces)
        once = twice = 0
        if power not in self.neutral:
            for piece in pieces:
                twice |= once & piece.reach
                once |= piece.reach
        return Force(pieces, occupied, once, twice)

    def homes_of(self, side: frozenset[str]) -> int:
        """Return the mask of the centers in which a side may build while it owns them."""
        board = self.terrain.board
        if self.position.setup.builds_anywhere:
            return self.terrain.center_mask
        return sum(
            1 << board.number[code] for code, each in board.provinces.items() if each.home in side
        )

    def side_of(self, power: str) -> frozenset[str]:
        """Return the powers that the same person plays."""
        return side_of(self.position.setup, power)


class Outlook:
    """The scene in the eyes of one side: its foes, and what places are worth to it."""

    def __init__(self, scene: Scene, side: Iterable[str]) -> None:
        self.scene, self.side = scene, frozenset(side)
        self.powers = tuple(sorted(self.side))
        many = LEADING * scene.position.setup.victory
        owned = scene.owned.items()
        self.owned = sum(mask for power, mask in owned if power in self.side)
        self.leaders_own = sum(
            mask for power, mask in owned if power not in self.side and mask.bit_count() >= many
        )
        """The centers of foes that come near to winning."""
        self.unclaimed = scene.terrain.center_mask & ~sum(scene.owned.values())
        self.homes = scene.homes_of(self.side)
        foes = [force for power, force in scene.forces.items() if power not in self.side]
        self.foes_occupy = self.foes_once = self.foes_twice = 0
        for force in foes:
            self.foes_occupy |= force.occupied
            self.foes_once |= force.once
            self.foes_twice |= force.twice

    def rivals_for(self, place: int) -> int:
        """Return the number of foes' units that stand in a province or could enter it, up to 3."""
        return (
            (self.foes_occupy >> place & 1)
            + (self.foes_once >> place & 1)
            + (self.foes_twice >> place & 1)
        )

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """The worth of each center of the board, in the order of `Terrain.centers`."""
        return tuple(map(self._worth, self.scene.terrain.centers))

    def _worth(self, center: int) -> float:
        rivals = self.rivals_for(center)
        if self.owned >> center & 1:
            return OWN_CENTER[rivals]
        return FOREIGN_CENTER[rivals] + UNCLAIMED * (self.unclaimed >> center & 1)

    @cached_property
    def field(self) -> Mapping[str, float]:
        """Canonical text of a unit -> the worth of the centers near it, by their distance."""
        worth = self.worth
        discount = DISCOUNT.__getitem__
        return {
            text: sum(map(mul, worth, map(discount, piece.distances)))
            for text, piece in self.scene.terrain.pieces.items()
        }


def scene_of(view: SeatView) -> Scene:
    """Return the scene of a view."""
    return Scene(view.position, view.rules)
