"""The rule of ratings: places, and the same figures as the library fed by hand."""

import pytest
from openskill.models import PlackettLuce

from games.statistics.ratings import rate
from games.statistics.ratings.rate import Result, Skill


def test_a_solo_leaves_all_others_tied():
    results = [Result(is_best=False), Result(is_best=True), Result(is_best=False)]
    assert rate.places(results) == [2, 1, 2]
    assert rate.tied([2, 1, 2]) == [True, False, True]


def test_those_who_share_a_draw_are_tied_before_the_others():
    results = [Result(is_best=each in "FG") for each in "AEFGIRT"]
    assert rate.places(results) == [3, 3, 1, 1, 3, 3, 3]


def test_an_end_at_a_limit_orders_all_by_their_counts():
    results = [Result(is_best=count == 9, count=count) for count in (9, 4, 9, 4, 0)]
    assert rate.places(results) == [1, 3, 1, 3, 5]


def test_the_skills_are_those_of_the_library():
    model = PlackettLuce()
    skills = [Skill(), Skill(27.5, 7.25), Skill(31.0, 6.0), Skill(22.0, 8.0)]
    for places in ([1, 2, 2, 2], [1, 1, 3, 3], [2, 1, 4, 2]):
        teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in skills]
        expected = model.rate(teams, ranks=[float(place) for place in places])
        assert [(each.mu, each.sigma) for each in rate.rate(skills, places)] == [
            (player.mu, player.sigma) for (player,) in expected
        ]


def test_a_draw_of_equals_moves_nobody_but_makes_all_surer():
    after = rate.rate([Skill()] * 7, [1] * 7)
    assert {each.mu for each in after} == {Skill().mu}
    assert all(each.sigma < Skill().sigma for each in after)


@pytest.mark.parametrize(("mu", "sigma", "points"), [(25.0, 25 / 3, 1000), (30.0, 7.5, 1300)])
def test_points_are_the_strength_that_is_very_probable(mu, sigma, points):
    assert Skill(mu, sigma).points == points


def test_about_ten_games_of_seven_settle_a_rating():
    skills, games = [Skill()] * 7, 0
    while max(each.sigma for each in skills) >= rate.SETTLED_BELOW:
        places = [3] * 7
        places[games % 7] = places[(games + 3) % 7] = 1
        skills, games = rate.rate(skills, places), games + 1
    assert 8 <= games <= 12
