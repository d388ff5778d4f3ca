"""Mail from the outbox to the mail server, with everything that can go wrong between them."""

import datetime as dt
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import structlog
import time_machine
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection, transaction

from accounts import clock
from accounts.models import User
from games.models import Game, Notification
from games.notifications import leases, notify, outbox
from games.notifications.mail import delivery
from games.notifications.mail.compose import compose
from tests.threads import in_threads

from .... import factories

MINUTE = dt.timedelta(minutes=1)


class Post:
    """Replacement for Django's mail connection: calls `meet` for each mail, which may raise."""

    def __init__(self, meet: Callable[[EmailMessage], None] = lambda _message: None) -> None:
        self.meet = meet
        self.taken: list[EmailMessage] = []
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def close(self) -> None:
        self.closed += 1

    def send_messages(self, messages: list[EmailMessage]) -> int:
        for message in messages:
            self.meet(message)
            self.taken.append(message)
        return len(messages)

    def ids(self) -> Counter[str]:
        return Counter(message.extra_headers["Message-ID"] for message in self.taken)


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    post = Post()
    monkeypatch.setattr(mail, "get_connection", lambda: post)
    return post


@pytest.fixture
def readers(game: Game, players: list[User]) -> list[User]:
    """Three people with one mail each in the outbox."""
    Notification.objects.all().delete()
    told = players[:3]
    notify.notify(Notification.Kind.GAME_OVER, [person.pk for person in told], game=game)
    return told


def mails() -> Any:
    return Notification.objects.filter(channel=Notification.Channel.MAIL).order_by("pk")


def failing(error: Exception, *, to: User | None = None) -> Callable[[EmailMessage], None]:
    def meet(message: EmailMessage) -> None:
        if to is None or message.to == [to.email]:
            raise error

    return meet


def test_every_mail_is_sent_once_to_its_reader(post: Post, readers: list[User]) -> None:
    assert delivery.deliver_due() == 3
    assert delivery.deliver_due() == 0
    taken = sorted(message.to for message in post.taken)
    assert taken == sorted([person.email] for person in readers)
    assert not mails().exclude(send_at=None).exists()
    assert not mails().filter(sent_at=None).exists()
    assert post.closed == 2


def test_nothing_is_sent_before_its_time(post: Post, readers: list[User]) -> None:
    mails().update(send_at=clock.now() + MINUTE)
    assert delivery.deliver_due() == 0
    with time_machine.travel(clock.now() + MINUTE):
        assert delivery.deliver_due() == 3


def test_a_dead_server_is_tried_once_a_round_with_growing_pauses(
    post: Post, readers: list[User]
) -> None:
    mails().exclude(pk=mails()[0].pk).delete()
    post.meet = failing(ConnectionRefusedError())
    pauses, at = [], clock.now()
    for _attempt in range(8):
        with time_machine.travel(at, tick=False):
            assert delivery.deliver_due() == 0
            waiting = mails().get()
        pauses.append((waiting.send_at - at) / MINUTE)
        at = waiting.send_at
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]
    assert waiting.attempts == 8


def test_a_dead_server_costs_a_round_one_timeout(post: Post, readers: list[User]) -> None:
    post.meet = failing(TimeoutError())
    delivery.deliver_due()
    assert sorted(mails().values_list("attempts", flat=True)) == [0, 0, 1]


def test_when_the_server_is_back_every_mail_arrives_once(post: Post, readers: list[User]) -> None:
    post.meet = failing(smtplib.SMTPServerDisconnected("gone"))
    for _round in range(5):
        delivery.deliver_due()
    post.meet = failing(AssertionError(), to=factories.person())
    with time_machine.travel(clock.now() + leases.LONGEST_PAUSE):
        assert delivery.deliver_due() == 3
    assert set(post.ids().values()) == {1}


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPRecipientsRefused({"a@x.test": (550, b"nobody of that name")}),
        smtplib.SMTPRecipientsRefused({"a@x.test": (451, b"later")}),
        smtplib.SMTPDataError(554, b"looks like spam"),
        ValueError("no such thing"),
    ],
)
def test_a_mail_that_is_refused_stops_no_other(
    post: Post, readers: list[User], error: Exception
) -> None:
    post.meet = failing(error, to=readers[0])
    assert delivery.deliver_due() == 2
    waiting = mails().exclude(send_at=None).get()
    assert (waiting.person, waiting.sent_at, waiting.attempts) == (readers[0], None, 1)


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPRecipientsRefused({"a@x.test": (421, b"closing")}),
        smtplib.SMTPDataError(421, b"closing"),
        smtplib.SMTPConnectError(421, b"too busy"),
        smtplib.SMTPAuthenticationError(535, b"who are you"),
        smtplib.SMTPSenderRefused(550, b"not you", "entente@x.test"),
    ],
)
def test_trouble_of_the_server_ends_the_round(
    post: Post, readers: list[User], error: Exception
) -> None:
    post.meet = failing(error)
    assert delivery.deliver_due() == 0
    assert mails().filter(attempts=0).count() == 2


def test_a_mail_that_cannot_be_written_stops_no_other(
    post: Post, readers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def poisoned(notification: Notification) -> EmailMessage | None:
        if notification.person == readers[1]:
            raise LookupError("A PAR - BUR")
        return compose(notification)

    monkeypatch.setattr(delivery, "compose", poisoned)
    with structlog.testing.capture_logs() as logged:
        assert delivery.deliver_due() == 2
    assert "A PAR" not in str(logged)
    assert mails().get(person=readers[1]).attempts == 1


def test_after_three_days_a_mail_is_given_up_and_the_log_says_so(
    post: Post, readers: list[User]
) -> None:
    post.meet = failing(smtplib.SMTPDataError(554, b"no"))
    last = clock.now() + leases.GIVEN_UP_AFTER - leases.LONGEST_PAUSE
    mails().update(attempts=140, send_at=last)
    merged = [structlog.contextvars.merge_contextvars]
    with time_machine.travel(last + MINUTE), structlog.testing.capture_logs(merged) as logged:
        delivery.deliver_due()
    given_up = [line for line in logged if line["event"] == "mail_given_up"]
    assert [line["notification"] for line in given_up] == [
        notification.pk for notification in mails()
    ]
    assert {line["game"] for line in given_up} == {
        notification.game.slug for notification in mails()
    }
    assert not mails().exclude(send_at=None).exists()
    assert mails().filter(sent_at=None).count() == 3


def test_a_mail_that_kills_each_worker_is_given_up_too(post: Post, readers: list[User]) -> None:
    """No worker survives to postpone the mail; the attempts still fit into their column."""
    killer, *_others = mails()
    mails().filter(pk=killer.pk).update(attempts=leases.MOST_ATTEMPTS, send_at=clock.now() - MINUTE)
    assert delivery.claim() == [killer]
    assert mails().get(pk=killer.pk).attempts == leases.MOST_ATTEMPTS
    with (
        time_machine.travel(clock.now() + leases.GIVEN_UP_AFTER + MINUTE),
        structlog.testing.capture_logs() as logged,
    ):
        assert delivery.deliver_due() == 2
    assert mails().get(pk=killer.pk).send_at is None
    assert [line["event"] for line in logged].count("mail_given_up") == 1


def test_after_an_outage_of_days_each_mail_is_really_tried(post: Post, readers: list[User]) -> None:
    post.meet = failing(smtplib.SMTPDataError(451, b"later"))
    at, tries = clock.now() + 2 * leases.GIVEN_UP_AFTER, 0
    while mails().exclude(send_at=None).exists():
        with time_machine.travel(at, tick=False):
            delivery.deliver_due()
        at, tries = at + leases.LONGEST_PAUSE, tries + 1
    assert tries == leases.FEWEST_ATTEMPTS
    assert set(mails().values_list("attempts", flat=True)) == {leases.FEWEST_ATTEMPTS}


def test_a_crash_before_the_mark_repeats_a_mail_once_with_the_same_id(
    post: Post, readers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """Like `kill -9`: none of our handlers runs."""

    def killed(*_args: Any, **_fields: Any) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "settle", killed)
        with pytest.raises(KilledError):
            delivery.deliver_due()
    assert (
        delivery.deliver_due() == 0
    )  # all three say the same and were claimed together: still leased
    with time_machine.travel(clock.now() + outbox.LEASE):
        assert delivery.deliver_due() == 3
        assert delivery.deliver_due() == 0
    assert sorted(post.ids().values()) == [1, 1, 2]


def test_mails_that_say_the_same_are_claimed_together(
    readers: list[User], game: Game, players: list[User]
) -> None:
    other = players[3]
    notify.notify(Notification.Kind.RESULTS, [other.pk], game=game)
    claims = [delivery.claim() for _ in range(3)]
    assert [{notification.person for notification in each} for each in claims] == [
        set(readers),
        {other},
        set(),
    ]


def test_a_mail_that_was_tried_before_is_claimed_alone(readers: list[User]) -> None:
    mails().update(attempts=1)
    assert [len(delivery.claim()) for _ in range(4)] == [1, 1, 1, 0]


def test_with_a_slow_server_the_rest_is_given_back_before_its_lease_runs_out(
    post: Post, readers: list[User]
) -> None:
    with time_machine.travel(clock.now(), tick=False) as traveller:
        post.meet = lambda _message: traveller.shift(outbox.LEASE - outbox.LONGEST)
        assert delivery.deliver_due() == 3
    assert set(post.ids().values()) == {1}
    assert set(mails().values_list("attempts", flat=True)) == {1}


def test_the_log_names_no_address_no_title_and_no_word_of_a_mail(
    post: Post, readers: list[User], game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(title="A title apart")
    post.meet = failing(
        smtplib.SMTPRecipientsRefused({readers[0].email: (550, readers[0].email.encode())}),
        to=readers[0],
    )
    with structlog.testing.capture_logs() as logged:
        assert delivery.deliver_due() == 2
        post.meet = failing(smtplib.SMTPSenderRefused(451, b"word", "entente@x.test"))
        with time_machine.travel(clock.now() + leases.LONGEST_PAUSE):
            delivery.deliver_due()
    said = str(logged)
    assert "SMTPRecipientsRefused [550]" in said
    assert "SMTPSenderRefused 451" in said
    assert not any(word in said for word in ("@", "apart", "is over", "word"))


def test_an_older_worker_fills_the_outbox_too(readers: list[User]) -> None:
    """A worker that was started before a migration names only the columns that it knows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_notification (key, kind, channel, person_id, game_id, created_at)"
            " SELECT 'older', kind, 'site', person_id, game_id, created_at FROM games_notification"
            " WHERE id = %s",
            [mails()[0].pk],
        )
    assert Notification.objects.get(key="older").attempts == 0


# While a mail is being sent


@pytest.fixture
def forty(transactional_db: None) -> list[str]:
    """Forty mails to one person, in a database where others can see them."""
    person = factories.person("Rita Reader")
    game = factories.open_game(factories.person())
    now = clock.now()
    rows = [
        Notification(
            key=f"{number}",
            kind=Notification.Kind.LOBBY_EXPIRED,
            channel=Notification.Channel.MAIL,
            person=person,
            game=game,
            created_at=now,
            send_at=now,
        )
        for number in range(40)
    ]
    Notification.objects.bulk_create(rows)
    return [row.key for row in rows]


SENDING = 3.0  # seconds: a busy machine may take one for a write that nobody delays


def how_long_a_writer_waits(post: Post, send: Callable[[], object]) -> float:
    """Update the row of the first mail while `send` sends it, which takes SENDING seconds."""
    took = []

    def write() -> None:
        began = time.monotonic()
        Notification.objects.filter(key="0").update(attempts=7)
        took.append(time.monotonic() - began)
        connection.close()

    writer = threading.Thread(target=write)

    def meet(_message: EmailMessage) -> None:
        if writer.ident is None:
            writer.start()
            writer.join(SENDING)

    post.meet = meet
    send()
    writer.join(30)
    return took[0]


def test_nobody_waits_while_a_mail_is_sent(post: Post, forty: list[str]) -> None:
    """SQLite has one write lock: held while talking to a mail server, it would stop deadlines."""
    assert how_long_a_writer_waits(post, delivery.deliver_due) < SENDING
    assert len(post.taken) == 40


def test_others_would_wait_for_a_mail_sent_within_the_claim(post: Post, forty: list[str]) -> None:
    send = transaction.atomic(delivery.deliver_due)
    assert how_long_a_writer_waits(post, send) >= SENDING


def test_several_workers_send_no_mail_twice(post: Post, forty: list[str]) -> None:
    in_threads(*[delivery.deliver_due] * 4)
    assert sorted(post.ids().values()) == [1] * 40
    assert not Notification.objects.filter(sent_at=None).exists()


def test_without_the_claim_several_workers_send_mails_twice(
    post: Post, forty: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    meetings: list[None] = []
    together = threading.Barrier(2, action=lambda: meetings.append(None))

    def look() -> list[Notification]:
        if len(meetings) == 3:
            return []
        due = Notification.objects.filter(send_at__lte=clock.now())
        return list(due.select_related("person", "game").order_by("send_at", "pk")[:1])

    monkeypatch.setattr(delivery, "claim", look)
    monkeypatch.setattr(outbox, "has_time", lambda _notification: True)  # there is no lease

    def meet(_message: EmailMessage) -> None:
        together.wait(20)

    post.meet = meet
    in_threads(*[delivery.deliver_due] * 2)
    assert list(post.ids().values()) == [2, 2, 2]
