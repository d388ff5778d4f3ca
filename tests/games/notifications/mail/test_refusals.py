"""Mail to an address that refuses it for good: soon given up, and its owner is told."""

import datetime as dt
import smtplib

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import account_closing, clock
from accounts.mails import account_mails, refusals
from accounts.models import AccountMail, MailRefusal, User
from config.site_check import mail as mail_check
from config.site_check.findings import State
from games.models import Game, Notification
from games.notifications import leases, notify
from games.notifications.mail import delivery, failures
from tests import factories

from .test_delivery import Post, failing, mails

pytestmark = pytest.mark.django_db
NOTICE = "You get no emails from this site"


def refused(address: str, code: int = 550, text: bytes = b"5.1.1 nobody") -> Exception:
    return smtplib.SMTPRecipientsRefused({address: (code, text)})


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    post = Post()
    monkeypatch.setattr("django.core.mail.get_connection", lambda: post)
    return post


@pytest.fixture
def ada(game: Game, players: list[User], post: Post) -> User:
    """A player with one mail that waits, to an address that refuses it."""
    Notification.objects.all().delete()
    notify.notify(Notification.Kind.GAME_OVER, [players[0].pk], game=game)
    post.meet = failing(refused(players[0].email))
    return players[0]


def rounds(number: int) -> None:
    """Let the worker look once, and then at each time at which the mail may be due again."""
    now = clock.now()
    for each in range(number):
        with time_machine.travel(now + each * (leases.LONGEST_PAUSE + dt.timedelta(minutes=1))):
            delivery.deliver_due()


def test_it_is_tried_three_times_within_an_hour_and_given_up(ada: User) -> None:
    rounds(2)
    assert mails().get().send_at is not None
    rounds(3)
    waiting = mails().get()
    assert (waiting.send_at, waiting.sent_at, waiting.attempts) == (None, None, 3)


def test_a_mail_about_an_account_is_given_up_as_soon(post: Post) -> None:
    ada = factories.person("Ada")
    post.meet = failing(refused(ada.email))
    account_mails.queue(to=ada.email, subject="Hello", text="…")
    rounds(3)
    assert not AccountMail.objects.exists()
    assert MailRefusal.objects.get().person == ada


def test_a_stranger_to_whom_mail_is_refused_is_not_stored(post: Post) -> None:
    post.meet = failing(refused("stranger@x.test"))
    account_mails.queue(to="stranger@x.test", subject="Hello", text="…")
    rounds(1)
    assert not MailRefusal.objects.exists()


def test_the_person_sees_it_on_the_account_pages_until_a_mail_arrives(
    ada: User, post: Post, client: Client, players: list[User]
) -> None:
    rounds(1)
    client.force_login(ada)
    page = client.get(reverse("account_email"))
    assert NOTICE in page.content.decode()
    assert f"The mail server of {ada.email} refuses our emails." in page.content.decode()
    client.force_login(players[1])
    assert NOTICE not in client.get(reverse("account_email")).content.decode()

    post.meet = lambda _message: None
    rounds(2)
    assert mails().get().sent_at is not None
    client.force_login(ada)
    assert NOTICE not in client.get(reverse("account_email")).content.decode()
    assert not MailRefusal.objects.exists()


def test_another_address_is_not_under_suspicion(ada: User, client: Client) -> None:
    rounds(1)
    ada.email = "ada@new.test"
    ada.save(update_fields=["email"])
    client.force_login(ada)
    assert NOTICE not in client.get(reverse("account_email")).content.decode()
    assert refusals.current() == []
    refusals.record(ada.email, 553)
    row = MailRefusal.objects.get()
    assert (row.address, row.code) == (ada.email, 553)
    assert row.since == row.last_at


def test_the_operator_sees_who_gets_no_mail(ada: User) -> None:
    (before,) = mail_check.refused()
    assert before.state is State.OK
    rounds(1)
    (after,) = mail_check.refused()
    assert f"servers refuse mail to 1 people: {ada.name} (550)" in after.text


def test_it_goes_with_the_account_and_with_time(ada: User, players: list[User]) -> None:
    refusals.record(ada.email, 550)
    refusals.record(players[1].email, 550)
    account_closing._scrub(ada)
    assert MailRefusal.objects.get().person == players[1]
    with time_machine.travel(clock.now() + refusals.KEPT):
        refusals.delete_expired()
    assert not MailRefusal.objects.exists()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (refused("a@x.test"), 550),
        (refused("a@x.test", 553, b"no such mailbox"), 553),
        (refused("a@x.test", 554, b"5.7.1 relay access denied"), None),
        (refused("a@x.test", 450, b"4.2.1 later"), None),
        (smtplib.SMTPDataError(554, b"5.1.1 looks like spam"), None),
        (smtplib.SMTPSenderRefused(550, b"5.1.8 not you", "entente@x.test"), None),
    ],
)
def test_only_what_concerns_the_recipient_counts(error: Exception, code: int | None) -> None:
    assert failures.refusal_code(error) == code
