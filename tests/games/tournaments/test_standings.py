"""Standings: totals, ties, rounds that go on, and teams."""
# mypy: disable-error-code="comparison-overlap"

from fractions import Fraction

from games.tournaments.scoring import DrawSize, Finish
from games.tournaments.standings import Place, standings, team_standings

SOLO, LOST, DREW = (
    Finish(18, has_won=True),
    Finish(0, eliminated_in=1905),
    Finish(8, has_drawn=True),
)


def table(round_: int, **finishes: Finish | None) -> list[Place]:
    return [Place(round_, int(name[1:]), finish) for name, finish in finishes.items()]


def test_totals_are_the_sums_of_all_rounds():
    tables = [table(1, p1=SOLO, p2=LOST), table(2, p1=DREW, p2=DREW)]
    first, second = standings(tables, [1, 2], DrawSize(), rounds=2)
    assert (first.person, first.rank, first.total) == (1, 1, 150)
    assert first.points == [100, 50]
    assert (first.wins, first.centers) == (1, 26)
    assert (second.person, second.rank, second.points) == (2, 2, [0, 50])


def test_a_table_that_goes_on_counts_for_nobody():
    tables = [table(1, p1=SOLO, p2=LOST), table(2, p1=SOLO, p2=None)]
    first, second = standings(tables, [1, 2], DrawSize(), rounds=2)
    assert (first.total, first.points) == (100, [100, None])
    assert second.points == [0, None]


def test_only_the_best_rounds_count_if_it_is_agreed():
    tables = [table(number, p1=DREW, p2=DREW) for number in (1, 2)]
    tables.append(table(3, p1=SOLO, p2=LOST))
    (first, second) = standings(tables, [1, 2], DrawSize(), rounds=3, counting=2)
    assert (first.total, second.total) == (150, 100)


def test_ties_are_broken_by_the_best_round_then_wins_then_centers():
    more = Finish(10, has_drawn=True)
    tables = [table(1, p1=DREW, p2=more, p3=LOST), table(1, p4=SOLO, p5=LOST)]
    lines = standings(tables, [1, 2, 3, 4, 5, 6], DrawSize(), rounds=1)
    assert [(line.rank, line.person) for line in lines] == [
        (1, 4), (2, 2), (3, 1), (4, 3), (4, 5), (4, 6),
    ]  # fmt: skip


def test_people_without_a_game_are_last_with_nothing():
    (line,) = standings([], [7], DrawSize(), rounds=2)
    assert (line.rank, line.total, line.points) == (1, 0, [None, None])


def test_teams_have_the_points_of_their_people():
    tables = [table(1, p1=SOLO, p2=LOST), table(1, p3=DREW, p4=DREW)]
    lines = standings(tables, [1, 2, 3, 4, 5], DrawSize(), rounds=1)
    teams = {1: 10, 2: 20, 3: 20, 4: 20}
    assert team_standings(lines, teams) == [(1, 10, Fraction(100)), (1, 20, Fraction(100))]


def test_points_of_a_substitute_from_outside_are_nobodys_and_of_one_from_inside_count_if_better():
    outside = [Place(1, None, SOLO), Place(1, 2, LOST)]
    assert [line.total for line in standings([outside], [1, 2], DrawSize(), rounds=1)] == [0, 0]
    inside = [table(1, p1=SOLO, p2=LOST), [Place(1, 1, DREW), Place(1, 3, DREW)]]
    first, *_others = standings(inside, [1, 2, 3], DrawSize(), rounds=1)
    assert (first.person, first.points) == (1, [100])
