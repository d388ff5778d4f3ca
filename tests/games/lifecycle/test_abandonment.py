"""Games that all their players have left."""

import datetime as dt

import time_machine
from django.test import Client

from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control
from games.lifecycle import abandonment
from games.models import Event, Game, Notification, Pause
from games.seats import civil_disorder, substitutes, tenures
from tests import factories

from ..orders.test_submission import submit


def pass_deadline(game: Game) -> None:
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()


def rested(master: User, players: list[User]) -> Game:
    game = factories.begun_game(master, players)
    pass_deadline(game)
    assert game.status == Game.Status.PLAYING
    pass_deadline(game)
    return game


def test_after_two_deadlines_without_orders_of_anybody_a_game_rests(
    master: User, players: list[User]
):
    game = rested(master, players)
    phase = game.phases.get(status="open")
    assert (game.status, phase.due_at) == ("paused", None)
    event = game.events.get(kind=Event.Kind.GAME_RESTS)
    asked = set(Notification.objects.filter(event=event).values_list("person", flat=True))
    assert asked >= {person.pk for person in players}


def test_while_one_power_is_played_a_game_goes_on(master: User, players: list[User]):
    game = factories.begun_game(master, players)
    for _turn in range(3):
        submit(game, "FRANCE", "F BRE H")
        pass_deadline(game)
    assert game.status == Game.Status.PLAYING


def test_orders_of_one_player_start_the_clock_again(master: User, players: list[User]):
    game = rested(master, players)
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(days=30)):
        phase = factories.open_phase(game)
        submit(game, "FRANCE", "F BRE H")
        game.refresh_from_db()
        phase.refresh_from_db()
        assert game.status == Game.Status.PLAYING
        assert phase.deadline
        assert phase.deadline > dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
    assert phase.orders.count() == 1


def test_a_new_player_starts_the_clock_again(master: User, players: list[User]):
    game = rested(master, players)
    seat = factories.seat(game, "FRANCE")
    tenures.take(seat, factories.person("Newcomer"))
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert factories.open_phase(game).due_at is not None


def test_after_its_rest_a_game_is_closed(master: User, players: list[User]):
    game = rested(master, players)
    pause = Pause.objects.resting().get()
    with time_machine.travel(pause.until - dt.timedelta(minutes=1)):
        assert (control.resume_due(), abandonment.close_abandoned()) == (0, 0)
    with time_machine.travel(pause.until):
        assert (control.resume_due(), abandonment.close_abandoned()) == (0, 1)
        assert abandonment.close_abandoned() == 0
    game.refresh_from_db()
    assert (game.status, game.ending) == ("finished", "abandoned")
    assert game.events.filter(kind=Event.Kind.GAME_ABANDONED).count() == 1


def test_a_pause_that_the_master_makes_later_in_the_same_phase_is_only_a_pause(
    master: User, players: list[User]
):
    game = rested(master, players)
    with time_machine.travel(Pause.objects.get().began_at + dt.timedelta(hours=1)):
        control.resume(game, by=master)
        until = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
        control.pause(game, until=until, by=master)
    assert not Pause.objects.resting().exists()
    with time_machine.travel(until):
        assert (control.resume_due(), abandonment.close_abandoned()) == (1, 0)


def test_the_page_of_a_game_at_rest_says_how_it_goes_on(
    master: User, players: list[User], client: Client
):
    game = rested(master, players)
    text = client.get(game.get_absolute_url()).content.decode()
    assert "All players have left this game, and its clock is stopped." in text
    assert "The clock starts again" not in text
    assert "The game is paused until" not in text


def test_a_game_never_rests_while_retreats_or_builds_are_written(master: User, players: list[User]):
    game = factories.begun_game(master, players)
    units = {"FRANCE": ["A BEL"], "TURKEY": ["A CON"]}
    factories.set_up_position(
        game, "S1905M", units=units, centers={"FRANCE": ["PAR"], "TURKEY": ["CON"]}
    )
    codes = []
    while game.status == Game.Status.PLAYING:
        codes.append(factories.open_phase(game).code)
        pass_deadline(game)
    assert codes == ["S1905M", "F1905M", "W1905A"]  # France may build in Paris
    assert game.phases.get(status="open").code == "S1906M"


def test_two_movement_deadlines_count_and_not_two_of_any_phases(master: User, players: list[User]):
    game = factories.begun_game(master, players)
    units = {"FRANCE": ["A BEL"], "TURKEY": ["A CON"]}
    factories.set_up_position(
        game, "F1905M", units=units, centers={"FRANCE": ["PAR"], "TURKEY": ["CON"]}
    )
    for code in ("F1905M", "W1905A", "S1906M"):
        assert factories.open_phase(game).code == code
        assert game.status == Game.Status.PLAYING
        pass_deadline(game)
    assert game.status == Game.Status.PAUSED


def test_a_seat_that_goes_back_from_a_stand_in_wakes_a_game(master: User, players: list[User]):
    game = rested(master, players)
    seat = factories.seat(game, "FRANCE")
    factories.lend(seat, factories.person("Stand-in"), number=5, by=master)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    for _deadline in range(2):
        pass_deadline(game)
    assert game.status == Game.Status.PAUSED
    substitutes.end_substitute(seat, by=master)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_a_draw_is_not_proposed_to_a_game_that_begins_to_rest(master: User, players: list[User]):
    game = factories.begun_game(master, players, stalemate_years=1)
    for _deadline in range(2):
        pass_deadline(game)
    assert game.status == Game.Status.PAUSED
    assert factories.open_phase(game).code == "S1902M"
    assert not game.events.filter(kind=Event.Kind.STALEMATE).exists()


def test_a_player_who_says_so_is_back_without_orders(master: User, players: list[User]):
    game = rested(master, players)
    france = factories.seat(game, "FRANCE")
    civil_disorder.end_disorder(france, factories.holder(france))
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
