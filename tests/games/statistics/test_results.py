"""Results of games that ended for good, as rows for the statistics of the site."""

import datetime as dt

import pytest
import time_machine

from accounts import clock
from adjudicator import UnitError
from games import tasks
from games.lifecycle import endings
from games.lifecycle.filtered_games import ListedPace
from games.models import Game, GameResult, PowerResult
from games.models.results import ResultPace
from games.state import pace
from games.statistics import results
from tests import factories
from tests.games.game_master.test_reopening import reopen, resolve, win
from tests.games.orders.test_submission import submit

A_WEEK = dt.timedelta(days=7)


def play_the_first_year(game: Game) -> None:
    submit(game, "FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    resolve(game)
    submit(game, "FRANCE", "A BUR - BEL")
    resolve(game)


def draw(game: Game) -> None:
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    game.refresh_from_db()


def powers(game: Game) -> dict[str, PowerResult]:
    return {each.power: each for each in PowerResult.objects.filter(of__game=game)}


def test_a_result_is_kept_once_the_end_cannot_be_undone(game: Game) -> None:
    draw(game)
    tasks.record_results()
    assert not GameResult.objects.exists()
    with time_machine.travel(clock.now() + A_WEEK):
        tasks.record_results()
    found = GameResult.objects.get()
    assert (found.game, found.end, found.setup, found.press) == (game, "draw", "standard", "full")
    assert (found.edition, found.pace, found.years) == ("2000", "day", 1)
    assert found.ended_at == game.ended_at


def test_each_power_has_its_result_and_its_opening(game: Game) -> None:
    play_the_first_year(game)
    draw(game)
    results.record(game)
    france, italy = powers(game)["FRANCE"], powers(game)["ITALY"]
    assert (france.result, italy.result) == ("shared", "survived")
    assert france.spring == "A MAR S A PAR - BUR, A PAR - BUR, F BRE - MAO"
    assert france.fall == "A BUR - BEL, A MAR H, F MAO H"
    assert italy.spring == "A ROM H, A VEN H, F NAP H"
    assert (france.centers, italy.centers) == (4, 3)


def test_a_solo_has_a_winner_survivors_and_eliminated_powers(game: Game) -> None:
    win(game)
    results.record(game)
    found = {power: (each.result, each.centers) for power, each in powers(game).items()}
    assert found["FRANCE"] == ("won", 18)
    assert found["ITALY"] == ("survived", 1)
    assert found["TURKEY"] == ("eliminated", 0)
    assert GameResult.objects.get().last_year == 1908


def test_orders_of_a_phase_that_was_never_resolved_are_no_opening(game: Game) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    draw(game)
    results.record(game)
    assert powers(game)["FRANCE"].spring == ""


def test_a_game_that_began_elsewhere_has_no_opening(game: Game) -> None:
    factories.set_up_position(game, "S1901M", units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]})
    resolve(game)
    draw(game)
    results.record(game)
    assert {each.spring for each in powers(game).values()} == {""}


def test_recording_twice_changes_nothing(game: Game) -> None:
    draw(game)
    assert results.record(game) == results.record(game)
    assert PowerResult.objects.count() == 7


@pytest.mark.parametrize(
    "fields",
    [{"visibility": "private"}, {"imported_at": clock.now()}, {"ending": "closed"}],
)
def test_private_imported_and_closed_games_do_not_count(
    game: Game, fields: dict[str, object]
) -> None:
    draw(game)
    Game.objects.update(**fields)
    with time_machine.travel(clock.now() + A_WEEK):
        results.sweep()
    assert not GameResult.objects.exists()


def test_the_result_of_a_game_that_goes_on_is_deleted(game: Game) -> None:
    master = game.masterships.get().person
    draw(game)
    results.record(game)
    reopen(game, master)
    assert not GameResult.objects.counting().exists()
    results.sweep()
    assert not GameResult.objects.exists()
    assert not PowerResult.objects.exists()


def test_results_know_the_paces_by_which_the_list_of_games_is_filtered() -> None:
    assert [*pace.CONDITIONS] == [each.value for each in ListedPace]
    assert {*pace.CONDITIONS, ""} == set(ResultPace.values)


def test_a_game_that_cannot_be_read_does_not_hold_up_the_others(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = game, factories.begun_game(provisional_days=0)
    for each in (broken, other):
        draw(each)
    Game.objects.update(final_at=clock.now())
    read = results.record

    def record(game: Game) -> GameResult:
        if game == broken:
            raise UnitError("two units in Paris")
        return read(game)

    monkeypatch.setattr(results, "record", record)
    results.sweep()
    assert [each.game for each in GameResult.objects.all()] == [other]
