"""Reminders that a game master sends."""

import datetime as dt

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control
from games.game_master import nudges
from games.models import Event, Game, MailChoice, Notification
from games.notifications import content, preferences
from games.seats import civil_disorder
from games.wording import events
from tests import factories

from ..orders.test_submission import submit

SITE, MAIL = Notification.Channel.SITE, Notification.Channel.MAIL


def reminders(person: User, channel: str = MAIL):
    return Notification.objects.filter(
        kind=Notification.Kind.REMINDER, person=person, channel=channel
    )


@pytest.fixture
def france(game: Game):
    return factories.seat(game, "FRANCE")


def test_the_player_is_reminded_on_the_site_and_by_mail(game: Game, master: User, france):
    nudges.nudge(france, by=master)
    player = factories.holder(france)
    assert reminders(player, SITE).count() == 1
    text = content.notification_text(reminders(player).get())
    assert text is not None
    assert "The game master reminds you of your orders." in text.body()
    assert "France" in text.body()
    assert Notification.objects.filter(kind=Notification.Kind.REMINDER).count() == 2


def test_who_wants_no_reminders_by_mail_gets_none(master: User, france):
    player = factories.holder(france)
    preferences.set_mail_preferences(player, {Notification.Kind.REMINDER: MailChoice.How.OFF})
    nudges.nudge(france, by=master)
    assert not reminders(player).exists()
    assert reminders(player, SITE).exists()


def test_a_player_is_reminded_once_a_day(master: User, france):
    nudges.nudge(france, by=master)
    with pytest.raises(Refused, match="You can send one a day"):
        nudges.nudge(france, by=master)
    control.extend(france.game, to=clock.now() + dt.timedelta(days=5), by=master)
    with time_machine.travel(clock.now() + dt.timedelta(days=1, minutes=1), tick=False):
        nudges.nudge(france, by=master)
    assert Event.objects.filter(kind=Event.Kind.NUDGED).count() == 2


def test_a_player_is_reminded_again_in_the_next_phase(game: Game, master: User, france):
    nudges.nudge(france, by=master)
    submit(game, "FRANCE", "A PAR - PIC")
    control.end_now(game, by=master)
    due_phases.resolve_due()
    nudges.nudge(france, by=master)
    assert Event.objects.filter(kind=Event.Kind.NUDGED).count() == 2


def test_a_new_player_can_be_reminded_though_the_former_one_was(master: User, france):
    nudges.nudge(france, by=master)
    factories.replace(france, factories.person(), by=master)
    nudges.nudge(france, by=master)


def test_no_reminder_is_sent_when_the_orders_are_in(game: Game, master: User, france):
    submit(game, "FRANCE", "A PAR - PIC")
    with pytest.raises(Refused, match="The orders of France are in"):
        nudges.nudge(france, by=master)
    assert not Event.objects.filter(kind=Event.Kind.NUDGED).exists()


def test_no_reminder_is_sent_to_a_power_in_civil_disorder_or_while_the_clock_stands(
    game: Game, master: User, france
):
    civil_disorder.declare_disorder(factories.seat(game, "ITALY"), by=master, reason="Gone.")
    with pytest.raises(Refused, match="doesn’t wait for orders from Italy"):
        nudges.nudge(factories.seat(game, "ITALY"), by=master)
    control.pause(game, until=clock.now() + dt.timedelta(days=2), by=master)
    with pytest.raises(Refused, match="clock of this game is stopped"):
        nudges.nudge(france, by=master)


def test_the_public_log_and_the_administration_do_not_have_it(game: Game, master: User, france):
    event = nudges.nudge(france, by=master)
    assert event not in events.public_events(game)
    operator = factories.person(is_staff=True, is_superuser=True)
    assert event not in access.events_for_operator(Event.objects.all(), operator)


def test_one_reminder_names_all_powers_of_a_player(master: User, db):
    game = factories.begun_game(master, setup="three")
    hand = game.seats.playable().exclude(hand=None).order_by("place")
    several = next(seat for seat in hand if hand.filter(hand=seat.hand).count() > 1)
    nudges.nudge(several, by=master)
    other = hand.filter(hand=several.hand).exclude(pk=several.pk)[0]
    with pytest.raises(Refused, match="You can send one a day"):
        nudges.nudge(other, by=master)
