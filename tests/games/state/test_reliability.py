"""Reliability: turns met and missed, powers lost and taken over, and the number that sums them."""

import datetime as dt

import time_machine
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Game
from games.seats import tenures
from games.state import reliability
from games.state.reliability import HALF_LIFE, Reliability
from games.state.reliability.figures import Incident, Record, TurnDue, most_at_once
from games.state.reliability.figures import reliability as figures
from tests import factories

from ..deadlines.test_grace import ALL, BUT_FRANCE, play
from ..seats.test_missed_turns import an_hour_later

NOW = dt.datetime(2026, 6, 1, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
IN_A_ROW = {"disorder_after": "in_a_row"}


def turns(met: int, *missed: dt.datetime, game: int = 1) -> list[TurnDue]:
    kept = [TurnDue(game, NOW - (number + 1) * DAY, is_met=True) for number in range(met)]
    return kept + [TurnDue(game, at, is_met=False) for at in missed]


def percent(**record: object) -> int | None:
    return figures(Record(**record), NOW).percent  # type: ignore[arg-type]


def test_who_has_met_every_deadline_has_a_hundred():
    assert percent(turns=turns(10)) == 100


def test_there_is_no_number_before_ten_turns_were_due():
    assert percent(turns=turns(9)) is None
    assert percent() is None
    assert percent(turns=turns(8, NOW)) is None
    assert percent(turns=turns(9, NOW)) == 90


def test_a_missed_turn_weighs_half_after_the_half_life():
    long = [NOW - HALF_LIFE - number * DAY for number in range(1)]
    assert percent(turns=turns(19, NOW)) == 95
    assert percent(turns=turns(19, *long)) == 97  # 19 of 19.5
    assert percent(turns=turns(19, NOW - 2 * HALF_LIFE)) == 98  # 19 of 19.25


def test_disorder_and_resignation_weigh_more_than_a_missed_turn():
    there = turns(20)
    assert percent(turns=there, disorders=[Incident(1, NOW)]) == 86  # 20 of 23
    assert percent(turns=there, resignations=[Incident(1, NOW)]) == 83  # 20 of 24


def test_a_power_taken_over_counts_for_five_turns_and_an_absence_for_nothing():
    faults = [Incident(1, NOW)]
    assert percent(turns=turns(20), resignations=faults, taken_over=1) == 86  # 25 of 29
    assert percent(turns=turns(20), resignations=faults, absences=9) == 83


def test_turns_missed_in_civil_disorder_are_no_further_faults():
    lost = NOW - 5 * DAY
    gone = [lost, *(NOW - number * DAY for number in range(4))]
    met = [TurnDue(1, NOW - (20 + number) * DAY, is_met=True) for number in range(10)]
    record = Record(
        turns=[*met, *(TurnDue(1, at, is_met=False) for at in gone)], disorders=[Incident(1, lost)]
    )
    assert (figures(record, NOW).due, figures(record, NOW).missed) == (11, 1)
    back = TurnDue(1, NOW - 2 * DAY, is_met=True)
    again = Record(turns=[*record.turns, back], disorders=record.disorders)
    assert (figures(again, NOW).due, figures(again, NOW).missed) == (14, 3)


def test_the_last_twelve_months_are_counted_apart():
    record = Record(turns=[*turns(3, NOW - 400 * DAY), *turns(0, NOW - DAY)])
    found = figures(record, NOW)
    assert (found.met, found.due, found.met_lately, found.due_lately) == (3, 5, 3, 4)


def test_a_month_with_a_missed_turn_is_not_kept_up_with():
    may, april = NOW - 10 * DAY, NOW - 40 * DAY
    three = [TurnDue(game, may, is_met=game != 3) for game in (1, 2, 3)]
    assert most_at_once(three) == 0
    two = [TurnDue(game, april, is_met=True) for game in (1, 2, 2)]
    assert most_at_once([*three, *two]) == 2
    assert most_at_once([]) == 0


def of_power(game: Game, power: str) -> Reliability:
    return reliability.of_person(factories.holder(factories.seat(game, power)))


def test_turns_met_and_missed_are_read_from_the_games(master: User, players: list[User]):
    game = factories.begun_game(master, players, **IN_A_ROW)
    for powers in (ALL, BUT_FRANCE, ALL):
        play(game, *powers)
    france, england = of_power(game, "FRANCE"), of_power(game, "ENGLAND")
    assert (france.due, france.missed, france.disorders) == (3, 1, 0)
    assert (england.due, england.missed, england.disorders) == (3, 0, 0)


def test_a_power_in_civil_disorder_counts_once(master: User, players: list[User]):
    game = factories.begun_game(master, players, on_missed="none")
    player = factories.holder(factories.seat(game, "FRANCE"))
    play(game, *BUT_FRANCE)
    play(game, *BUT_FRANCE)
    found = reliability.of_person(player)
    assert (found.due, found.missed, found.disorders, found.resigned) == (1, 1, 1, 0)


def test_what_was_rolled_back_counts_for_nothing(master: User, players: list[User]):
    game = factories.begun_game(master, players, **IN_A_ROW)
    phase = factories.open_phase(game)
    play(game, *BUT_FRANCE)
    assert of_power(game, "FRANCE").missed == 1
    with an_hour_later(game):
        corrections.roll_back(game, phase.number, by=master, reason="A mistake.")
    assert of_power(game, "FRANCE") == Reliability()


def test_a_resignation_counts_and_taking_over_counts_in_favour(master: User, players: list[User]):
    game = factories.begun_game(master, players)
    play(game, *ALL)
    france = factories.seat(game, "FRANCE")
    leaver, newcomer = factories.holder(france), factories.person()
    with an_hour_later(game):
        tenures.resign(france, leaver)
        france.refresh_from_db()
        tenures.take(france, newcomer)
    assert reliability.of_person(leaver).resigned == 1
    found = reliability.of_person(newcomer)
    assert (found.taken_over, found.due) == (1, 0)
    play(game, *ALL)
    assert reliability.of_person(newcomer).met == 1
    assert reliability.of_person(leaver).due == 1


def test_a_game_with_hidden_names_counts_once_they_are_open(master: User, players: list[User]):
    game = factories.begun_game(master, players, anonymous=True, **IN_A_ROW)
    player = factories.holder(factories.seat(game, "FRANCE"))
    play(game, *BUT_FRANCE)
    assert reliability.of_person(player) == Reliability()
    assert of_power(game, "ENGLAND") == Reliability()
    with an_hour_later(game):
        endings.draw(game, among=["ENGLAND", "ITALY"], by=master)
        assert reliability.of_person(player) == Reliability()
    game.refresh_from_db()
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        assert reliability.of_person(player).missed == 1


def test_any_number_of_people_takes_four_queries(
    master: User, players: list[User], django_assert_num_queries: DjangoAssertNumQueries
):
    game = factories.begun_game(master, players)
    play(game, *BUT_FRANCE)
    for people in ([players[0].pk], [each.pk for each in players]):
        with django_assert_num_queries(4):
            assert reliability.of_people(people).keys() == set(people)
    with django_assert_num_queries(0):
        assert reliability.of_people([]) == {}
