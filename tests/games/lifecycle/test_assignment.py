"""The assignment of least cost, against all permutations."""

import random
import secrets
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lifecycle.assignment import LOTS, least_cost
from tests.timing import timed

chance = secrets.SystemRandom()


def total(costs: Sequence[Sequence[int]], places: Sequence[int]) -> int:
    return sum(row[place] for row, place in zip(costs, places, strict=True))


def cheapest(costs: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """All assignments of least cost, by trying every permutation."""
    every = list(permutations(range(len(costs))))
    least = min(total(costs, places) for places in every)
    return {places for places in every if total(costs, places) == least}


def tables(largest: int, most: int) -> st.SearchStrategy[list[list[int]]]:
    def square(size: int) -> st.SearchStrategy[list[list[int]]]:
        row = st.lists(st.integers(0, most), min_size=size, max_size=size)
        return st.lists(row, min_size=size, max_size=size)

    return st.integers(0, largest).flatmap(square)


@given(costs=tables(6, 40), seed=st.integers(0, 2**32))
def test_no_assignment_costs_less(costs: list[list[int]], seed: int):
    found = least_cost(costs, random.Random(seed).randrange)
    assert tuple(found) in cheapest(costs)


@given(costs=tables(6, 2), number=st.sampled_from([0, LOTS - 1]))
def test_no_lot_outweighs_a_cost(costs: list[list[int]], number: int):
    """Even if one pair draws the lowest number and all others the highest."""
    lots = iter([number])
    found = least_cost(costs, lambda _below: next(lots, LOTS - 1 - number))
    assert tuple(found) in cheapest(costs)


def counted(costs: list[list[int]], draws: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(least_cost(costs, chance.randrange)) for _ in range(draws))


@pytest.mark.parametrize(
    ("costs", "ties"),
    [
        ([[0] * 3] * 3, 6),
        ([[0, 1, 4], [0, 1, 4], [4, 1, 0]], 2),
        ([[0, 1, 1], [0, 1, 1], [0, 1, 1]], 6),
        ([[0, 9, 9], [9, 0, 9], [9, 9, 0]], 1),
    ],
    ids=["no wishes", "one pair", "one favourite", "no tie"],
)
def test_ties_are_drawn_by_lot(costs: list[list[int]], ties: int):
    """Equal chances: one draw in a million lies five deviations from its expectation."""
    draws = 3000
    found = counted(costs, draws)
    assert found.keys() == cheapest(costs)
    assert len(found) == ties
    chances = 1 / ties
    deviation = (draws * chances * (1 - chances)) ** 0.5
    assert all(abs(number - draws * chances) <= 5.5 * deviation for number in found.values())


def test_without_chance_the_first_person_would_win_each_tie():
    """Negative control of the test above."""
    costs = [[0, 1], [0, 1]]
    assert len({tuple(least_cost(costs, lambda _below: 0)) for _ in range(50)}) == 1


@given(costs=tables(5, 1))
def test_each_assignment_of_least_cost_is_possible(costs: list[list[int]]):
    for wanted in cheapest(costs):
        cells = iter([place != each for place in wanted for each in range(len(costs))])
        assert tuple(least_cost(costs, lambda _below: int(next(cells)))) == wanted  # noqa: B023


@pytest.mark.parametrize("alike", [False, True])
def test_a_table_for_34_people_is_quick(alike: bool):
    size = 34
    order = list(range(size))
    costs = []
    for _ in range(size):
        if not alike:
            random.shuffle(order)
        costs.append([rank**2 for rank in order])
    assert min(timed(lambda: least_cost(costs, chance.randrange))[1] for _ in range(5)) < 0.1
