"""The rule of ratings: from the places in a game to new ratings. Nothing here reads rows.

The model is Plackett–Luce of `openskill` (Weng and Lin, 2011): it takes any number of players,
with ties, uses no chance, and has no dependencies. Elo knows two players: a game would have to be
taken apart into 21 pairs, which are not independent. The library `trueskill` is not kept (last
release 2018), and its authors' company permits the method to non-commercial projects only.

The result depends on the input alone: the same ratings and places give the same digits.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Sequence

MODEL = PlackettLuce()

START_POINTS, POINTS_A_UNIT = 1000, 40
"""Points of a newcomer, and how many of them are a unit of the model's scale."""
DEVIATIONS = 3
"""So many deviations are taken off the strength: it is very probably higher than that."""
SETTLED_BELOW = 8.0
"""The deviation below which a rating is no longer provisional; a newcomer's is 8.33.

It takes about ten games of seven players, and fewer games of two.
"""


@dataclass(frozen=True)
class Skill:
    """An estimated strength `mu`, and its standard deviation `sigma`."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def points(self) -> int:
        """The number that pages show: the strength that the person has at least, scaled."""
        return START_POINTS + round(POINTS_A_UNIT * (self.mu - DEVIATIONS * self.sigma))


@dataclass(frozen=True)
class Result:
    """Achievement of a player in a game.

    `is_best` says that they won or share the draw. `count` is the number of their centers or units,
    in a game that ended at a limit and orders its players by them.
    """

    is_best: bool
    count: int = 0


def places(results: Sequence[Result]) -> list[int]:
    """The places of the players, from 1; players with the same place are tied.

    A solo leaves one player first, a draw all that share it; the others are tied behind them unless
    their counts differ.
    """
    keys = [(not each.is_best, -each.count) for each in results]
    return [1 + sum(other < key for other in keys) for key in keys]


def tied(several: Sequence[int]) -> list[bool]:
    """Whether each place is shared."""
    number = Counter(several)
    return [number[place] > 1 for place in several]


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills of the players of a game after it; the best has the lowest place."""
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in skills]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for (player,) in rated]
