"""A draw that the site proposes after years in which no center changes hands."""

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.adjudication import due_phases
from games.models import Event, Game, Notification, Vote
from tests import factories

from ..orders.test_submission import submit

PARIS, ANKARA = {"FRANCE": ["A PAR"]}, {"TURKEY": ["A ANK"]}
CENTERS = {"FRANCE": ["PAR"], "TURKEY": ["ANK"]}


def play_turn(game: Game, **orders: str) -> None:
    for power, text in ({"FRANCE": "A PAR H", "TURKEY": "A ANK H"} | orders).items():
        submit(game, power, text)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()


def begun(master: User, players: list[User], **fields: object) -> Game:
    game = factories.begun_game(master, players, **fields)
    factories.set_up_position(game, "S1905M", units={**PARIS, **ANKARA}, centers=CENTERS)
    return game


@pytest.mark.parametrize(("years", "turns"), [(1, 2), (2, 4)])
def test_after_so_many_years_a_draw_is_proposed(
    master: User, players: list[User], years: int, turns: int
):
    game = begun(master, players, stalemate_years=years)
    for number in range(turns):
        assert not Vote.objects.exists(), number
        play_turn(game)
    vote = Vote.objects.get()
    assert (vote.kind, vote.seat, vote.ballots.count()) == ("draw", None, 0)
    assert vote.phase == factories.open_phase(game)
    assert game.status == Game.Status.PLAYING
    event = game.events.get(kind=Event.Kind.STALEMATE)
    assert (event.actor, event.seat) == (None, None)
    told = Notification.objects.filter(kind=Notification.Kind.VOTE, channel="site")
    assert told.count() == 7


def test_a_center_that_changes_hands_begins_the_years_anew(master: User, players: list[User]):
    game = begun(master, players, stalemate_years=2)
    play_turn(game)
    play_turn(game)
    play_turn(game, FRANCE="A PAR - BUR")
    play_turn(game, FRANCE="A BUR - BEL")
    assert dict(factories.open_phase(game).centers.values_list("province", "seat__power")) == {
        "PAR": "FRANCE",
        "BEL": "FRANCE",
        "ANK": "TURKEY",
    }
    assert not Vote.objects.exists()


def test_centers_that_change_and_change_back_within_the_years_are_no_stalemate(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, stalemate_years=2)
    units = {"FRANCE": ["A BUR"], "TURKEY": ["A RUH"]}
    centers = {"FRANCE": ["PAR", "BEL"], "TURKEY": ["ANK", "SMY"]}
    factories.set_up_position(game, "S1905M", units=units, centers=centers)
    moves = [
        ("A BUR H", "A RUH H"),
        ("A BUR H", "A RUH - BEL"),  # Turkey takes Belgium
        ("A BUR H", "A BEL - RUH"),
        ("A BUR - BEL", "A RUH H"),  # France takes it back
    ]
    for french, turkish in moves:
        phase = factories.open_phase(game)
        while phase.code.endswith("A"):
            with time_machine.travel(factories.deadline(game)):
                due_phases.resolve_due()
            phase = factories.open_phase(game)
        play_turn(game, FRANCE=french, TURKEY=turkish)
    assert not Vote.objects.exists()


def test_without_the_term_nothing_is_proposed(master: User, players: list[User]):
    game = begun(master, players)
    for _turn in range(4):
        play_turn(game)
    assert not Vote.objects.exists()


def test_it_is_proposed_again_each_year_but_not_twice_at_once(master: User, players: list[User]):
    game = begun(master, players, stalemate_years=1, votes_stand=True)
    for _turn in range(4):
        play_turn(game)
    assert Vote.objects.count() == 1


def test_a_secret_proposal_of_the_site_ends_with_its_year_and_is_made_again(
    master: User, players: list[User]
):
    game = begun(master, players, stalemate_years=1, votes_stand=True, secret_votes=True)
    for _turn in range(4):
        play_turn(game)
    first, second = Vote.objects.order_by("pk")
    assert (first.outcome, second.outcome) == ("failed", "")
    assert second.phase == factories.open_phase(game)


def test_the_page_says_that_the_site_proposes_it(master: User, players: list[User], client: Client):
    game = begun(master, players, stalemate_years=1)
    play_turn(game)
    play_turn(game)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The site proposes it because no center has changed hands for a long time." in page
