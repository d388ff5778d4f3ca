"""The masters of a game and their announcements."""

import datetime as dt

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.core.errors import Refused
from games.game_master import masters
from games.models import Event, Game, Notification
from games.web.pages import log
from tests import factories


def test_a_second_master_may_do_what_the_first_may(game: Game, master: User):
    helper = factories.person()
    masters.join(game, helper, by=master)
    assert access.is_master(helper, game)
    with pytest.raises(Refused, match="is already a game master of this game"):
        masters.join(game, helper, by=master)


def test_no_player_and_no_former_player_becomes_a_master(
    game: Game, master: User, players: list[User]
):
    tenure = game.seats.get(power="FRANCE").tenures.get()
    tenure.until, tenure.ending = clock.now(), tenure.Ending.REPLACED
    tenure.save(update_fields=["until", "ending"])
    for person in (players[0], tenure.person):
        with pytest.raises(Refused, match="plays or has played"):
            masters.join(game, person, by=master)
        assert not access.is_master(person, game)


def test_who_lays_it_down_masters_no_more_and_may_be_asked_again(game: Game, master: User):
    helper = factories.person()
    masters.join(game, helper, by=master)
    masters.leave(game, master)
    assert not access.is_master(master, game)
    with pytest.raises(Refused, match="You’re no longer a game master of this game"):
        masters.leave(game, master)
    masters.join(game, master, by=helper)
    assert access.is_master(master, game)


def test_an_announcement_reaches_all_but_its_author(game: Game, master: User, players: list[User]):
    event = masters.announce(game, " Dinner at eight. ", by=master)
    assert event.text == "Dinner at eight."
    told = Notification.objects.filter(
        kind=Notification.Kind.ANNOUNCEMENT, channel=Notification.Channel.SITE
    )
    assert set(told.values_list("person", flat=True)) == {each.pk for each in players}


def test_an_announcement_is_sent_once_however_often_the_button_is_pressed(game: Game, master: User):
    masters.announce(game, "Dinner.", by=master)
    with pytest.raises(Refused, match="just announced this"):
        masters.announce(game, "Dinner.", by=master)
    masters.announce(game, "Supper.", by=master)
    with time_machine.travel(clock.now() + dt.timedelta(minutes=2)):
        masters.announce(game, "Dinner.", by=master)
    assert game.events.filter(kind=Event.Kind.ANNOUNCED).count() == 3


def test_nothing_is_no_announcement(game: Game, master: User):
    with pytest.raises(Refused, match="Write something"):
        masters.announce(game, " \n ", by=master)


def test_an_announcement_is_news_for_two_weeks(game: Game, master: User):
    assert log.newest_announcement(game) is None
    masters.announce(game, "Old.", by=master)
    newest = masters.announce(game, "New.", by=master)
    assert log.newest_announcement(game) == newest
    with time_machine.travel(clock.now() + dt.timedelta(days=14, minutes=1)):
        assert log.newest_announcement(game) is None
