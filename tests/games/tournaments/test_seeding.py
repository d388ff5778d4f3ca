"""Seeding of rounds: meetings, powers, and people who sit out."""

import random
from collections import Counter

import pytest

from games.tournaments.seeding import (
    Draw,
    History,
    PastTable,
    TooFewPeopleError,
    draw,
    pairs,
)


def rounds(people: list[int], number: int, hands: int = 7, seed: int = 1) -> list[Draw]:
    """Draw rounds one after the other."""
    chance, drawn = random.Random(seed), list[Draw]()
    for _round in range(number):
        past = [[PastTable(table) for table in each.tables] for each in drawn]
        drawn.append(draw(people, History(past), hands, chance.randrange))
    return drawn


def meetings(drawn: list[Draw]) -> Counter[int]:
    """Numbers of pairs by how often they have met."""
    counted = Counter(pair for each in drawn for table in each.tables for pair in pairs(table))
    return Counter(counted.values())


@pytest.mark.parametrize("number", [7, 8, 13, 21, 49])
def test_everybody_who_plays_has_one_place(number: int):
    people = list(range(100, 100 + number))
    (drawn,) = rounds(people, 1)
    seated = [person for table in drawn.tables for person in table]
    assert sorted([*seated, *drawn.sitting_out]) == people
    assert len(drawn.sitting_out) == number % 7
    assert {len(table) for table in drawn.tables} == {7}


def test_six_people_are_too_few_for_a_table_of_seven():
    with pytest.raises(TooFewPeopleError):
        rounds(list(range(6)), 1)


def test_who_sat_out_plays_and_nobody_sits_out_twice_before_all_have():
    drawn = rounds(list(range(8)), 8)
    assert sorted(each.sitting_out[0] for each in drawn) == list(range(8))


def test_forty_nine_people_meet_nobody_twice_in_two_rounds():
    assert meetings(rounds(list(range(49)), 2)).keys() == {1}


def test_twenty_one_people_meet_as_seldom_as_possible():
    """Among seven people from three tables, at least 1 + 1 + 3 pairs have met."""
    drawn = rounds(list(range(21)), 2)
    assert meetings(drawn)[2] == 3 * 5


@pytest.mark.parametrize("seed", range(5))
def test_nobody_plays_a_power_twice_before_three_others(seed: int):
    drawn = rounds(list(range(14)), 8, seed=seed)
    played: dict[int, list[int]] = {}
    for each in drawn:
        for table in each.tables:
            for hand, person in enumerate(table):
                assert hand not in played.get(person, [])[-3:]
                played.setdefault(person, []).append(hand)


def test_a_duel_gives_the_other_side_next():
    drawn = rounds([1, 2], 4, hands=2)
    sides = [each.tables[0] for each in drawn]
    assert sides[0] != sides[1]
    assert sides[0] == sides[2]
    assert sides[1] == sides[3]


def test_chance_alone_decides_the_first_round():
    seen = {rounds(list(range(7)), 1, seed=seed)[0].tables[0][0] for seed in range(60)}
    assert seen == set(range(7))


def test_the_same_chance_gives_the_same_tables():
    assert rounds(list(range(21)), 3, seed=9) == rounds(list(range(21)), 3, seed=9)


def test_people_of_one_team_sit_apart_if_they_can():
    people = list(range(14))
    for seed in range(5):
        drawn = draw(people, History([]), 7, random.Random(seed).randrange, teams=[[0, 1], [2, 3]])
        for table in drawn.tables:
            assert not {0, 1} <= set(table)
            assert not {2, 3} <= set(table)
    (table,) = draw(people[:7], History([]), 7, random.Random(1).randrange, teams=[[0, 1]]).tables
    assert {0, 1} <= set(table)
