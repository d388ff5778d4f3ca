"""Standings of a tournament: the points of its people over all rounds. No database."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from .scoring import Finish, ScoringSystem

Score = TypeVar("Score", bound="Hashable")


@dataclass(frozen=True)
class Place:
    """A place at a table of a round, and the person to whom its points go.

    `finish` is None as long as the game goes on, or if it ended without a result. `person` is None
    if whoever held the place at the end is not in the tournament.
    """

    round: int
    person: int | None
    finish: Finish | None


@dataclass(frozen=True)
class Line:
    """A person in the standings. Those with the same `rank` are tied.

    `points` has the points of each round, None for rounds that the person did not play or that go
    on. A total is the sum of the `best` ones that count.
    """

    rank: int
    person: int
    total: Fraction
    points: Sequence[Fraction | None]
    wins: int
    centers: int


def standings(
    tables: Iterable[Sequence[Place]],
    people: Iterable[int],
    system: ScoringSystem,
    *,
    rounds: int,
    counting: int | None = None,
) -> list[Line]:
    """Return the lines of all people, the best first.

    A table is scored as soon as its game has ended for good. Of several games in one round, which
    a substitute may have, the best counts. With `counting`, only so many of a
    person's best rounds count. The total decides, then the best single round, wins, and centers;
    people who are equal in all of it share a rank.
    """
    games: dict[int, dict[int, tuple[Fraction, bool, int]]] = defaultdict(dict)
    for table in tables:
        finishes = [place.finish for place in table if place.finish is not None]
        if len(finishes) < len(table):
            continue
        for place, finish, scored in zip(table, finishes, system.points(finishes), strict=True):
            if place.person is not None:
                found = scored, finish.has_won, finish.centers
                before = games[place.person].get(place.round, found)
                games[place.person][place.round] = max(before, found)

    def key(person: int) -> tuple[Fraction, Fraction, int, int]:
        played = games[person].values()
        best = sorted((scored for scored, _won, _centers in played), reverse=True)
        total = sum(best[:counting], Fraction(0))
        wins, centers = sum(won for _, won, _ in played), sum(number for *_, number in played)
        return total, best[0] if best else Fraction(0), wins, centers

    keys = {person: key(person) for person in people}
    order = sorted(keys, key=lambda person: (*(-each for each in keys[person]), person))
    ranks = _ranks(keys[person] for person in order)
    return [
        Line(
            rank=ranks[keys[person]],
            person=person,
            total=keys[person][0],
            points=[games[person].get(number, (None,))[0] for number in range(1, rounds + 1)],
            wins=keys[person][2],
            centers=keys[person][3],
        )
        for person in order
    ]


def team_standings(lines: Iterable[Line], teams: dict[int, int]) -> list[tuple[int, int, Fraction]]:
    """Return rank, team and points of each team, the best first; equal teams share a rank.

    `teams` has the team of each person. A team has the points of all its people.
    """
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for line in lines:
        if line.person in teams:
            totals[teams[line.person]] += line.total
    order = sorted(totals, key=lambda team: (-totals[team], team))
    ranks = _ranks(totals[team] for team in order)
    return [(ranks[totals[team]], team, totals[team]) for team in order]


def _ranks(scores: Iterable[Score]) -> dict[Score, int]:
    """Return the rank of each score, of which the best comes first: 1 and the number before it."""
    ranks: dict[Score, int] = {}
    for rank, score in enumerate(scores, start=1):
        ranks.setdefault(score, rank)
    return ranks
