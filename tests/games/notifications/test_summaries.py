"""The daily summary: when it is due, what it contains, and how it is stopped."""

import datetime as dt
import re

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.models import Game, MailChoice, Notification, Phase
from games.notifications import notify, outbox, preferences
from games.notifications.mail import delivery
from games.web.forms.mail import MailForm

from ... import factories
from ..press.message_helpers import hand_over, write
from .mail.test_delivery import Post, failing, post  # noqa: F401 - a fixture

MADRID = "Europe/Madrid"
KINDS = (Notification.Kind.RESULTS, Notification.Kind.MESSAGE, Notification.Kind.GAME_OVER)


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("zone", "now", "due"),
    [
        (MADRID, "2026-11-22 05:59", "2026-11-22 06:00"),
        (MADRID, "2026-11-22 06:00", "2026-11-23 06:00"),
        (MADRID, "2026-11-22 23:30", "2026-11-23 06:00"),
        (MADRID, "2026-03-28 12:00", "2026-03-29 05:00"),  # an hour was skipped that night
        (MADRID, "2026-10-24 12:00", "2026-10-25 06:00"),  # one came twice
        ("Pacific/Kiritimati", "2026-11-22 16:00", "2026-11-22 17:00"),
        ("America/Los_Angeles", "2026-11-22 14:00", "2026-11-22 15:00"),
        ("Nowhere/At-All", "2026-11-22 06:30", "2026-11-22 07:00"),  # the site's, UTC
    ],
)
def test_the_next_summary_is_due_at_seven_in_the_readers_zone(zone: str, now: str, due: str):
    assert preferences.next_summary(zone, utc(now)) == utc(due)


@pytest.fixture
def reader(game: Game) -> User:
    person = factories.holder(factories.seat(game, "FRANCE"))
    Notification.objects.all().delete()
    for kind in KINDS:
        MailChoice.objects.create(person=person, kind=kind, how=MailChoice.How.SUMMARY)
    return person


def morning(reader: User) -> dt.datetime:
    return preferences.next_summary(reader.time_zone, clock.now())


def sent_to(reader: User, at: dt.datetime) -> list[EmailMessage]:
    mail.outbox.clear()
    with time_machine.travel(at):
        delivery.deliver_due()
    return [message for message in mail.outbox if message.to == [reader.email]]


def test_notifications_come_once_in_one_mail_in_the_morning(
    game: Game, players: list[User], reader: User
):
    other = factories.begun_game(factories.person(), players, title="Another table")
    Notification.objects.filter(person=reader).delete()
    write(game, "GERMANY", "FRANCE", text="Meet me in Burgundy.")
    notify.notify(Notification.Kind.GAME_OVER, [reader.pk], game=other)
    at = morning(reader)
    assert sent_to(reader, at - dt.timedelta(minutes=1)) == []
    (message,) = sent_to(reader, at)
    assert message.subject == "Entente: 2 pieces of news"
    body = str(message.body)
    assert body.index("Another table") < body.index("Meet me in Burgundy.")
    assert body.count("You get this email from Entente because") == 1
    assert body.rstrip().endswith(reverse("games:mail"))
    assert sent_to(reader, at) == []
    assert not Notification.objects.filter(person=reader, channel="mail", sent_at=None).exists()


def test_the_others_get_their_mail_at_once(game: Game, reader: User):
    write(game, "GERMANY", "FRANCE", "ITALY")
    italy = factories.holder(factories.seat(game, "ITALY"))
    assert len(sent_to(italy, clock.now() + dt.timedelta(seconds=1))) == 1


def test_notifications_with_nothing_left_to_tell_are_left_out(game: Game, reader: User):
    write(game, "GERMANY", "FRANCE", text="Meet me in Burgundy.")
    phase = factories.open_phase(game)
    at = morning(reader)
    notify.notify(Notification.Kind.RESULTS, [reader.pk], game=game, phase=phase)
    assert phase.status == Phase.Status.OPEN  # so that there are no results
    (message,) = sent_to(reader, at)
    assert message.subject == "Entente: 1 piece of news"


def test_a_summary_with_nothing_left_to_tell_is_not_sent(game: Game, reader: User):
    write(game, "GERMANY", "FRANCE", text="Meet me in Burgundy.")
    at = morning(reader)
    hand_over(game, "FRANCE", factories.person())
    assert sent_to(reader, at) == []
    assert (
        not Notification.objects.filter(person=reader, channel="mail")
        .exclude(send_at=None)
        .exists()
    )


def test_whoever_gets_results_in_a_summary_is_mailed_their_turn_at_once(game: Game, reader: User):
    """The mail of the results says whose turn it is; in a summary it would come too late."""
    without = notify.notify(Notification.Kind.RESULTS, [reader.pk], game=game)
    assert without.by_mail == {reader.pk}


def test_a_summary_that_is_sent_twice_has_one_message_id(
    game: Game,
    reader: User,
    post: Post,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
):
    """A worker may die between the server's answer and its own update."""
    for text in ("one", "two"):
        write(game, "GERMANY", "FRANCE", text=text)
    Notification.objects.exclude(person=reader).delete()
    at = morning(reader)
    with monkeypatch.context() as patch, time_machine.travel(at):
        patch.setattr(outbox, "settle", lambda *_args, **_fields: None)
        delivery.deliver_due()
    with time_machine.travel(at + outbox.LEASE + dt.timedelta(minutes=1)):
        delivery.deliver_due()
    assert list(post.ids().values()) == [2]
    assert all("one" in str(each.body) and "two" in str(each.body) for each in post.taken)


def test_a_summary_that_the_server_refused_comes_complete_later(
    game: Game,
    reader: User,
    post: Post,  # noqa: F811 - the fixture
):
    for text in ("one", "two"):
        write(game, "GERMANY", "FRANCE", text=text)
    Notification.objects.exclude(person=reader).delete()
    at = morning(reader)
    post.meet = failing(ConnectionError())
    with time_machine.travel(at):
        delivery.deliver_due()
    post.meet = lambda _message: None
    with time_machine.travel(at + dt.timedelta(hours=1)):
        delivery.deliver_due()
    (message,) = post.taken
    assert "one" in str(message.body)
    assert "two" in str(message.body)


def test_one_click_stops_all_that_comes_in_summaries_and_nothing_else(
    game: Game, reader: User, client: Client
):
    write(game, "GERMANY", "FRANCE")
    (message,) = sent_to(reader, morning(reader))
    (link,) = re.findall(
        r"<[^>]*(/mail/unsubscribe/[^>]+)>", message.extra_headers["List-Unsubscribe"]
    )
    assert "Daily summary" in client.get(link).content.decode()
    assert MailChoice.objects.filter(person=reader, how="summary").count() == len(KINDS)
    MailChoice.objects.create(person=reader, kind="vote", how="at_once")
    assert client.post(link).status_code == 200
    chosen = dict(MailChoice.objects.filter(person=reader).values_list("kind", "how"))
    assert chosen == dict.fromkeys(KINDS, "off") | {"vote": "at_once"}


def test_a_reminder_cannot_wait_for_tomorrow(reader: User):
    fields = MailForm().fields
    offered = {kind: [value for value, _label in fields[kind].choices] for kind in fields}  # type: ignore[attr-defined]
    assert "summary" in offered["results"]
    assert "summary" not in offered["reminder"]
    with pytest.raises(IntegrityError), transaction.atomic():
        MailChoice.objects.create(person=reader, kind="reminder", how="summary")


def test_each_message_in_a_summary_is_formatted(game: Game, reader: User):
    for text in ("*one*", "*two*"):
        write(game, "ENGLAND", "FRANCE", text=text)
    (sent,) = sent_to(reader, morning(reader))
    assert isinstance(sent, EmailMultiAlternatives)
    assert sent.body.index("\none\n") < sent.body.index("\ntwo\n")
    page = str(sent.alternatives[0][0])
    assert page.index("<p><em>one</em></p>") < page.index("<p><em>two</em></p>")
