"""The examples of the descriptions that the scoring systems name."""

from fractions import Fraction

import pytest

from games.tournaments import scoring
from games.tournaments.scoring import Finish


def drawn(*centers: int, gone: dict[int, int] | None = None) -> list[Finish]:
    """A table that ends in a draw of all survivors; `gone` has the year by the player's number."""
    gone = gone or {}
    return [
        Finish(number, has_drawn=place not in gone, eliminated_in=gone.get(place))
        for place, number in enumerate(centers)
    ]


def solo(*centers: int) -> list[Finish]:
    """A table whose first player has won."""
    return [Finish(number, has_won=place == 0) for place, number in enumerate(centers)]


def points(name: str, table: list[Finish]) -> list[float]:
    return [float(each) for each in scoring.SYSTEMS[name].points(table)]


@pytest.mark.parametrize(
    ("centers", "expected"),
    [
        ((4, 0, 9, 7, 7, 3, 4), [5, 1, 48, 18.5, 18.5, 4, 5]),
        ((5, 9, 4, 5, 3, 1, 7), [9.5, 48, 5, 9.5, 4, 2, 22]),
    ],
)
def test_c_diplo(centers: tuple[int, ...], expected: list[float]) -> None:
    gone = {place: 1905 for place, number in enumerate(centers) if not number}
    assert points("c-diplo", drawn(*centers, gone=gone)) == expected
    assert points("c-diplo", solo(18, 16, 0)) == [100, 0, 0]


def test_carnage() -> None:
    assert points("carnage", solo(18, 3, 6, 4, 3, 0, 0)) == [28_034, 0, 0, 0, 0, 0, 0]
    one_first = drawn(14, 7, 6, 4, 3, 0, 0, gone={5: 1906, 6: 1904})
    assert points("carnage", one_first) == [7014, 6007, 5006, 4004, 3003, 2000, 1000]
    two_first = drawn(8, 8, 7, 6, 4, 1, 0, gone={6: 1904})
    assert points("carnage", two_first) == [6508, 6508, 5007, 4006, 3004, 2001, 1000]


def test_tribute_as_in_game_398_of_the_windy_city_weasels() -> None:
    # https://windycityweasels.org/2020/03/05/sample-game-results-page-in-elementor/
    table = drawn(0, 0, 13, 4, 4, 12, 1, gone={0: 1904, 1: 1904})
    assert points("tribute", table) == [0, 0, 54.2, 10.2, 10.2, 18.2, 7.2]
    assert points("tribute", solo(18, 10, 6)) == [100, 0, 0]


def test_tribute_is_divided_among_several_first_and_is_at_most_the_share() -> None:
    assert points("tribute", drawn(12, 12, 10)) == [12 + 22 + 3, 12 + 22 + 3, 10 + 22 - 6]
    assert points("tribute", drawn(17, 17)) == [17 + 33, 17 + 33]
    seven = scoring.SYSTEMS["tribute"].points(drawn(17, 3, 3, 3, 3, 3, 2))
    assert min(seven) == 2
    assert sum(seven) == 100


@pytest.mark.parametrize(
    ("survivors", "share"), [(7, 9.4), (6, 11), (5, 13.2), (4, 16.5), (3, 22), (2, 33)]
)
def test_the_pool_of_tribute_is_shared_by_survivors(survivors: int, share: float) -> None:
    """The table of the wiki, which rounds to one decimal."""
    table = drawn(*[6] * survivors)
    assert round(points("tribute", table)[0] - 6, 1) == share


def test_sum_of_squares_is_a_percentage_of_the_squares() -> None:
    """The description names 5 centers as 25 points and 15 as 225."""
    table = drawn(15, 5, 14)
    squares = [225, 25, 196]
    assert scoring.SYSTEMS["sum-of-squares"].points(table) == [
        Fraction(100 * each, sum(squares)) for each in squares
    ]
    assert points("sum-of-squares", solo(18, 16)) == [100, 0]


def test_draw_size_and_calhamer_points() -> None:
    table = drawn(12, 12, 10, 0, gone={3: 1905})
    assert scoring.SYSTEMS["wins-and-draws"].points(table) == [Fraction(1, 3)] * 3 + [0]
    assert scoring.SYSTEMS["draw-size"].points(table) == [Fraction(100, 3)] * 3 + [0]
    assert points("wins-and-draws", solo(18, 16)) == [1, 0]


@pytest.mark.parametrize("name", scoring.SYSTEMS)
def test_a_game_closed_without_a_result_can_be_scored(name: str) -> None:
    assert len(points(name, [Finish(0), Finish(0)])) == 2
