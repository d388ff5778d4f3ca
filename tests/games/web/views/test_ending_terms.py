"""The terms on which a game ends: its form, its page, and games played to each end."""

from collections import Counter

import pytest

from accounts.models import User
from adjudicator import Position, must_order
from games.models import Game
from games.state import positions
from tests import factories

from .conftest import alerts, signed_in, words
from .test_lobby import make
from .test_whole_games import begin, phases_of, send

pytestmark = pytest.mark.django_db

CONQUEROR = "GERMANY"


@pytest.fixture
def person(db: None) -> User:
    return factories.person()


# Played through the pages


def units_of(position: Position) -> Counter[str]:
    return Counter({power: len(units) for power, units in position.units.items()})


def centers_of(position: Position) -> Counter[str]:
    return Counter(position.owners.values())


def most(count: Counter[str]) -> set[str]:
    return {power for power, number in count.items() if number == max(count.values())}


def play(game: Game) -> list[Position]:
    """Play a game through its pages while one power conquers; return its positions."""
    table = {seat.power: signed_in(factories.holder(seat)) for seat in game.seats.held()}
    seen = []
    for position in phases_of(game):
        seen.append(position)
        for power in must_order(position):
            send(table[power], game, position, power, CONQUEROR, {CONQUEROR})
    game.refresh_from_db()
    return seen


def result(game: Game, kind: str) -> set[str]:
    return {seat.power for seat in game.seats.filter(result=kind)}


def final(game: Game) -> Position:
    return positions.load(game.phases.latest("number"))


def test_with_ten_centers_a_game_is_won_as_soon_as_somebody_has_ten():
    game = begin("standard", solo_centers="10")
    played = play(game)
    assert (game.ending, result(game, "won")) == ("solo", {CONQUEROR})
    assert centers_of(final(game))[CONQUEROR] >= 10
    assert centers_of(played[-1])[CONQUEROR] < 10


@pytest.mark.parametrize(
    ("ends_with", "says"),
    [("centers", "Germany has won"), ("units", "Germany has won"), ("draw", "in a draw among")],
)
def test_a_game_that_ends_after_1903_has_the_result_that_was_chosen(ends_with: str, says: str):
    game = begin("standard", ends="year", ends_after="1903", ends_with=ends_with)
    played = play(game)
    assert {position.phase.year for position in played} == {1901, 1902, 1903}
    assert final(game).phase.year == 1904
    count = {"centers": centers_of, "units": units_of}.get(ends_with)
    if count is not None:
        assert result(game, "won") == most(count(final(game))) == {CONQUEROR}
    else:
        alive = units_of(final(game)).keys() | centers_of(final(game)).keys()
        assert result(game, "drew") == alive
    page = signed_in(factories.person()).get(game.get_absolute_url())
    assert says in words(page)


def test_a_game_that_ends_in_spring_ends_after_the_retreats():
    game = begin("standard", ends="turns", ends_after="3", ends_with="draw")
    played = play(game)
    moves = [position for position in played if str(position.phase).endswith("M")]
    assert [str(position.phase) for position in moves] == ["S1901M", "F1901M", "S1902M"]
    assert str(final(game).phase) == "F1902M"
    assert len(result(game, "drew")) == 7


# The form


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"solo_centers": "4"}, "Enter a number from 5 to 34: the board has no more."),
        ({"solo_centers": "35"}, "Enter a number from 5 to 34: the board has no more."),
        ({"ends": "year"}, "Enter a year, or a number of years or turns."),
        ({"ends": "year", "ends_after": "1900"}, "The game begins in 1901. Enter that year or"),
        ({"ends": "years", "ends_after": "0"}, "Enter a number from 1 to 200."),
        ({"ends": "turns", "ends_after": "201"}, "Enter a number from 1 to 200."),
        ({"ends": "date"}, "Choose a date in the future."),
        ({"ends": "date", "ends_on": "2020-01-01"}, "Choose a date in the future."),
    ],
)
def test_terms_that_contradict_the_game_are_refused_at_their_field(
    person: User, fields: dict[str, str], says: str
):
    answer = make(person, **fields)
    assert answer.status_code == 200
    assert says in words(answer)
    assert not Game.objects.exists()


def test_what_belongs_to_another_limit_is_left_out(person: User):
    make(person, ends="never", ends_after="1905", ends_on="2090-01-01")
    game = Game.objects.get()
    assert (game.ends, game.ends_after, game.ends_on) == ("never", None, None)


def test_who_wants_to_join_reads_the_terms(person: User):
    make(person, ends="year", ends_after="1907", ends_with="shares", solo_centers="20")
    page = words(signed_in(factories.person()).get(Game.objects.get().get_absolute_url()))
    assert "Win 20 centers of one power; after each fall" in page
    assert "Limit after 1907; a draw, shared by centers" in page


def test_near_the_limit_the_page_says_what_would_be(person: User):
    game = begin("standard", ends="year", ends_after="1902")
    page = signed_in(person).get(game.get_absolute_url())
    assert "If the game ended now, this power would win: Russia." in words(page)
    assert alerts(page) == ""
