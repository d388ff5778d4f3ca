"""The terms on which games end: how many centers win, whose, and limits."""

import datetime as dt
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.adjudication import due_phases
from games.lifecycle import verdicts
from games.models import Event, Game, Phase
from games.state import positions
from games.wording import endings, events
from tests import factories

pytestmark = pytest.mark.django_db

FRANCE = ["PAR", "MAR", "BRE", "SPA", "POR", "BEL"]


def begun(master: User, **fields: Any) -> Game:
    return factories.begun_game(master, **fields)


def resolve(game: Game) -> Game:
    """Resolve the open phase without any orders; nobody is in civil disorder before."""
    factories.keep_played(game)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    return game


def results(game: Game) -> dict[str, str]:
    return {seat.power: seat.result for seat in game.seats.exclude(result="")}


def at(game: Game, code: str, **position: Any) -> Phase:
    return factories.set_up_position(game, code, **position)


def stand_off(game: Game, code: str, **centers: list[str]) -> None:
    """Set up a position in which each power has a unit in its first center."""
    units = {power: [f"A {codes[0]}"] for power, codes in centers.items()}
    at(game, code, units=units, centers=centers)


# Solo


@pytest.mark.parametrize(("number", "over"), [(6, True), (7, False), (None, False)])
def test_so_many_centers_win_as_the_game_says(master: User, number: int | None, over: bool):
    game = begun(master, solo_centers=number)
    stand_off(game, "F1903M", FRANCE=FRANCE, TURKEY=["ANK"])
    resolve(game)
    assert (game.ending == "solo") == over
    assert results(game) == ({"FRANCE": "won"} if over else {})


def test_where_several_have_enough_most_centers_win_and_a_tie_plays_on(master: User):
    six = ["ANK", "CON", "SMY", "BUL", "GRE", "SER"]
    for turkey, wins in ((six, {}), (six[:1], {"FRANCE": "won"})):
        game = begun(master, solo_centers=5)
        stand_off(game, "F1903M", FRANCE=FRANCE, TURKEY=turkey)
        resolve(game)
        assert results(game) == wins


def test_after_every_phase_the_centers_that_units_stand_in_count(master: User):
    for after, over in (("fall", False), ("phase", True)):
        game = begun(master, solo_centers=7, solo_after=after)
        at(
            game,
            "S1903M",
            units={"FRANCE": ["A HOL"], "TURKEY": ["A ANK"]},
            centers={"FRANCE": FRANCE, "TURKEY": ["ANK"]},
        )
        resolve(game)
        assert (game.status == "finished") == over
        assert results(game) == ({"FRANCE": "won"} if over else {})


def test_the_powers_of_a_player_win_together_if_the_game_says_so(master: User):
    for of, wins in (("setup", {}), ("power", {}), ("player", {"AUSTRIA": "won", "FRANCE": "won"})):
        game = begun(master, setup="four", solo_centers=8, solo_of=of)
        stand_off(game, "F1903M", FRANCE=FRANCE, AUSTRIA=["VIE", "BUD"], TURKEY=["ANK"])
        resolve(game)
        assert results(game) == wins
    assert endings.sentence(game) == "Austria and France have won the game together."
    [event] = game.events.filter(kind=Event.Kind.GAME_WON)
    assert events.sentence(event, names_open=True) == endings.sentence(game)


# Limits


@pytest.mark.parametrize(
    ("limit", "lasts"),
    [
        ({"ends": "year", "ends_after": 1902}, ["S1901M", "F1901M", "S1902M", "F1902M"]),
        ({"ends": "years", "ends_after": 1}, ["S1901M", "F1901M"]),
        ({"ends": "turns", "ends_after": 3}, ["S1901M", "F1901M", "S1902M"]),
    ],
)
def test_a_game_ends_at_its_limit_and_not_before(
    master: User, limit: dict[str, Any], lasts: list[str]
):
    game = begun(master, **limit)
    for code in lasts:
        assert factories.open_phase(game).code == code
        assert game.status == "playing"
        resolve(game)
    assert (game.status, game.ending) == ("finished", "limit")
    assert results(game) == {"RUSSIA": "won"}  # with four centers, the others have three
    assert game.events.filter(kind=Event.Kind.GAME_ENDED).count() == 1


def test_a_limit_waits_for_the_retreats_and_adjustments_of_its_turn(master: User):
    game = begun(master, ends="year", ends_after=1903)
    at(
        game,
        "F1903M",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A ANK"]},
        centers={"FRANCE": ["PAR", "MAR"], "TURKEY": ["ANK"]},
    )
    resolve(game)
    assert factories.open_phase(game).code == "W1903A"
    resolve(game)
    assert game.ending == "limit"


def test_with_a_date_the_fall_counts_that_is_resolved_after_it(master: User):
    game = begun(master)
    first = factories.deadline(game).date()
    Game.objects.filter(pk=game.pk).update(ends="date", ends_on=first + dt.timedelta(days=1))
    resolve(game)  # spring, on the day before
    resolve(game)  # fall, on the date itself
    assert game.status == "playing"
    resolve(game)  # spring 1902 is later, but no fall
    assert game.status == "playing"
    resolve(game)
    assert (game.status, game.ending) == ("finished", "limit")


@pytest.mark.parametrize(
    ("ends_with", "expected"),
    [
        ("centers", {"FRANCE": "won", "TURKEY": "won"}),
        ("units", {"GERMANY": "won"}),
        ("draw", {"FRANCE": "drew", "GERMANY": "drew", "TURKEY": "drew"}),
        ("shares", {"FRANCE": "drew", "GERMANY": "drew", "TURKEY": "drew"}),
    ],
)
def test_the_result_at_the_limit_is_the_one_that_was_chosen(
    master: User, ends_with: str, expected: dict[str, str]
):
    game = begun(master, ends="turns", ends_after=5, ends_with=ends_with)
    at(
        game,
        "S1903M",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A ANK"], "GERMANY": ["A BER", "A MUN"]},
        centers={"FRANCE": ["PAR", "MAR"], "TURKEY": ["ANK", "CON"], "GERMANY": ["BER"]},
    )
    resolve(game)
    assert results(game) == expected
    sentence = {
        "centers": "France and Turkey have won the game together.",
        "units": "Germany has won the game.",
        "draw": "The game has ended in a draw among France, Germany, Turkey.",
        "shares": "The game has ended in a draw, shared by centers: France 2, Germany 1, Turkey 2.",
    }[ends_with]
    assert endings.sentence(game) == sentence


def test_a_neutral_power_neither_wins_at_the_limit_nor_shares_a_draw(master: User):
    for ends_with, result in (("centers", "won"), ("draw", "drew")):
        game = begun(master, setup="six", ends="turns", ends_after=1, ends_with=ends_with)
        at(
            game,
            "S1901M",
            units={"FRANCE": ["A PAR"], "ITALY": ["A ROM", "A VEN"]},
            centers={"FRANCE": ["PAR"], "ITALY": ["ROM", "VEN"]},
        )
        resolve(game)
        assert results(game) == {"FRANCE": result}


def test_a_solo_comes_before_the_limit(master: User):
    game = begun(master, solo_centers=6, ends="year", ends_after=1903, ends_with="draw")
    stand_off(game, "F1903M", FRANCE=FRANCE, TURKEY=["ANK"])
    resolve(game)
    assert (game.ending, results(game)) == ("solo", {"FRANCE": "won"})


def test_near_its_limit_the_page_says_what_would_be(master: User):
    game = begun(master, ends="year", ends_after=1904)
    for code, near in (("F1902M", False), ("S1903M", True)):
        stand_off(game, code, FRANCE=FRANCE, TURKEY=["ANK"])
        phase = factories.open_phase(game)
        phase.game = game
        assert verdicts.is_near_limit(phase, today=dt.date(2026, 1, 1)) == near
    found = verdicts.at_limit(game, positions.load(phase))
    assert endings.prospect(game, found.won, found.sharing) == (
        "The game ends after 1904. If the game ended now, this power would win: France."
    )


def test_a_position_counts_centers_as_they_are_occupied(master: User):
    game = begun(master, setup="six")
    phase = at(
        game,
        "S1903M",
        units={"FRANCE": ["A ROM"], "ITALY": ["A PAR"]},
        centers={"FRANCE": ["PAR"], "ITALY": ["ROM"]},
    )
    position = verdicts.as_occupied(positions.load(phase))
    assert position.owners == {"PAR": "FRANCE", "ROM": "FRANCE"}  # a neutral power takes nothing
