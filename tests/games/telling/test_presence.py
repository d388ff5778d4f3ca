"""Who looks at a game gets no mail of what its page tells them."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from time_machine import Traveller

from accounts.models import User
from games.models import Game, MailChoice, Notice
from games.telling import deliveries, notifications, presence

from ... import factories

SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def reader(game: Game) -> User:
    """Of the mails of its beginning, none waits any more."""
    Notice.objects.all().delete()
    return factories.holder(factories.seat(game, "FRANCE"))


@pytest.fixture
def time(game: Game) -> Iterator[Traveller]:
    with time_machine.travel("2026-11-22 20:00Z", tick=False) as traveller:
        yield traveller


def tell(kind: Notice.Kind, reader: User, game: Game) -> None:
    notifications.tell(kind, [reader.pk], game=game)


def test_who_does_not_look_gets_the_mail_at_once(game: Game, reader: User, time: Traveller):
    tell(Notice.Kind.GAME_OVER, reader, game)
    assert deliveries.deliver_due() == 1


def test_who_looks_on_gets_no_mail(game: Game, reader: User, time: Traveller):
    presence.note(reader, game)
    time.shift(30 * SECOND)
    tell(Notice.Kind.GAME_OVER, reader, game)
    assert deliveries.deliver_due() == 0
    time.shift(40 * SECOND)
    presence.note(reader, game)
    time.shift(presence.GONE)
    assert deliveries.deliver_due() == 0
    assert mail.outbox == []
    assert not Notice.objects.filter(send_at__isnull=False).exists()


def test_who_has_looked_away_gets_the_mail_a_little_later(
    game: Game, reader: User, time: Traveller
):
    presence.note(reader, game)
    time.shift(30 * SECOND)
    tell(Notice.Kind.GAME_OVER, reader, game)
    assert deliveries.deliver_due() == 0
    time.shift(presence.GONE - 31 * SECOND)
    assert deliveries.deliver_due() == 0
    time.shift(SECOND)
    assert deliveries.deliver_due() == 1


def test_what_was_perhaps_not_stored_when_they_looked_is_mailed(
    game: Game, reader: User, time: Traveller
):
    tell(Notice.Kind.GAME_OVER, reader, game)
    time.shift(presence.STORED - SECOND)
    presence.note(reader, game)
    time.shift(presence.GONE)
    assert deliveries.deliver_due() == 1


def test_who_looks_at_another_game_gets_the_mail(game: Game, reader: User, time: Traveller):
    presence.note(reader, factories.begun_game(title="Another"))
    Notice.objects.all().delete()
    tell(Notice.Kind.GAME_OVER, reader, game)
    assert deliveries.deliver_due() == 1


def test_a_reminder_comes_to_who_looks_as_well(game: Game, reader: User, time: Traveller):
    presence.note(reader, game)
    notifications.remind([reader.pk], phase=factories.open_phase(game))
    assert deliveries.deliver_due() == 1


def test_a_daily_summary_is_whole(game: Game, reader: User, time: Traveller):
    kind = Notice.Kind.GAME_OVER
    MailChoice.objects.create(person=reader, kind=kind, how=MailChoice.How.SUMMARY)
    tell(kind, reader, game)
    time.shift(dt.timedelta(hours=24))
    presence.note(reader, game)
    assert deliveries.deliver_due() == 1


def test_who_asks_what_is_new_looks_at_the_game(game: Game, reader: User, client: Client):
    client.force_login(reader)
    tell(Notice.Kind.GAME_OVER, reader, game)
    assert client.get(reverse("games:here", args=[game.slug])).status_code == 200
    assert deliveries.deliver_due() == 0
