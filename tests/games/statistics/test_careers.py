"""The record of a person, from rows made by hand."""

import datetime as dt
from typing import Any

from games.models import Game, Seat, Tenure
from games.statistics.careers import Career, Outcome, TenureRow, career

START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def row(game: int, power: str = "FRANCE", *, day: int | None = None, **fields: Any) -> TenureRow:
    """A tenure from the first of January to the day of this number, or until now."""
    until = None if day is None else START + dt.timedelta(days=day)
    values = {"since": START, "until": until, "ending": "", "result": "", "game_ending": ""}
    return TenureRow(game, power, **{**values, **fields})


def ended(
    game: int, power: str = "FRANCE", *, result: str = "", how: str = Game.Ending.SOLO
) -> TenureRow:
    ending = Tenure.Ending.GAME_OVER
    return row(game, power, day=9, ending=ending, result=result, game_ending=how)


def outcomes(*rows: TenureRow) -> list[Outcome]:
    found: Career = career(rows)
    return [stint.outcome for stint in (*found.running, *found.past)]


def test_results_follow_from_the_seat_and_the_ending():
    assert outcomes(ended(1, result=Seat.Result.WON)) == [Outcome.WON]
    assert outcomes(ended(1, result=Seat.Result.DREW, how=Game.Ending.DRAW)) == [Outcome.DREW]
    assert outcomes(ended(1)) == [Outcome.LOST]
    assert outcomes(ended(1, how=Game.Ending.CLOSED)) == [Outcome.NO_RESULT]
    assert outcomes(ended(1, how=Game.Ending.ABANDONED)) == [Outcome.NO_RESULT]


def test_those_who_left_are_told_by_how_they_left():
    assert outcomes(row(1, day=2, ending=Tenure.Ending.RESIGNED)) == [Outcome.RESIGNED]
    assert outcomes(row(1, day=2, ending=Tenure.Ending.REPLACED)) == [Outcome.REPLACED]
    returned = row(1, day=2, ending=Tenure.Ending.RETURNED, stands_in_for=7)
    assert outcomes(returned) == [Outcome.STOOD_IN]
    assert outcomes(row(1, day=2, ending=Tenure.Ending.REPLACED, stands_in_for=7)) == [
        Outcome.STOOD_IN
    ]


def test_a_game_counts_once_with_its_last_tenure():
    left = row(1, day=2, ending=Tenure.Ending.RESIGNED)
    back = row(1, "ITALY", since=START + dt.timedelta(days=3))
    found = career([left, back])
    assert [(each.powers, each.outcome) for each in found.running] == [
        (("ITALY",), Outcome.PLAYING)
    ]
    assert found.running[0].since == START
    assert not found.past


def test_a_lent_seat_is_still_played():
    found = career([row(1, day=2, ending=Tenure.Ending.LENT)])
    assert [each.until for each in found.running] == [None]


def test_the_powers_of_a_hand_are_one_game():
    found = career([ended(1, power="FRANCE"), ended(1, power="ITALY", result=Seat.Result.WON)])
    assert [(each.powers, each.outcome) for each in found.past] == [
        (("FRANCE", "ITALY"), Outcome.WON)
    ]


def test_favorite_powers_are_counted_without_time_as_a_substitute():
    rows = [
        row(1, "ITALY"),
        ended(2, power="ITALY"),
        ended(3, power="FRANCE"),
        row(4, "TURKEY", day=1, ending=Tenure.Ending.RETURNED, stands_in_for=7),
    ]
    assert career(rows).powers == [("ITALY", 2), ("FRANCE", 1)]


def test_the_latest_games_stand_first():
    found = career([row(n, day=n, ending=Tenure.Ending.RESIGNED) for n in (2, 3, 1)])
    assert [each.game for each in found.past] == [3, 2, 1]
