"""The way of a notice to the browsers of its person: once to each, whatever becomes of the push
service."""

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

from accounts.models import User
from games import clock
from games.models import Browser, Game, Notice
from games.telling import notifications, outbox, presence
from games.telling.pushes import browsers, content, sending, switch
from games.telling.pushes.sending import push_due
from tests import factories
from tests.games.hooks import receiver as faults
from tests.games.hooks.receiver import Fault, Receiver, receiving
from tests.phone import Phone
from tests.threads import in_threads

from .conftest import let_all_be_due, pushes, tell
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
    faults.hang_up,
    faults.stop_in_the_middle,
    faults.talk_rubbish,
    faults.endless_headers,
]


@contextmanager
def later(pause: dt.timedelta = outbox.LONGEST_PAUSE) -> Iterator[None]:
    with time_machine.travel(clock.now() + pause + MINUTE):
        yield


def over(game: Game, *people: User) -> None:
    kind = Notice.Kind.GAME_OVER
    notifications.tell(kind, [person.pk for person in people], game=game)


def test_a_browser_opens_what_it_is_sent(
    game: Game, reader: User, browser: Browser, service: Receiver, phone: Phone
) -> None:
    over(game, reader)
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


def test_mail_goes_its_own_way(game: Game, reader: User, browser: Browser) -> None:
    over(game, reader)
    assert push_due() == 1
    mail = Notice.objects.get(person=reader, channel="mail", kind="game_over")
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
    over(game, reader)
    notifications.tell(Notice.Kind.ANNOUNCEMENT, [reader.pk], game=game, event=a_piece(game))
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


def a_piece(game: Game) -> Any:
    return game.events.latest("pk")


def test_a_service_that_is_away_is_asked_again_later(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    over(game, reader)
    service.stop()
    assert push_due() == 0
    assert Browser.objects.get().trouble == "refused"
    service.start()
    with later():
        assert push_due() == 1


def test_the_pauses_grow_and_are_as_long_as_the_service_asks(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    over(game, reader)
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
def test_a_browser_that_is_gone_is_told_nothing_more(
    status: int, game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    service.fault = faults.answering(status)
    over(game, reader)
    assert push_due() == 0
    assert not Browser.objects.exists()
    found = pushes(reader).get()
    assert (found.send_at, found.sent_at, found.attempts) == (None, None, 1)


def test_one_browser_in_trouble_costs_the_others_no_second_message(
    game: Game, reader: User, browser: Browser, service: Receiver, phone: Phone
) -> None:
    other = Phone()
    with receiving() as slow:
        tell(reader, slow.url("/other"), other)
        slow.fault = faults.answering(500)
        over(game, reader)
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
            tell(players[1], away.url(f"/{number}"), Phone())
        over(game, players[1])
        pushes(players[1]).update(attempts=1)
        over(game, reader)
        push_due()
        away.released.set()
    assert len(service.taken) == 1


def test_browsers_that_take_long_end_the_round_and_go_last_in_the_next(
    game: Game,
    reader: User,
    service: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker that waits for all of them, message by message, sends no mail meanwhile."""
    monkeypatch.setattr(sending, "ROUND", 0.2)
    with receiving() as away:
        away.fault = faults.hang
        for number in range(3):
            tell(reader, away.url(f"/{number}"), Phone())
        tell(reader, service.url("/good"), Phone())
        over(game, reader)
        assert push_due() == 0
        assert [taken.path for taken in away.seen] == ["/0"]
        with later():
            push_due()
            away.released.set()
        assert "/0" not in [taken.path for taken in away.seen[1:]]
    with later():
        let_all_be_due()
        monkeypatch.setattr(sending, "ROUND", 8.0)
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
        """As `kill -9`: nothing of ours runs any more."""

    def killed(*_args: Any) -> None:
        raise KilledError

    tell(reader, service.url("/second"), Phone())
    over(game, reader)
    with monkeypatch.context() as patch:
        patch.setattr(sending, "_note", killed)
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
    over(game, reader)
    at, tries = clock.now() + 2 * outbox.GIVEN_UP_AFTER, 0
    while pushes(reader).exclude(send_at=None).exists():
        with time_machine.travel(at, tick=False), structlog.testing.capture_logs() as logged:
            push_due()
        at, tries = at + outbox.LONGEST_PAUSE, tries + 1
    assert tries == outbox.FEWEST_ATTEMPTS
    assert [line["event"] for line in logged] == ["push_not_sent", "push_given_up"]


def test_what_has_nothing_left_to_say_goes_nowhere(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    notifications.tell(
        Notice.Kind.RESULTS, [reader.pk], game=game, phase=factories.open_phase(game)
    )
    assert push_due() == 0
    assert not service.seen
    assert pushes(reader).get().send_at is None


@pytest.mark.parametrize("ending", ["signed out", "new password", "suspended"])
def test_who_is_not_there_any_more_is_told_nothing(
    ending: str, game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    over(game, reader)
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


def test_a_browser_that_is_taken_away_while_it_is_told_stops_nothing(
    game: Game, reader: User, browser: Browser, service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = sending._answer

    def answer_and_leave(*args: Any) -> Any:
        found = answer(*args)
        browsers.forget_all(reader)
        return found

    monkeypatch.setattr(sending, "_answer", answer_and_leave)
    over(game, reader)
    assert push_due() == 1
    assert pushes(reader).get().sent_at is not None


def test_who_looks_at_the_game_is_told_by_its_page_and_who_looks_away_by_the_browser(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    second = dt.timedelta(seconds=1)
    with time_machine.travel(clock.now(), tick=False) as time:
        presence.note(reader, game)
        over(game, reader)
        time.shift(30 * second)
        assert push_due() == 0
        presence.note(reader, game)  # their page has told them
        notifications.tell(Notice.Kind.ANNOUNCEMENT, [reader.pk], game=game, event=a_piece(game))
        time.shift(presence.GONE + second)
        assert push_due() == 1
        time.shift(presence.GONE)
        assert push_due() == 0
    assert pushes(reader).get(sent_at=None).kind == "game_over"
    cache.clear()


def test_an_address_in_our_own_network_is_never_called(
    game: Game, reader: User, browser: Browser, service: Receiver, settings: Any
) -> None:
    settings.PRIVATE_HOOKS = False
    tell(reader, f"https://127.0.0.1:{service.port}/", Phone())
    over(game, reader)
    assert push_due() == 0
    assert not service.seen
    troubles = Browser.objects.order_by("pk").values_list("trouble", flat=True)
    assert list(troubles) == ["not https", "private"]


def test_without_the_library_nothing_is_written_sent_or_lost(
    game: Game,
    reader: User,
    players: list[User],
    browser: Browser,
    service: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over(game, reader)
    with monkeypatch.context() as patch:
        patch.setattr(switch, "_has_library", lambda: False)
        tell(players[1], "https://push.example.org/", Phone())
        over(game, players[1])
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
    def poisoned(notice: Notice) -> Any:
        if notice.person == players[1]:
            raise LookupError("A PAR - BUR")
        return content.compose(notice)

    monkeypatch.setattr(sending, "compose", poisoned)
    tell(players[1], service.url("/poisoned"), Phone())
    over(game, players[1], reader)
    with structlog.testing.capture_logs() as logged:
        assert push_due() == 1
    assert "A PAR" not in str(logged)
    assert pushes(players[1]).get().attempts == 1


def test_the_log_names_no_address_no_title_and_no_key(
    game: Game, reader: User, browser: Browser, service: Receiver
) -> None:
    Game.objects.filter(pk=game.pk).update(title="A title apart")
    over(game, reader)
    service.fault = faults.answering(500)
    with structlog.testing.capture_logs() as logged:
        push_due()
        service.fault = faults.good
        with later():
            push_due()
        service.fault = faults.answering(410)
        game.refresh_from_db()
        notifications.tell(Notice.Kind.ANNOUNCEMENT, [reader.pk], game=game, event=a_piece(game))
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
    """People who are all to be told, in a database where others can see them."""
    master = factories.person("Mia Master")
    game = factories.open_game(master)
    people = [factories.person(f"Reader {number}") for number in range(8)]
    for person in people:
        tell(person, service.url(f"/{person.pk}"), Phone())
    notifications.tell(Notice.Kind.LOBBY_EXPIRED, [person.pk for person in people], game=game)
    return people


def test_several_workers_tell_nobody_twice(crowd: list[User], service: Receiver) -> None:
    in_threads(*[push_due] * 3)
    assert Counter(taken.path for taken in service.taken) == {f"/{each.pk}": 1 for each in crowd}


def test_without_the_claim_several_workers_tell_people_twice(
    crowd: list[User], service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(2)
    first = pushes(crowd[0]).select_related("person", "game").get()
    looks = iter([first, first])
    monkeypatch.setattr(sending, "claim", lambda: next(looks, None))

    def wait(handler: Any) -> None:
        together.wait(10)
        faults.good(handler)

    service.fault = wait
    in_threads(push_due, push_due)
    assert len(service.taken) == 2


def test_while_a_browser_is_told_nobody_waits_for_us(crowd: list[User], service: Receiver) -> None:
    """SQLite has one write lock: held by whoever talks to a push service, it stops deadlines."""
    wrote = threading.Event()

    def write() -> None:
        with transaction.atomic():
            Notice.objects.filter(person=crowd[0], channel="site").update(kind="news")
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
