"""Mails about accounts, from the outbox to the mail server."""

import datetime as dt
import smtplib

import pytest
import structlog
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.mails import account_mails as queue
from accounts.models import AccountMail, User
from games.models import Game, Notification
from games.notifications import leases, notify, outbox
from games.notifications.mail import account_mails, delivery
from tests.threads import in_threads

from .test_delivery import Post, failing

SECRET = "/accounts/password/reset/key/3-secret/"


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    post = Post()
    monkeypatch.setattr(mail, "get_connection", lambda: post)
    return post


def queued(*addresses: str) -> None:
    for address in addresses or ("ada@x.test",):
        queue.queue(to=address, subject="Choose a password", text=SECRET)


@pytest.mark.django_db
def test_they_go_before_the_mails_about_games(post: Post, game: Game, players: list[User]) -> None:
    Notification.objects.all().delete()
    notify.notify(Notification.Kind.GAME_OVER, [players[0].pk], game=game)
    queued()
    assert delivery.deliver_due() == 2
    assert [message.to[0] for message in post.taken] == ["ada@x.test", players[0].email]


@pytest.mark.django_db
def test_a_crash_before_the_mark_repeats_one_once_with_the_same_id(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """Like `kill -9`: none of our handlers runs."""

    def killed(_waiting: AccountMail) -> None:
        raise KilledError

    queued()
    with monkeypatch.context() as patch:
        patch.setattr(account_mails, "_held", killed)
        with pytest.raises(KilledError):
            delivery.deliver_due()
    assert delivery.deliver_due() == 0  # still leased
    with time_machine.travel(timezone.now() + outbox.LEASE):
        assert delivery.deliver_due() == 1
        assert delivery.deliver_due() == 0
    assert list(post.ids().values()) == [2]


@pytest.mark.django_db
def test_one_that_is_refused_stops_no_other(post: Post, players: list[User]) -> None:
    refused = smtplib.SMTPRecipientsRefused({players[0].email: (550, b"nobody of that name")})
    post.meet = failing(refused, to=players[0])
    queued(players[0].email, "ada@x.test")
    delivery.deliver_due()
    assert "ada@x.test" in [message.to[0] for message in post.taken]
    assert AccountMail.objects.get().to == players[0].email


@pytest.mark.django_db
def test_trouble_of_the_server_ends_the_round(post: Post) -> None:
    queued("ada@x.test", "berta@x.test")
    post.meet = failing(TimeoutError())
    assert delivery.deliver_due() == 0
    assert sorted(AccountMail.objects.values_list("attempts", flat=True)) == [0, 1]


@pytest.mark.django_db
@pytest.mark.parametrize("killed", [False, True])
def test_one_that_is_given_up_leaves_no_text(post: Post, killed: bool) -> None:
    queued()
    attempts = leases.MOST_ATTEMPTS if killed else leases.FEWEST_ATTEMPTS - 1
    AccountMail.objects.update(attempts=attempts)
    post.meet = failing(smtplib.SMTPDataError(554, b"no"))
    with (
        time_machine.travel(timezone.now() + leases.GIVEN_UP_AFTER + dt.timedelta(minutes=1)),
        structlog.testing.capture_logs() as logged,
    ):
        assert delivery.deliver_due() == 0
    assert [line["event"] for line in logged].count("mail_given_up") == 1
    assert not AccountMail.objects.exists()


@pytest.mark.django_db
def test_the_log_names_no_address_and_no_word(post: Post) -> None:
    queued()
    post.meet = failing(smtplib.SMTPSenderRefused(451, b"word", "entente@x.test"))
    with structlog.testing.capture_logs() as logged:
        delivery.deliver_due()
        post.meet = failing(AssertionError(), to=User(email="nobody@x.test"))
        with time_machine.travel(timezone.now() + dt.timedelta(minutes=1)):
            assert delivery.deliver_due() == 1
    said = str(logged)
    assert "SMTPSenderRefused 451" in said
    assert not any(word in said for word in ("@", "secret", "word"))


@pytest.mark.django_db(transaction=True)
def test_several_workers_send_none_twice(post: Post) -> None:
    queued(*[f"person.{number}@x.test" for number in range(30)])
    in_threads(*[delivery.deliver_due] * 4)
    assert sorted(post.ids().values()) == [1] * 30
    assert not AccountMail.objects.exists()
