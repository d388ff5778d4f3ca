"""The scoring systems of tournaments: the points of each player of a game.

Points are exact fractions, so that sums and ties are exact too. Each system names a public
description of it; the tests repeat the examples there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True)
class Finish:
    """The end of a game for one of its players.

    `has_drawn` says that the player shares the draw. `eliminated_in` is the year in which the last
    center and unit were lost; None for a survivor.
    """

    centers: int
    has_won: bool = False
    has_drawn: bool = False
    eliminated_in: int | None = None

    @property
    def survives(self) -> bool:
        return self.eliminated_in is None


class ScoringSystem(Protocol):
    """A way to score a game. `points` has a number for each of `table`, in the same order."""

    def points(self, table: Sequence[Finish]) -> list[Fraction]: ...


def _whole_or(
    table: Sequence[Finish], whole: int, otherwise: Callable[[], list[Fraction]]
) -> list[Fraction]:
    """All points for a solo; otherwise what a system gives for other ends."""
    if any(each.has_won for each in table):
        winners = sum(each.has_won for each in table)
        return [Fraction(whole, winners) if each.has_won else Fraction(0) for each in table]
    return otherwise()


@dataclass(frozen=True)
class DrawSize:
    """A solo gets all points; otherwise the powers in a draw divide them equally.

    With one point it is Calhamer's own system, which counts wins and draws alone. Source:
    https://diplomaticon.com/2021/02/20/scoring-diplomacy-2-discussing-various-scoring-systems/
    """

    whole: int = 100

    def points(self, table: Sequence[Finish]) -> list[Fraction]:
        return _whole_or(table, self.whole, lambda: self._shared(table))

    def _shared(self, table: Sequence[Finish]) -> list[Fraction]:
        sharing = sum(each.has_drawn for each in table)
        return [Fraction(self.whole, sharing) if each.has_drawn else Fraction(0) for each in table]


@dataclass(frozen=True)
class SumOfSquares:
    """Without a solo, 100 points are divided in proportion to the squares of the centers.

    Source: https://www.world-diplomacy-database.com/php/scoring/scoring_class.php?id_scoring=36
    """

    def points(self, table: Sequence[Finish]) -> list[Fraction]:
        return _whole_or(table, 100, lambda: self._divided(table))

    def _divided(self, table: Sequence[Finish]) -> list[Fraction]:
        whole = sum(each.centers**2 for each in table)
        return [Fraction(100 * each.centers**2, whole or 1) for each in table]


@dataclass(frozen=True)
class CDiplo:
    """One point for playing, one for each center, and 38, 14 and 7 for the first three places.

    Players with as many centers share the points of their places. A solo has all 100. Source:
    https://world-diplomacy-database.com/php/scoring/scoring_class.php?id_scoring=5
    """

    places = (38, 14, 7)

    def points(self, table: Sequence[Finish]) -> list[Fraction]:
        return _whole_or(table, 100, lambda: self._placed(table))

    def _placed(self, table: Sequence[Finish]) -> list[Fraction]:
        ranked = _by_place(table, self.places, lambda each: (each.centers,))
        return [1 + each.centers + more for each, more in zip(table, ranked, strict=True)]


@dataclass(frozen=True)
class Carnage:
    """1000 points for the last place, 1000 more for each better one, and one for each center.

    Survivors stand before those eliminated, and among these the later before the earlier. Equals
    share the points of their places. A solo has all points of the game. Source:
    https://www.webdiplomacy.net/forum.php?page-thread=1&threadID=1325258
    """

    def points(self, table: Sequence[Finish]) -> list[Fraction]:
        places = [1000 * (len(table) - number) for number in range(len(table))]
        whole = sum(places) + sum(each.centers for each in table)
        return _whole_or(table, whole, lambda: self._placed(table, places))

    def _placed(self, table: Sequence[Finish], places: Sequence[int]) -> list[Fraction]:
        ranked = _by_place(
            table, places, lambda each: (each.centers, each.survives, each.eliminated_in or 0)
        )
        return [each.centers + more for each, more in zip(table, ranked, strict=True)]


@dataclass(frozen=True)
class Tribute:
    """One point for each center; survivors share 66, and pay tribute to who has most centers.

    The tribute is one point for each center that the first has above six, but not more than the
    share. Several first players pay none and divide it. A solo has 100. Source:
    https://world-diplomacy-wiki.fandom.com/wiki/Tribute_Scoring_System
    """

    pool = 66
    free = 6

    def points(self, table: Sequence[Finish]) -> list[Fraction]:
        return _whole_or(table, 100, lambda: self._paid(table))

    def _paid(self, table: Sequence[Finish]) -> list[Fraction]:
        survivors = [each for each in table if each.survives]
        most = max(each.centers for each in survivors)
        first = sum(each.centers == most for each in survivors)
        share = Fraction(self.pool, len(survivors))
        tribute = min(share, Fraction(max(0, most - self.free)))
        income = tribute * (len(survivors) - first) / first
        return [
            Fraction(0)
            if not each.survives
            else each.centers + share + (income if each.centers == most else -tribute)
            for each in table
        ]


def _by_place(
    table: Sequence[Finish], places: Sequence[int], key: Callable[[Finish], tuple[int, ...]]
) -> list[Fraction]:
    """The points of each player's place, the highest key first; equals share those of theirs."""
    keys = [key(each) for each in table]
    found = []
    for own in keys:
        before, equal = sum(other > own for other in keys), keys.count(own)
        found.append(Fraction(sum(places[before : before + equal]), equal))
    return found


SYSTEMS: dict[str, ScoringSystem] = {
    "draw-size": DrawSize(),
    "wins-and-draws": DrawSize(whole=1),
    "sum-of-squares": SumOfSquares(),
    "c-diplo": CDiplo(),
    "carnage": Carnage(),
    "tribute": Tribute(),
}
"""The systems by the names under which tournaments store them."""
