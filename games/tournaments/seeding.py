"""Tables of a round: people who have met least, and powers that are new to each. No database.

Chance is an argument, as in `games.lifecycle.assignment`: the caller draws it once and stores what
comes out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from games.lifecycle.assignment import least_cost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

OTHERS_BETWEEN = 3
"""Powers that a person plays between two turns with the same one, in set-ups with enough."""
TRIES = 12
"""Random beginnings of the search for tables; the best end counts."""

_MATES = 100  # meetings as which a common team counts: more than any two people can have had
_TOO_SOON = 1_000  # of a power: outweighs any number of earlier games with it


@dataclass(frozen=True)
class PastTable:
    """The people at a table of an earlier round, in the order of the hands that they played."""

    people: Sequence[int]


@dataclass(frozen=True)
class Draw:
    """The tables of a round, each person in the place of their hand, and who sits out."""

    tables: list[list[int]]
    sitting_out: list[int]


class TooFewPeopleError(ValueError):
    """There are fewer people than a table has places."""


class History:
    """The earlier rounds as seeding reads them: `rounds` has the tables of each, in order."""

    def __init__(self, rounds: Sequence[Sequence[PastTable]]) -> None:
        self.meetings: Counter[tuple[int, int]] = Counter()
        self.played: dict[int, list[int]] = {}
        self.rounds = Counter[int]()
        for tables in rounds:
            for table in tables:
                self.meetings.update(pairs(table.people))
                for hand, person in enumerate(table.people):
                    self.played.setdefault(person, []).append(hand)
                    self.rounds[person] += 1

    def cost_of_power(self, person: int, hand: int, hands: int) -> int:
        """Cost of a hand for a person: 0 if they never played it."""
        played = self.played.get(person, [])
        between = min(OTHERS_BETWEEN, hands - 1)
        too_soon = hand in set(played[-between:]) if between else False
        return played.count(hand) + _TOO_SOON * too_soon


def pairs(people: Iterable[int]) -> Iterable[tuple[int, int]]:
    """All pairs of people, the smaller number first."""
    return combinations(sorted(people), 2)


def draw(
    people: Sequence[int],
    history: History,
    hands: int,
    random_below: Callable[[int], int],
    *,
    teams: Iterable[Iterable[int]] = (),
) -> Draw:
    """Return the tables of the next round for `people`, each of as many as there are `hands`.

    If a table would not be full, those sit out who have played most rounds. The tables are those in
    which people have met least often among `TRIES` searches, and in which nobody gets a power too
    soon again. People of one of the `teams` meet only if it can't be avoided. `random_below(n)`
    returns a random number from 0 to n - 1. Raises `TooFewPeopleError`.
    """
    if len(people) < hands:
        raise TooFewPeopleError
    in_lot = shuffled(people, random_below)
    in_lot.sort(key=lambda person: -history.rounds[person])  # stable: the lot decides among equals
    out = in_lot[: len(people) % hands]
    playing = in_lot[len(out) :]
    meetings = Counter(history.meetings)
    for team in teams:
        meetings.update(dict.fromkeys(pairs(team), _MATES))
    found = min(
        (_tables(playing, history, meetings, hands, random_below) for _try in range(TRIES)),
        key=lambda each: each[0],
    )
    return Draw(found[1], sorted(out))


def shuffled(people: Sequence[int], random_below: Callable[[int], int]) -> list[int]:
    """Return the people in a random order, each order as probable as any other."""
    order = list(people)
    for place in range(len(order) - 1, 0, -1):
        other = random_below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def _tables(
    people: Sequence[int],
    history: History,
    meetings: Mapping[tuple[int, int], int],
    hands: int,
    random_below: Callable[[int], int],
) -> tuple[tuple[int, int], list[list[int]]]:
    """Tables from one random beginning, with their cost: of powers too soon again, then all."""
    order = shuffled(people, random_below)
    tables = [order[begin : begin + hands] for begin in range(0, len(order), hands)]
    _part_acquaintances(tables, meetings)
    seated, too_soon, cost = [], 0, 0
    for table in tables:
        costs = [
            [history.cost_of_power(person, hand, hands) for hand in range(hands)]
            for person in table
        ]
        places = least_cost(costs, random_below)
        whole = sum(costs[row][place] for row, place in enumerate(places))
        too_soon += whole // _TOO_SOON
        cost += whole % _TOO_SOON
        seated.append([table[places.index(hand)] for hand in range(hands)])
    met = sum(meetings.get(pair, 0) ** 2 for table in tables for pair in pairs(table))
    return (too_soon, met * hands + cost), seated


def _part_acquaintances(tables: list[list[int]], meetings: Mapping[tuple[int, int], int]) -> None:
    """Swap people of two tables as long as that lessens how often people have met."""
    improved = True
    while improved:
        improved = False
        for first, second in combinations(tables, 2):
            for one in range(len(first)):
                for other in range(len(second)):
                    if _gain(first, one, second, other, meetings) > 0:
                        first[one], second[other] = second[other], first[one]
                        improved = True


def _gain(
    first: Sequence[int],
    one: int,
    second: Sequence[int],
    other: int,
    meetings: Mapping[tuple[int, int], int],
) -> int:
    """By how much the squares of earlier meetings fall if two people change places."""

    def met(person: int, table: Sequence[int], without: int) -> int:
        return sum(
            meetings.get((min(person, each), max(person, each)), 0) ** 2
            for place, each in enumerate(table)
            if place != without
        )

    now = met(first[one], first, one) + met(second[other], second, other)
    then = met(second[other], first, one) + met(first[one], second, other)
    return now - then
