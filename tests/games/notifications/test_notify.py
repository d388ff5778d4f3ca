"""Notifications in the outbox, and their recipients."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import account_closing, clock
from accounts.models import User
from games.models import Game, MailChoice, Message, Notification, Tenure, Thread
from games.notifications import notify
from games.notifications.notify import DeliveryChoice

from ... import factories

MAIL, SITE = Notification.Channel.MAIL, Notification.Channel.SITE


@pytest.fixture(autouse=True)
def _empty_outbox(game: Game) -> None:
    Notification.objects.all().delete()


def notified(channel: str, **by: object) -> set[User]:
    return {
        notification.person for notification in Notification.objects.filter(channel=channel, **by)
    }


def off(person: User, kind: str) -> None:
    MailChoice.objects.create(person=person, kind=kind, how=MailChoice.How.OFF)


def message(game: Game, author: str, *powers: str) -> Message:
    """Send a message of one power to others; a public one if no others are named."""
    now = clock.now()
    seats = [factories.seat(game, power) for power in (author, *powers)] if powers else []
    circle = ".".join(str(seat.place) for seat in seats)
    thread = Thread.objects.create(game=game, circle=circle, opened_at=now)
    thread.seats.set(seats)
    seat = factories.seat(game, author)
    return Message.objects.create(
        thread=thread,
        seat=seat,
        person=factories.holder(seat),
        text="Meet me in Burgundy.",
        sent_at=now,
        request_key=uuid.uuid4(),
    )


def test_everyone_is_notified_on_the_site_and_by_mail(game: Game, players: list[User]) -> None:
    people = [player.pk for player in players]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        notify.notify(Notification.Kind.RESULTS, people, game=game)
    assert len(queries) <= 4  # a savepoint and its release among them
    assert notified(SITE) == notified(MAIL) == set(players)
    assert not Notification.objects.filter(channel=SITE).exclude(send_at=None).exists()
    assert not Notification.objects.filter(channel=MAIL, send_at=None).exists()


def test_whoever_switched_a_kind_off_gets_no_mail_of_it_alone(
    game: Game, players: list[User]
) -> None:
    off(players[0], Notification.Kind.RESULTS)
    off(players[1], Notification.Kind.MESSAGE)
    people = [player.pk for player in players]
    notify.notify(Notification.Kind.RESULTS, people, game=game)
    assert notified(SITE) == set(players)
    assert notified(MAIL) == set(players[1:])


def test_closed_and_locked_accounts_get_no_mail(game: Game, players: list[User]) -> None:
    account_closing.close(players[0])
    User.objects.filter(pk=players[1].pk).update(is_active=False)
    people = [player.pk for player in players]
    notify.notify(Notification.Kind.RESULTS, people, game=game)
    assert notified(MAIL, kind="results") == set(players[2:])


def test_nobody_is_notified_twice_of_the_same_by_one_channel(
    game: Game, players: list[User]
) -> None:
    for _again in range(2):
        notify.notify(Notification.Kind.GAME_OVER, [players[0].pk], game=game)
    assert Notification.objects.count() == 2


def test_readers_are_notified_of_a_message_by_mail_alone(game: Game) -> None:
    notify.notify_message(message(game, "FRANCE", "ENGLAND", "ITALY"))
    readers = {factories.holder(factories.seat(game, power)) for power in ("ENGLAND", "ITALY")}
    assert notified(MAIL, kind="message") == readers
    assert not notified(SITE)


def test_all_seats_and_the_masters_are_notified_of_a_public_message(
    game: Game, players: list[User], master: User
) -> None:
    written = message(game, "FRANCE")
    notify.notify_message(written)
    assert notified(MAIL) == {*players, master} - {written.person}


def test_the_present_holder_of_a_seat_is_notified_of_a_message(game: Game) -> None:
    written = message(game, "FRANCE", "ENGLAND")
    seat = factories.seat(game, "ENGLAND")
    gone = factories.holder(seat)
    now = clock.now()
    seat.tenures.update(until=now, ending=Tenure.Ending.REPLACED)
    successor = factories.person("Successor")
    Tenure.objects.create(seat=seat, person=successor, since=now)
    notify.notify_message(written)
    assert notified(MAIL) == {successor}
    assert gone not in notified(MAIL)


def test_readers_are_notified_of_messages_after_the_end_too(game: Game) -> None:
    written = message(game, "FRANCE", "ENGLAND")
    Tenure.objects.update(until=clock.now(), ending=Tenure.Ending.GAME_OVER)
    notify.notify_message(written)
    assert len(notified(MAIL)) == 1


def test_whoever_wants_messages_without_their_text_gets_mail(game: Game) -> None:
    written = message(game, "FRANCE", "ENGLAND")
    reader = factories.holder(factories.seat(game, "ENGLAND"))
    MailChoice.objects.create(person=reader, kind="message", how=MailChoice.How.WITHOUT_TEXT)
    notify.notify_message(written)
    assert notified(MAIL) == {reader}


def test_notifying_again_does_not_move_a_mail(game: Game, players: list[User]) -> None:
    people = [players[0].pk]
    notify.notify(Notification.Kind.GAME_OVER, people, game=game)
    mine = Notification.objects.filter(kind=Notification.Kind.GAME_OVER)
    mine.filter(channel="mail").update(send_at=None, sent_at=clock.now(), attempts=3)
    before = list(mine.order_by("pk").values())
    notify.notify(Notification.Kind.GAME_OVER, people, game=game)
    assert list(mine.order_by("pk").values()) == before


def test_a_notification_that_breaks_another_constraint_is_an_error(game: Game, players: list[User]):
    blank = Notification(key="x", kind="no such kind", game=game)
    with pytest.raises(IntegrityError), transaction.atomic():
        notify._write(blank, [DeliveryChoice(players[0].pk)])
