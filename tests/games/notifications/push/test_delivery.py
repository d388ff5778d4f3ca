"""Push messages to the browsers of a person: one to each, whatever the push service does."""

import datetime as dt
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import structlog
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.test import override_settings

from accounts import clock
from accounts.models import User
from games.models import Browser, Game, Notification
from games.notifications import leases, notify, outbox, presence
from games.notifications.push import browsers, content, delivery
from games.notifications.push.delivery import push_due
from tests import factories
from tests.games.notifications import receiver as faults
from tests.games.notifications.receiver import Fault, Receiver, receiving
from tests.phone import Phone
from tests.threads import in_threads

from .conftest import let_all_be_due, pushes, subscribe
from .test_vapid import checked

MINUTE = dt.timedelta(minutes=1)
FAULTS = [
    faults.answering(500),
    faults.answering(503, Retry_After="1700"),
    faults.answering(429, Retry_After="30"),
    faults.answering(400),
    faults.answering(403),
    faults.answering(413),
    faults.answering(302, Location="/elsewhere"),
    faults.hang,
    faults.trickle,
    faults.trickle_headers,
    faults.hang_up,
    faults.stop_in_the_middle,
    faults.talk_rubbish,
    faults.endless_headers,
]


@contextmanager
def later(pause: dt.timedelta = leases.LONGEST_PAUSE) -> Iterator[None]:
    with time_machine.travel(clock.now() + pause + MINUTE):
        yield


def game_over(game: Game, *people: User) -> None:
    kind = Notification.Kind.GAME_OVER
    notify.notify(kind, [person.pk for person in people], game=game)


def test_a_browser_opens_what_it_is_sent(
    game: Game, reader: User, browser: Browser, service: Receiver, phone: Phone
) -> None:
    game_over(game, reader)
    assert push_due() == 1
    assert push_due() == 0
    [taken] = service.taken
    assert taken.path == "/phone"
    assert taken.headers["content-encoding"] == "aes128gcm"
    assert int(taken.headers["ttl"]) == 86_400
    assert len(taken.headers["topic"]) == 32
    _head, claims = checked(taken.headers["authorization"])
    assert claims["aud"] == f"http://127.0.0.1:{service.port}"
    found = phone.read(taken.body)
    assert found["title"] == f"{game.title} is over"
    assert found["path"] == game.get_absolute_url()
    assert set(found) == {"title", "body", "lang", "tag", "path"}
    assert not pushes(reader).exclude(send_at=None).exists()
    assert not pushes(reader).filter(sent_at=None).exists()


def test_push_and_mail_are_sent_separately(game: Game, reader: User, browser: Browser) -> None:
    game_over(game, reader)
    assert push_due() == 1
    mail = Notification.objects.get(person=reader, channel="mail", kind="game_over")
    assert (mail.sent_at, mail.attempts) == (None, 0)


@pytest.mark.parametrize("fault", FAULTS)
def test_when_the_service_is_back_everything_arrives_once(
    fault: Fault,
    game: Game,
    reader: User,
    master: User,
    browser: Browser,
    service: Receiver,
    phone: Phone,
) -> None:
    service.fault = fault
    game_over(game, reader)
    notify.notify(Notification.Kind.ANNOUNCEMENT, [reader.pk], game=game, event=newest_event(game))
    for _round in range(3):
        let_all_be_due()
        assert push_due() == 0
    assert not service.taken
    browser.refresh_from_db()
    assert browser.trouble
    service.fault = faults.good
    with later():
        assert push_due() == 2
        assert push_due() == 0
    tags = Counter(phone.read(taken.body)["tag"] for taken in service.taken)
    assert sorted(tags.values()) == [1, 1]
    browser.refresh_from_db()
    assert browser.trouble == ""


def newest_event(game: Game) -> Any:
    return game.events.latest("pk")


def test_an_unreachable_service_is_tried_again_later(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    game_over(game, reader)
    service.stop()
    assert push_due() == 0
    assert Browser.objects.get().trouble == "refused"
    service.start()
    with later():
        assert push_due() == 1


def test_the_pauses_grow_and_are_as_long_as_the_service_asks(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    game_over(game, reader)
    pauses, at = [], clock.now() + MINUTE
    for fault in [faults.answering(500)] * 4 + [faults.answering(429, Retry_After="1500")]:
        service.fault = fault
        with time_machine.travel(at, tick=False):
            assert push_due() == 0
            send_at = pushes(reader).get().send_at
        pauses.append((send_at - at) / MINUTE)
        at = send_at
    assert pauses == [1, 2, 4, 8, 25]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_whose_subscription_ended_is_deleted(
    status: int, game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    service.fault = faults.answering(status)
    game_over(game, reader)
    assert push_due() == 0
    assert not Browser.objects.exists()
    found = pushes(reader).get()
    assert (found.send_at, found.sent_at, found.attempts) == (None, None, 1)


def test_one_browser_in_trouble_costs_the_others_no_second_message(
    game: Game, reader: User, browser: Browser, service: Receiver, phone: Phone
) -> None:
    other = Phone()
    with receiving() as slow:
        subscribe(reader, slow.url("/other"), other)
        slow.fault = faults.answering(500)
        game_over(game, reader)
        assert push_due() == 1
        for _round in range(3):
            let_all_be_due()
            assert push_due() == 0
        slow.fault = faults.good
        with later():
            assert push_due() == 1
        [mine], [late] = service.taken, slow.taken
    assert phone.read(mine.body) == other.read(late.body)
    assert not pushes(reader).get().reached.exists()


def test_a_browser_in_trouble_keeps_nobody_else_waiting(
    game: Game, reader: User, players: list[User], browser: Browser, service: Receiver
) -> None:
    with receiving() as away:
        away.fault = faults.hang
        for number in range(3):
            subscribe(players[1], away.url(f"/{number}"), Phone())
        game_over(game, players[1])
        pushes(players[1]).update(attempts=1)
        game_over(game, reader)
        push_due()
        away.released.set()
    assert len(service.taken) == 1


def test_slow_browsers_end_the_round_and_come_last_in_the_next(
    game: Game,
    reader: User,
    service: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker that waited for all of them would send no mail meanwhile."""
    monkeypatch.setattr(delivery, "ROUND", 0.2)
    with receiving() as away:
        away.fault = faults.hang
        for number in range(3):
            subscribe(reader, away.url(f"/{number}"), Phone())
        subscribe(reader, service.url("/good"), Phone())
        game_over(game, reader)
        assert push_due() == 0
        assert [taken.path for taken in away.seen] == ["/0"]
        with later():
            push_due()
            away.released.set()
        assert "/0" not in [taken.path for taken in away.seen[1:]]
    with later():
        let_all_be_due()
        monkeypatch.setattr(delivery, "ROUND", 8.0)
        assert push_due() == 1
    assert [taken.path for taken in service.taken] == ["/good"]


def test_a_crash_before_the_mark_repeats_one_message_to_one_browser_with_its_topic(
    game: Game,
    reader: User,
    browser: Browser,
    service: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class KilledError(BaseException):
        """Like `kill -9`: none of our handlers runs."""

    def killed(*_args: Any) -> None:
        raise KilledError

    subscribe(reader, service.url("/second"), Phone())
    game_over(game, reader)
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_store_answer", killed)
        with pytest.raises(KilledError):
            push_due()
    assert push_due() == 0  # it is still leased
    with later(outbox.LEASE):
        assert push_due() == 2
        assert push_due() == 0
    paths = Counter(taken.path for taken in service.taken)
    assert paths == {"/phone": 2, "/second": 1}
    assert len({taken.headers["topic"] for taken in service.taken}) == 1


def test_after_three_days_and_ten_attempts_it_is_given_up(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    service.fault = faults.answering(500)
    game_over(game, reader)
    at, tries = clock.now() + 2 * leases.GIVEN_UP_AFTER, 0
    while pushes(reader).exclude(send_at=None).exists():
        with time_machine.travel(at, tick=False), structlog.testing.capture_logs() as logged:
            push_due()
        at, tries = at + leases.LONGEST_PAUSE, tries + 1
    assert tries == leases.FEWEST_ATTEMPTS
    assert [line["event"] for line in logged] == ["push_not_sent", "push_given_up"]


def test_a_notification_with_nothing_left_to_tell_is_not_sent(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    notify.notify(
        Notification.Kind.RESULTS, [reader.pk], game=game, phase=factories.open_phase(game)
    )
    assert push_due() == 0
    assert not service.seen
    assert pushes(reader).get().send_at is None


@pytest.mark.parametrize("ending", ["signed out", "new password", "suspended"])
def test_a_person_who_signed_out_or_was_suspended_gets_nothing(
    ending: str, game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    game_over(game, reader)
    if ending == "signed out":
        browser.delete()
    elif ending == "new password":
        User.objects.filter(pk=reader.pk).update(password="md5$another")
    else:
        User.objects.filter(pk=reader.pk).update(is_active=False)
    assert push_due() == 0
    assert not service.seen
    assert pushes(reader).get().send_at is None
    if ending == "new password":
        assert not Browser.objects.exists()


def test_a_browser_that_is_deleted_meanwhile_stops_nothing(
    game: Game, reader: User, browser: Browser, service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = delivery._answer

    def answer_and_leave(*args: Any) -> Any:
        found = answer(*args)
        browsers.forget_all(reader)
        return found

    monkeypatch.setattr(delivery, "_answer", answer_and_leave)
    game_over(game, reader)
    assert push_due() == 1
    assert pushes(reader).get().sent_at is not None


def test_push_waits_while_a_person_looks_at_the_game(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    second = dt.timedelta(seconds=1)
    with time_machine.travel(clock.now(), tick=False) as time:
        presence.note(reader, game)
        game_over(game, reader)
        time.shift(30 * second)
        assert push_due() == 0
        presence.note(reader, game)  # the page has shown it
        notify.notify(
            Notification.Kind.ANNOUNCEMENT, [reader.pk], game=game, event=newest_event(game)
        )
        time.shift(presence.ABSENT_AFTER + second)
        assert push_due() == 1
        time.shift(presence.ABSENT_AFTER)
        assert push_due() == 0
    assert pushes(reader).get(sent_at=None).kind == "game_over"
    cache.clear()


def test_an_address_in_our_own_network_is_never_called(
    game: Game, reader: User, browser: Browser, service: Receiver, settings: Any
) -> None:
    settings.PRIVATE_WEBHOOKS = False
    subscribe(reader, f"https://127.0.0.1:{service.port}/", Phone())
    game_over(game, reader)
    assert push_due() == 0
    assert not service.seen
    troubles = Browser.objects.order_by("pk").values_list("trouble", flat=True)
    assert list(troubles) == ["not https", "private"]


def test_without_the_key_nothing_is_written_sent_or_lost(
    game: Game,
    reader: User,
    players: list[User],
    browser: Browser,
    service: Receiver,
) -> None:
    game_over(game, reader)
    with override_settings(VAPID_KEY=""):
        subscribe(players[1], "https://push.example.org/", Phone())
        game_over(game, players[1])
        assert push_due() == 0
    assert not pushes(players[1]).exists()
    assert push_due() == 1


def test_a_message_that_cannot_be_written_stops_no_other(
    game: Game,
    reader: User,
    players: list[User],
    browser: Browser,
    service: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def poisoned(notification: Notification) -> Any:
        if notification.person == players[1]:
            raise LookupError("A PAR - BUR")
        return content.compose(notification)

    monkeypatch.setattr(delivery, "compose", poisoned)
    subscribe(players[1], service.url("/poisoned"), Phone())
    game_over(game, players[1], reader)
    with structlog.testing.capture_logs() as logged:
        assert push_due() == 1
    assert "A PAR" not in str(logged)
    assert pushes(players[1]).get().attempts == 1


def test_the_log_names_no_address_no_title_and_no_key(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    Game.objects.filter(pk=game.pk).update(title="A title apart")
    game_over(game, reader)
    service.fault = faults.answering(500)
    with structlog.testing.capture_logs() as logged:
        push_due()
        service.fault = faults.good
        with later():
            push_due()
        service.fault = faults.answering(410)
        game.refresh_from_db()
        notify.notify(
            Notification.Kind.ANNOUNCEMENT, [reader.pk], game=game, event=newest_event(game)
        )
        push_due()
    events = [line["event"] for line in logged]
    assert events[:2] == ["push_not_sent", "push_sent"]
    assert "browser_gone" in events
    said = str(logged)
    secrets = ("phone", "127.0.0.1", "apart", browser.key, browser.auth, reader.name, "vapid")
    assert not [secret for secret in secrets if secret in said]


# While others work


@pytest.fixture
def crowd(transactional_db: None, service: Receiver) -> list[User]:
    """People with waiting notifications, committed so that other threads see them."""
    master = factories.person("Mia Master")
    game = factories.open_game(master)
    people = [factories.person(f"Reader {number}") for number in range(8)]
    for person in people:
        subscribe(person, service.url(f"/{person.pk}"), Phone())
    notify.notify(Notification.Kind.LOBBY_EXPIRED, [person.pk for person in people], game=game)
    return people


def test_several_workers_push_nothing_twice(crowd: list[User], service: Receiver) -> None:
    in_threads(*[push_due] * 3)
    assert Counter(taken.path for taken in service.taken) == {f"/{each.pk}": 1 for each in crowd}


def test_without_the_claim_several_workers_push_things_twice(
    crowd: list[User], service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(2)
    first = pushes(crowd[0]).select_related("person", "game").get()
    looks = iter([first, first])
    monkeypatch.setattr(delivery, "claim", lambda: next(looks, None))

    def wait(handler: Any) -> None:
        together.wait(10)
        faults.good(handler)

    service.fault = wait
    in_threads(push_due, push_due)
    assert len(service.taken) == 2


def test_nobody_waits_while_a_message_is_pushed(crowd: list[User], service: Receiver) -> None:
    """SQLite has one write lock: held while talking to a push service, it would stop deadlines."""
    wrote = threading.Event()

    def write() -> None:
        with transaction.atomic():
            Notification.objects.filter(person=crowd[0], channel="site").update(kind="news")
        wrote.set()
        connection.close()

    def meet(handler: Any) -> None:
        if not wrote.is_set():
            writer = threading.Thread(target=write)
            writer.start()
            writer.join(0.25)
            assert wrote.is_set()
        faults.good(handler)

    service.fault = meet
    push_due()
    assert wrote.is_set()
    assert len(service.taken) == len(crowd)
