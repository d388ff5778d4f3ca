"""News posted to a webhook: in order and once, whatever happens to the receiver."""

import datetime as dt
import hashlib
import hmac
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import structlog
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import clock
from games.adjudication import due_phases
from games.core import audit
from games.lifecycle import endings
from games.models import Event, Game, Webhook, WebhookDelivery
from games.notifications import http, leases
from games.notifications.webhooks import content, delivery, subscriptions
from games.notifications.webhooks.delivery import post_due
from tests import factories
from tests.threads import in_threads

from .. import receiver as faults
from ..receiver import Fault, Receiver, receiving
from .conftest import KEY, add_webhook, announce, let_all_be_due, waiting

MINUTE = dt.timedelta(minutes=1)
REDIRECT = faults.answering(302, Location="/elsewhere")
FAULTS = [
    faults.answering(500),
    faults.answering(503, Retry_After="1700"),
    faults.answering(429, Retry_After="30"),
    faults.answering(404),
    faults.answering(401),
    REDIRECT,
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


def test_news_arrives_in_its_order_and_once(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    announce(game, "One", "Two", "Three")
    assert post_due() == 3
    assert post_due() == 0
    assert receiver.texts == ["One", "Two", "Three"]
    assert not waiting(webhook)
    assert set(webhook.deliveries.values_list("status", flat=True)) == {"204"}
    assert not webhook.deliveries.filter(sent_at=None).exists()


def test_events_before_the_webhook_was_added_are_not_posted(receiver: Receiver, game: Game) -> None:
    announce(game, "One")
    with later(MINUTE):
        add_webhook(game, receiver.url())
        announce(game, "Two")
        assert post_due() == 1
    assert receiver.texts == ["Two"]


def test_events_that_are_no_news_are_not_posted(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    for kind in (Event.Kind.ORDERS_SAVED, Event.Kind.READY, Event.Kind.VOTE_MADE):
        audit.log(kind, game=game, seat=factories.seat(game, "FRANCE"))
    announce(factories.begun_game(), "Of another game")
    assert post_due() == 0
    assert not WebhookDelivery.objects.exists()


@pytest.mark.parametrize("fault", FAULTS)
def test_once_the_receiver_works_again_all_news_arrives_once_in_order(
    webhook: Webhook, receiver: Receiver, game: Game, fault: Fault
) -> None:
    receiver.fault = fault
    announce(game, "One", "Two")
    assert post_due() == 0
    assert post_due() == 0  # not before its time
    announce(game, "Three")
    receiver.fault = faults.good
    with later():
        assert post_due() == 3
        assert post_due() == 0
    assert receiver.texts == ["One", "Two", "Three"]
    assert len(receiver.seen) == 4  # one of them failed
    assert receiver.seen[0].document["delivery"] == receiver.taken[0].document["delivery"]


def test_once_the_receiver_can_be_reached_all_news_arrives_in_order(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    receiver.stop()
    announce(game, "One", "Two")
    assert post_due() == 0
    assert waiting(webhook)[0].status == "refused"
    receiver.start()
    with later():
        assert post_due() == 2
    assert receiver.texts == ["One", "Two"]


def test_a_response_that_does_not_end_keeps_nobody_waiting(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    receiver.fault = faults.endless_body
    announce(game, "One", "Two")
    assert post_due() == 2


def test_a_dead_receiver_is_tried_with_growing_pauses(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    receiver.stop()
    announce(game, "One", "Two")
    pauses, at = [], clock.now()
    for _attempt in range(8):
        with time_machine.travel(at, tick=False):
            assert post_due() == 0
            first, second = waiting(webhook)
        assert first.send_at is not None
        pauses.append((first.send_at - at) / MINUTE)
        at = first.send_at
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]
    assert (first.attempts, second.attempts) == (8, 0)


@pytest.mark.parametrize(("asked", "minutes"), [("30", 1), ("600", 10), ("999999", 30)])
def test_the_pause_is_as_long_as_the_receiver_asks_within_our_limit(
    webhook: Webhook, receiver: Receiver, game: Game, asked: str, minutes: int
) -> None:
    receiver.fault = faults.answering(429, Retry_After=asked)
    announce(game, "One")
    with time_machine.travel(clock.now(), tick=False):
        post_due()
        assert waiting(webhook)[0].send_at == clock.now() + minutes * MINUTE


def test_a_webhook_in_trouble_keeps_no_other_waiting(receiver: Receiver, game: Game) -> None:
    with receiving() as broken:
        broken.fault = faults.hang
        ill, well = add_webhook(game, broken.url()), add_webhook(game, receiver.url())
        announce(game, "One", "Two")
        assert post_due() == 2
        assert receiver.texts == ["One", "Two"]
        assert len(waiting(ill)) == 2
        assert not waiting(well)


def test_fresh_news_goes_before_news_that_failed(receiver: Receiver, game: Game) -> None:
    with receiving() as broken:
        broken.fault = faults.answering(500)
        ill = add_webhook(game, broken.url())
        announce(game, "One")
        post_due()
        with later():
            well = add_webhook(game, receiver.url())
            announce(game, "Two")
            delivery.plan()
            claimed = delivery.claim()
            assert claimed is not None
            assert claimed.webhook == well
            assert ill.deliveries.filter(send_at__lte=clock.now()).exists()


def test_a_round_ends_when_its_time_is_up(
    webhook: Webhook, receiver: Receiver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail is sent by the same worker."""
    monkeypatch.setattr(delivery, "ROUND", 1.5)

    def slow(handler: faults.Handler) -> None:
        time.sleep(0.1)  # far less than it may take, also on a busy machine
        faults.good(handler)

    receiver.fault = slow
    announce(game, *(f"News {number}" for number in range(30)))
    assert 1 <= post_due() < 30
    assert waiting(webhook)


def test_the_longest_round_leaves_mail_its_turn() -> None:
    assert delivery.ROUND + http.LONGEST < 25
    assert dt.timedelta(seconds=2 * http.LONGEST) < delivery.LEASE


def test_after_three_days_and_ten_attempts_a_delivery_is_given_up_and_the_next_is_tried(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    receiver.fault = faults.answering(404)
    announce(game, "One", "Two")
    delivery.plan()
    first, second = waiting(webhook)
    WebhookDelivery.objects.filter(pk=first.pk).update(attempts=leases.FEWEST_ATTEMPTS - 1)
    merged = [structlog.contextvars.merge_contextvars]
    with later(leases.GIVEN_UP_AFTER), structlog.testing.capture_logs(merged) as logged:
        post_due()
    given_up = [line for line in logged if line["event"] == "delivery_given_up"]
    assert [(line["delivery"], line["game"]) for line in given_up] == [(first.pk, game.slug)]
    assert [(each.pk, each.attempts) for each in waiting(webhook)] == [(second.pk, 1)]


def test_a_delivery_that_kills_each_worker_is_given_up_too(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    announce(game, "One", "Two")
    delivery.plan()
    killer = waiting(webhook)[0]
    WebhookDelivery.objects.filter(pk=killer.pk).update(attempts=leases.MOST_ATTEMPTS)
    with later(leases.GIVEN_UP_AFTER):
        assert post_due() == 1
    assert receiver.texts == ["Two"]
    killer.refresh_from_db()
    assert (killer.send_at, killer.sent_at) == (None, None)


def test_a_crash_after_the_answer_repeats_one_with_the_same_name(
    webhook: Webhook, receiver: Receiver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """Like `kill -9`: none of our handlers runs."""

    def killed(*_args: Any, **_fields: Any) -> None:
        raise KilledError

    announce(game, "One", "Two", "Three")
    with monkeypatch.context() as patch:
        patch.setattr(leases, "settle", killed)
        with pytest.raises(KilledError):
            post_due()
    assert post_due() == 0  # the first is still leased, and the others wait for it
    with later(delivery.LEASE):
        assert post_due() == 3
    assert receiver.texts == ["One", "One", "Two", "Three"]
    names = Counter(taken.headers["x-entente-delivery"] for taken in receiver.taken)
    assert sorted(names.values()) == [1, 1, 2]


def test_news_that_cannot_be_written_says_so_and_stops_no_other_webhook(
    webhook: Webhook, receiver: Receiver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = content.news_item

    def poisoned(event: Event) -> content.NewsItem:
        if event.text == "One":
            raise LookupError("A PAR - BUR")
        return write(event)

    monkeypatch.setattr(content, "news_item", poisoned)
    announce(game, "One", "Two")
    other = factories.begun_game()
    add_webhook(other, receiver.url("/other"))
    announce(other, "Three")
    with structlog.testing.capture_logs() as logged:
        assert post_due() == 1
    assert receiver.texts == ["Three"]
    assert "A PAR" not in str(logged)
    assert waiting(webhook)[0].status == "not written"


def test_the_log_has_no_address_no_key_no_title_and_no_words(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(title="A title apart")
    announce(game, "Words apart")
    merged = [structlog.contextvars.merge_contextvars]
    with structlog.testing.capture_logs(merged) as logged:
        receiver.fault = faults.answering(500)
        post_due()
        receiver.stop()
        let_all_be_due()
        post_due()
        receiver.start()
        receiver.fault = faults.good
        let_all_be_due()
        assert post_due() == 1
    said = str(logged)
    assert "delivery_not_sent" in said
    assert "delivery_sent" in said
    hidden = ("of-the-webhook", "127.0.0.1", str(receiver.port), KEY, "apart")
    assert not [word for word in hidden if word in said]


def test_a_row_prints_no_address_and_no_key(webhook: Webhook, game: Game) -> None:
    announce(game, "One")
    delivery.plan()
    printed = f"{webhook} {webhook!r} {waiting(webhook)}"
    assert not [word for word in ("of-the-webhook", "127.0.0.1", KEY, "One") if word in printed]


def test_the_signature_can_be_checked(webhook: Webhook, receiver: Receiver, game: Game) -> None:
    announce(game, "Dinner at eight – „на тъмно“")
    with time_machine.travel(clock.now(), tick=False):
        post_due()
        now = int(clock.now().timestamp())
    [taken] = receiver.taken
    assert taken.headers["x-entente-timestamp"] == str(now)
    expected = hmac.new(KEY.encode(), f"{now}.".encode() + taken.body, hashlib.sha256).hexdigest()
    assert taken.headers["x-entente-signature"] == f"sha256={expected}"
    assert taken.headers["x-entente-delivery"] == taken.document["delivery"]


def test_the_end_of_a_game_is_posted_but_nothing_long_after(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    endings.close(game, by=webhook.made_by, reason="Nobody came.")
    assert post_due() == 1
    assert receiver.taken[0].document["event"] == "game_closed"
    with later(delivery.AFTER_THE_END):
        audit.log(Event.Kind.ANNOUNCED, game=game, actor=webhook.made_by, text="Late")
        assert post_due() == 0


# A webhook that is switched off, and tests


def test_a_webhook_that_is_off_gets_nothing_and_has_nothing_waiting(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    announce(game, "One")
    delivery.plan()
    subscriptions.switch_off(webhook, by=webhook.made_by)
    announce(game, "Two")
    assert post_due() == 0
    assert not receiver.seen
    assert not waiting(webhook)


def test_a_test_is_sent_before_waiting_news(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    receiver.fault = faults.answering(500)
    announce(game, "One")
    post_due()
    receiver.fault = faults.good
    subscriptions.try_out(webhook)
    assert post_due() == 1
    assert [taken.document["event"] for taken in receiver.taken] == ["test"]
    assert len(waiting(webhook)) == 1


def test_a_test_is_tried_once(webhook: Webhook, receiver: Receiver) -> None:
    receiver.fault = faults.answering(404)
    subscriptions.try_out(webhook)
    assert post_due() == 0
    row = webhook.deliveries.get()
    assert (row.status, row.send_at, row.sent_at, row.attempts) == ("404", None, None, 1)


# Together with other channels and workers


def test_resolving_a_phase_makes_no_query_about_webhooks(webhook: Webhook, game: Game) -> None:
    with (
        time_machine.travel(factories.deadline(game)),
        CaptureQueriesContext(connection) as queries,
    ):
        assert due_phases.resolve_due() == 1
    asked = [
        query["sql"] for query in queries if "webhook" in query["sql"] or "delivery" in query["sql"]
    ]
    assert not asked


def test_a_round_without_news_makes_few_queries_for_any_number_of_webhooks(
    webhook: Webhook, game: Game, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        add_webhook(game, f"https://hooks.example.org/{number}")
    with django_assert_max_num_queries(5):
        assert post_due() == 0


def test_nobody_is_in_a_transaction_while_a_receiver_answers(
    transactional_db: None, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = factories.begun_game()
    add_webhook(game, receiver.url())
    announce(game, "One")
    seen: list[bool] = []

    def call(request: http.Request) -> http.Answer:
        seen.append(connection.in_atomic_block)
        return http.call(request)

    monkeypatch.setattr(delivery, "call", call)
    assert post_due() == 1
    assert seen == [False]
    with transaction.atomic():  # negative control
        announce(game, "Two")
        post_due()
    assert seen == [False, True]


def test_what_two_workers_find_is_posted_once(
    webhook: Webhook, receiver: Receiver, game: Game
) -> None:
    announce(game, "One")
    found = delivery._news()
    delivery.plan()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delivery, "_news", lambda: found)
        delivery.plan()
    assert webhook.deliveries.count() == 1


def test_a_claimed_delivery_is_claimed_by_nobody_else(webhook: Webhook, game: Game) -> None:
    announce(game, "One", "Two")
    delivery.plan()
    first = delivery.claim()
    assert first is not None
    assert delivery.claim() is None


# Several workers


@pytest.fixture
def shared(transactional_db: None, receiver: Receiver) -> Webhook:
    """A webhook with twelve pieces of news, committed so that other threads see them."""
    game = factories.begun_game()
    webhook = add_webhook(game, receiver.url())
    announce(game, *(f"Number {number:02}" for number in range(12)))
    delivery.plan()
    return webhook


def until_all_is_sent() -> None:
    ends_at = time.monotonic() + 20
    while (
        WebhookDelivery.objects.filter(send_at__isnull=False).exists()
        and time.monotonic() < ends_at
    ):
        post_due()


def test_several_workers_post_nothing_twice_and_all_in_its_order(
    shared: Webhook, receiver: Receiver
) -> None:
    in_threads(*[until_all_is_sent] * 4)
    assert receiver.texts == [f"Number {number:02}" for number in range(12)]


def test_without_the_claim_several_workers_post_things_twice(
    shared: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    meetings: list[None] = []
    together = threading.Barrier(2, action=lambda: meetings.append(None))

    def look() -> WebhookDelivery | None:
        due = WebhookDelivery.objects.filter(send_at__isnull=False).select_related(
            *delivery.RELATED
        )
        return None if len(meetings) == 3 else due.order_by("event").first()

    def call(request: http.Request) -> http.Answer:
        together.wait(20)
        return http.call(request)

    monkeypatch.setattr(delivery, "claim", look)
    monkeypatch.setattr(delivery, "call", call)
    in_threads(post_due, post_due)
    assert sorted(Counter(receiver.texts).values()) == [2, 2, 2]
