"""A person who looks at a game gets no mail of what its page shows."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from time_machine import Traveller

from accounts.models import User
from games.models import Game, MailChoice, Notification
from games.notifications import notify, presence
from games.notifications.mail import delivery

from ... import factories

SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def reader(game: Game) -> User:
    """A game whose first mails are all sent."""
    Notification.objects.all().delete()
    return factories.holder(factories.seat(game, "FRANCE"))


@pytest.fixture
def time(game: Game) -> Iterator[Traveller]:
    with time_machine.travel("2026-11-22 20:00Z", tick=False) as traveller:
        yield traveller


def notify_reader(kind: Notification.Kind, reader: User, game: Game) -> None:
    notify.notify(kind, [reader.pk], game=game)


def test_a_person_who_does_not_look_at_the_game_gets_mail_at_once(
    game: Game, reader: User, time: Traveller
):
    notify_reader(Notification.Kind.GAME_OVER, reader, game)
    assert delivery.deliver_due() == 1


def test_a_person_who_goes_on_looking_gets_no_mail(game: Game, reader: User, time: Traveller):
    presence.note(reader, game)
    time.shift(30 * SECOND)
    notify_reader(Notification.Kind.GAME_OVER, reader, game)
    assert delivery.deliver_due() == 0
    time.shift(40 * SECOND)
    presence.note(reader, game)
    time.shift(presence.ABSENT_AFTER)
    assert delivery.deliver_due() == 0
    assert mail.outbox == []
    assert not Notification.objects.filter(send_at__isnull=False).exists()


def test_a_person_who_has_left_gets_the_mail_a_little_later(
    game: Game, reader: User, time: Traveller
):
    presence.note(reader, game)
    time.shift(30 * SECOND)
    notify_reader(Notification.Kind.GAME_OVER, reader, game)
    assert delivery.deliver_due() == 0
    time.shift(presence.ABSENT_AFTER - 31 * SECOND)
    assert delivery.deliver_due() == 0
    time.shift(SECOND)
    assert delivery.deliver_due() == 1


def test_what_the_page_may_not_have_shown_yet_is_mailed(game: Game, reader: User, time: Traveller):
    notify_reader(Notification.Kind.GAME_OVER, reader, game)
    time.shift(presence.COMMITTED_AFTER - SECOND)
    presence.note(reader, game)
    time.shift(presence.ABSENT_AFTER)
    assert delivery.deliver_due() == 1


def test_a_person_who_looks_at_another_game_gets_the_mail(
    game: Game, reader: User, time: Traveller
):
    presence.note(reader, factories.begun_game(title="Another"))
    Notification.objects.all().delete()
    notify_reader(Notification.Kind.GAME_OVER, reader, game)
    assert delivery.deliver_due() == 1


def test_a_reminder_is_sent_to_a_person_who_looks_too(game: Game, reader: User, time: Traveller):
    presence.note(reader, game)
    notify.remind([reader.pk], phase=factories.open_phase(game))
    assert delivery.deliver_due() == 1


def test_a_daily_summary_is_complete(game: Game, reader: User, time: Traveller):
    kind = Notification.Kind.GAME_OVER
    MailChoice.objects.create(person=reader, kind=kind, how=MailChoice.How.SUMMARY)
    notify_reader(kind, reader, game)
    time.shift(dt.timedelta(hours=24))
    presence.note(reader, game)
    assert delivery.deliver_due() == 1


def test_a_page_that_asks_what_is_new_counts_as_looking(game: Game, reader: User, client: Client):
    client.force_login(reader)
    notify_reader(Notification.Kind.GAME_OVER, reader, game)
    assert client.get(reverse("games:state", args=[game.slug]), {"here": ""}).status_code == 200
    assert delivery.deliver_due() == 0
