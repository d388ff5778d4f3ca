"""Ends that can still be undone, and the players who accept them."""

import datetime as dt

import pytest
import time_machine

from accounts import account_closing, clock
from accounts.models import User
from games.core.errors import Refused
from games.lifecycle import endings, provisional
from games.models import Event, Game, Notification, Seat
from games.notifications.kind_texts import game_over
from games.seats import tenures
from games.wording.endings import closed_until_final, terms
from games.wording.notifications import notification_sentence
from tests import factories

DAY = dt.timedelta(days=1)
KIND = Event.Kind


def end(game: Game, *, days: int = 2) -> dict[str, User]:
    """Close the game, whose end can be undone for `days`; return the last holders by power."""
    Game.objects.filter(pk=game.pk).update(provisional_days=days)
    holders = {seat.power: factories.holder(seat) for seat in game.seats.all()}
    endings.close(game, by=None, reason="")
    game.refresh_from_db()
    return holders


def accept(game: Game, power: str, person: User) -> bool:
    done = provisional.accept_end(factories.seat(game, power), person)
    game.refresh_from_db()
    return done


def accepted(game: Game) -> set[str]:
    return set(game.seats.filter(accepts_end=True).values_list("power", flat=True))


def eliminate(game: Game, power: str) -> None:
    phase = factories.open_phase(game)
    phase.units.filter(seat__power=power).delete()
    phase.centers.filter(seat__power=power).delete()


@pytest.mark.parametrize("days", [0, 1, 7])
def test_an_end_is_final_after_the_days_that_were_chosen(game: Game, days: int):
    end(game, days=days)
    assert game.ended_at is not None
    assert game.final_at == game.ended_at + days * DAY
    assert game.is_final == (days == 0)
    with time_machine.travel(game.final_at, tick=False):
        assert game.is_final
        assert not provisional.is_provisional(game)
    with time_machine.travel(game.final_at - dt.timedelta(seconds=1), tick=False):
        assert not game.is_final


def test_a_game_that_goes_on_has_no_end_to_accept(game: Game):
    assert not provisional.is_provisional(game)
    france = factories.seat(game, "FRANCE")
    with pytest.raises(Refused, match="This game is still in progress"):
        provisional.accept_end(france, factories.holder(france))


def test_the_end_is_final_once_all_who_were_left_have_accepted(game: Game, master: User):
    *others, last = end(game).items()
    for power, person in others:
        assert not accept(game, power, person)
    assert not game.is_final
    before = clock.now()
    assert accept(game, *last)
    assert game.final_at is not None
    assert before <= game.final_at <= clock.now()
    assert accepted(game) == set(factories.HOLDS)
    assert game.events.filter(kind=KIND.END_ACCEPTED).count() == 7
    event = game.events.get(kind=KIND.END_FINAL)
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    people = {person.pk for _power, person in others} | {master.pk}
    assert set(told.values_list("person", flat=True)) == people


def test_a_double_click_accepts_once(game: Game):
    holders = end(game)
    for _ in range(2):
        assert not accept(game, "FRANCE", holders["FRANCE"])
    assert accepted(game) == {"FRANCE"}
    assert game.events.filter(kind=KIND.END_ACCEPTED).count() == 1


def test_who_accepts_a_final_end_changes_nothing(game: Game):
    holders = end(game, days=0)
    final_at = game.final_at
    assert accept(game, "FRANCE", holders["FRANCE"])
    assert game.final_at == final_at
    assert not accepted(game)


def test_who_is_eliminated_or_gone_is_not_waited_for_but_civil_disorder_is(game: Game):
    eliminate(game, "ITALY")
    game.seats.filter(power="RUSSIA").update(disorder_since=clock.now())
    turkey = factories.seat(game, "TURKEY")
    tenures.resign(turkey, factories.holder(turkey))
    holders = {
        power: factories.holder(factories.seat(game, power))
        for power in factories.HOLDS
        if power != "TURKEY"
    }
    endings.close(game, by=None, reason="")
    account_closing.close(holders["ENGLAND"])
    with pytest.raises(Refused, match="Only players of surviving powers can accept the result"):
        accept(game, "ITALY", holders["ITALY"])
    assert not accept(game, "AUSTRIA", holders["AUSTRIA"])
    assert not accept(game, "FRANCE", holders["FRANCE"])
    assert not accept(game, "GERMANY", holders["GERMANY"])
    assert accept(game, "RUSSIA", holders["RUSSIA"])


def test_nobody_accepts_for_somebody_else(game: Game, master: User):
    holders = end(game)
    for person in (holders["GERMANY"], master, factories.person()):
        with pytest.raises(Refused, match="Only players of surviving powers can accept the result"):
            accept(game, "FRANCE", person)
    assert not accepted(game)


def test_a_person_accepts_with_all_their_powers_at_once(master: User):
    game = factories.begun_game(master, setup="four")
    hand = game.seats.get(power="FRANCE").hand
    own = list(game.seats.filter(hand=hand).values_list("power", flat=True))
    assert len(own) > 1
    holders = end(game)
    for power in own:
        accept(game, power, holders[power])
    assert accepted(game) == set(own)
    assert game.events.filter(kind=KIND.END_ACCEPTED).count() == 1


def test_the_one_who_lent_the_seat_accepts(game: Game, master: User):
    france, stand_in = factories.seat(game, "FRANCE"), factories.person()
    player = factories.holder(france)
    factories.lend(france, stand_in, number=3, by=master)
    end(game)
    with pytest.raises(Refused):
        accept(game, "FRANCE", stand_in)
    accept(game, "FRANCE", player)
    assert accepted(game) == {"FRANCE"}


# In words


def test_notification_and_mail_say_until_when_the_end_can_be_undone(game: Game, players):
    end(game)
    told = Notification.objects.filter(kind=Notification.Kind.GAME_OVER, person=players[0]).first()
    assert told is not None
    told.game = game
    note = "The result becomes final on "
    assert note in notification_sentence(told)
    text = game_over(told, "")
    assert text is not None
    assert note in text.context["provisional"]
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        assert notification_sentence(told) == "“The Balkan table” is over."
        text = game_over(told, "")
        assert text is not None
        assert text.context["provisional"] == ""


@pytest.mark.parametrize(
    ("days", "says"),
    [
        (0, "not possible: the result is final immediately"),
        (1, "possible for 1 day, unless the players of all surviving powers accept the result"),
        (2, "possible for 2 days, unless the players of all surviving powers accept the result"),
    ],
)
def test_the_terms_say_how_long_the_end_can_be_undone(days: int, says: str):
    assert ("Undoing the result", says) in terms(Game(provisional_days=days))


@pytest.mark.parametrize(
    ("anonymous", "opened", "says"),
    [
        (False, False, ""),
        (True, False, "The players’ names stay hidden until then."),
        (False, True, "The private messages stay hidden until then."),
        (True, True, "The players’ names and the private messages stay hidden until then."),
    ],
)
def test_only_what_the_game_opens_is_named(anonymous: bool, opened: bool, says: str):
    assert closed_until_final(Game(anonymous=anonymous, messages_open_at_end=opened)) == says


def test_seats_are_asked_in_the_order_of_the_set_up(game: Game):
    end(game)
    asked: list[Seat] = list(provisional.accepting_seats(game.phases.get()))
    assert [seat.power for seat in asked] == list(factories.HOLDS)
