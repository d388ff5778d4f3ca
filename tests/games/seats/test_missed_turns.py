"""Seats whose players have missed turns: kept for a while, or until the master decides."""

import datetime as dt

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.core.errors import Refused
from games.game_master import corrections
from games.lifecycle import settings
from games.models import Event, Game, Mastership, Notification, Seat
from games.seats import civil_disorder
from games.state import missed_turns
from games.wording import events
from tests import factories

from ..deadlines.test_grace import ALL, BUT_FRANCE, play
from ..orders.test_submission import submit

IN_A_ROW = {"disorder_after": "in_a_row"}


def in_disorder(game: Game, power: str = "FRANCE") -> bool:
    return factories.seat(game, power).disorder_since is not None


def an_hour_later(game: Game) -> time_machine.travel:
    """Travel to the time at which the open phase of `game` is an hour old."""
    opened_at = factories.open_phase(game).opened_at
    return time_machine.travel(opened_at + dt.timedelta(hours=1))


def sentences(game: Game, kind: str) -> list[str]:
    found = game.events.filter(kind=kind).select_related("seat", "phase").order_by("pk")
    return [events.sentence(event, names_open=True) for event in found]


def told(game: Game) -> list[set[User]]:
    """The people notified of each missed turn, in the order of the log."""
    found = game.events.filter(kind=Event.Kind.MISSED_TURN).order_by("pk")
    return [
        {row.person for row in Notification.objects.filter(event=event, channel="site")}
        for event in found
    ]


def test_a_missed_turn_costs_no_seat_if_it_takes_two_in_a_row(master: User, players: list[User]):
    game = factories.begun_game(master, players, **IN_A_ROW)
    assert play(game, *BUT_FRANCE).code == "F1901M"
    assert not in_disorder(game)
    (said,) = sentences(game, Event.Kind.MISSED_TURN)
    assert said.startswith("France missed a turn, and its player keeps the seat.")
    assert said.endswith(". One more missed turn in a row leads to civil disorder.")
    assert told(game) == [{factories.holder(factories.seat(game, "FRANCE"))}]
    assert play(game, *BUT_FRANCE).code == "S1902M"
    assert in_disorder(game)
    assert game.events.filter(kind=Event.Kind.MISSED_TURN).count() == 1


def test_the_units_of_a_kept_seat_hold_and_the_next_phase_waits_for_it(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, **IN_A_ROW)
    phase = factories.open_phase(game)
    play(game, *BUT_FRANCE)
    assert set(phase.orders.filter(seat__power="FRANCE").values_list("kind", "typed")) == {
        ("hold", None)
    }
    again = factories.open_phase(game)
    waiting = Seat.objects.played().filter(game=game)
    assert waiting.filter(power="FRANCE").exists()
    assert again.due_at == again.deadline


def test_orders_end_a_row_of_missed_turns(master: User, players: list[User]):
    game = factories.begun_game(master, players, **IN_A_ROW)
    for powers in (BUT_FRANCE, ALL, BUT_FRANCE):
        play(game, *powers)
    assert not in_disorder(game)
    play(game, *BUT_FRANCE)
    assert in_disorder(game)


def test_missed_turns_in_all_need_not_be_in_a_row(master: User, players: list[User]):
    game = factories.begun_game(master, players, disorder_after="in_all", disorder_misses=3)
    for powers in (BUT_FRANCE, ALL, BUT_FRANCE, ALL):
        play(game, *powers)
    assert not in_disorder(game)
    assert [each.split(". ")[1] for each in sentences(game, Event.Kind.MISSED_TURN)] == [
        "2 more missed turns lead to civil disorder.",
        "One more missed turn leads to civil disorder.",
    ]
    play(game, *BUT_FRANCE)
    assert in_disorder(game)


def test_the_master_decides_about_a_seat_and_is_told(master: User, players: list[User]):
    game = factories.begun_game(master, players, disorder_after="master")
    for _turn in range(3):
        play(game, *BUT_FRANCE)
    assert not in_disorder(game)
    france = factories.seat(game, "FRANCE")
    assert told(game) == [{factories.holder(france), master}] * 3
    assert "The game master decides" in sentences(game, Event.Kind.MISSED_TURN)[0]
    civil_disorder.declare_disorder(france, by=master, reason="Three turns")
    assert in_disorder(game)


def test_without_a_master_who_could_decide_two_missed_turns_in_a_row_count(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, disorder_after="master")
    Mastership.objects.filter(game=game).update(until=dt.datetime.now(dt.UTC))
    play(game, *BUT_FRANCE)
    assert not in_disorder(game)
    play(game, *BUT_FRANCE)
    assert in_disorder(game)


def test_a_game_without_a_master_cannot_leave_seats_to_one(db: None):
    with pytest.raises(Refused, match="Choose when seats are lost"):
        factories.open_game(factories.person(), as_master=False, disorder_after="master")


def test_the_page_of_a_game_and_its_log_name_the_setting_from_and_to(
    master: User, players: list[User], client: Client
):
    game = factories.begun_game(master, players, disorder_after="in_all", disorder_misses=3)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "<dt>Civil disorder</dt><dd>after 3 missed turns in all</dd>" in page
    settings.change(game, factories.settings(**IN_A_ROW), (), by=master)
    log = client.get(f"/games/{game.slug}/log/").content.decode()
    said = "Civil disorder: after 3 missed turns in all → after 2 missed turns in a row"
    assert said in log


def test_a_new_player_begins_without_missed_turns(master: User, players: list[User]):
    game = factories.begun_game(master, players, **IN_A_ROW)
    play(game, *BUT_FRANCE)
    with an_hour_later(game):
        factories.replace(factories.seat(game, "FRANCE"), factories.person("Newcomer"), by=master)
    play(game, *BUT_FRANCE)
    assert not in_disorder(game)
    play(game, *BUT_FRANCE)
    assert in_disorder(game)


def test_turns_that_a_substitute_misses_are_not_the_players(master: User, players: list[User]):
    game = factories.begun_game(master, players, disorder_after="in_all")
    france = factories.seat(game, "FRANCE")
    play(game, *BUT_FRANCE)  # the player's first
    with an_hour_later(game):
        factories.lend(france, factories.person("Substitute"), number=1, by=master)
    assert missed_turns.count(game, [france.hand])[france.hand] == (0, 0)
    play(game, *BUT_FRANCE)  # the substitute's
    assert missed_turns.count(game, [france.hand])[france.hand].in_all == 1
    assert not in_disorder(game)
    play(game, *BUT_FRANCE)
    assert in_disorder(game)


def test_a_turn_that_was_rolled_back_is_not_counted(master: User, players: list[User]):
    game = factories.begun_game(master, players, **IN_A_ROW)
    play(game, *BUT_FRANCE)
    corrections.roll_back(game, game.phases.resolved().get().number, by=master, reason="Again")
    assert factories.open_phase(game).code == "S1901M"
    play(game, *BUT_FRANCE)
    assert not in_disorder(game)


def test_orders_for_one_power_of_a_player_are_no_missed_turn(master: User):
    two = [factories.person("One"), factories.person("Two")]
    game = factories.begun_game(master, two, setup="two", **IN_A_ROW)
    mine = list(game.seats.playable().filter(hand=0).order_by("place"))
    assert len(mine) > 1
    for _turn in range(2):
        play(game, mine[0].power)
    assert not game.events.filter(kind=Event.Kind.MISSED_TURN, seat__hand=0).exists()
    assert not any(in_disorder(game, seat.power) for seat in mine)


def test_all_powers_of_a_player_are_kept_and_lost_together(master: User):
    two = [factories.person("One"), factories.person("Two")]
    game = factories.begun_game(master, two, setup="two", **IN_A_ROW)
    powers = {seat.power for seat in game.seats.playable().filter(hand=0)}
    there = game.seats.playable().filter(hand=1)[0].power
    play(game, there)
    logged = game.events.filter(kind=Event.Kind.MISSED_TURN)
    assert set(logged.values_list("seat__power", flat=True)) == powers
    assert Notification.objects.filter(event__in=logged, channel="site").count() == 1
    play(game, there)
    assert all(in_disorder(game, power) for power in powers)


def test_a_player_who_is_back_from_civil_disorder_by_orders_has_two_turns_again(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, **IN_A_ROW)
    for powers in (BUT_FRANCE, BUT_FRANCE, ALL, BUT_FRANCE):
        play(game, *powers)
    assert not in_disorder(game)


@pytest.mark.parametrize("choice", ["in_a_row", "in_all", "master"])
def test_a_game_that_all_have_left_rests_though_they_keep_their_seats(
    master: User, players: list[User], choice: str
):
    game = factories.begun_game(master, players, disorder_after=choice, disorder_misses=5)
    play(game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    play(game)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    assert game.events.filter(kind=Event.Kind.GAME_RESTS).exists()
    assert not game.seats.exclude(disorder_since=None).exists()
    submit(game, "FRANCE", "A PAR H")
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_a_game_goes_on_while_a_new_player_has_missed_only_one_turn(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, disorder_after="in_a_row", disorder_misses=5)
    play(game)
    with an_hour_later(game):
        factories.replace(factories.seat(game, "FRANCE"), factories.person("Newcomer"), by=master)
    play(game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_a_live_game_can_keep_seats(players: list[User]):
    game = factories.live_game(players, **IN_A_ROW)
    play(game, *BUT_FRANCE)
    assert not in_disorder(game)


def test_the_page_of_the_game_master_lists_seats_whose_turn_was_missed(
    master: User, players: list[User], client: Client
):
    game = factories.begun_game(master, players, disorder_after="master")
    play(game, *BUT_FRANCE)
    client.force_login(master)
    text = client.get(f"/games/{game.slug}/master/").content.decode()
    assert text.count("The player missed the last turn.") == 1
    civil_disorder.declare_disorder(factories.seat(game, "FRANCE"), by=master, reason="Gone")
    text = client.get(f"/games/{game.slug}/master/").content.decode()
    assert "missed the last turn" not in text


def test_a_player_reads_of_a_missed_turn_until_orders_are_saved(
    master: User, players: list[User], client: Client
):
    game = factories.begun_game(master, players, **IN_A_ROW)
    play(game, *BUT_FRANCE)
    client.force_login(factories.holder(factories.seat(game, "FRANCE")))
    notice = "You missed the last turn. Your units held, and you keep your seat."
    assert notice in client.get(game.get_absolute_url()).content.decode()
    submit(game, "FRANCE", "A PAR H")
    assert notice not in client.get(game.get_absolute_url()).content.decode()
    client.force_login(factories.holder(factories.seat(game, "ITALY")))
    assert notice not in client.get(game.get_absolute_url()).content.decode()
