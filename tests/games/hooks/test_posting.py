"""The way of news to a hook: in order, once, whatever becomes of the receiver."""

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

from games import audit, clock
from games.deadlines import resolving
from games.hooks import calling, keeping, pieces, planning, posting
from games.hooks.posting import post_due
from games.mastering import endings
from games.models import Event, Game, Hook, Posting
from tests import factories
from tests.threads import in_threads

from . import receiver as faults
from .conftest import KEY, announce, lead, let_all_be_due, waiting
from .receiver import Fault, Receiver, receiving

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
    faults.hang_up,
    faults.stop_in_the_middle,
    faults.talk_rubbish,
    faults.endless_headers,
]


@contextmanager
def later(pause: dt.timedelta = posting.LONGEST_PAUSE) -> Iterator[None]:
    with time_machine.travel(clock.now() + pause + MINUTE):
        yield


def test_news_arrives_in_its_order_and_once(hook: Hook, receiver: Receiver, game: Game) -> None:
    announce(game, "One", "Two", "Three")
    assert post_due() == 3
    assert post_due() == 0
    assert receiver.texts == ["One", "Two", "Three"]
    assert not waiting(hook)
    assert set(hook.postings.values_list("status", flat=True)) == {"204"}
    assert not hook.postings.filter(sent_at=None).exists()


def test_what_happened_before_the_hook_was_there_goes_nowhere(
    receiver: Receiver, game: Game
) -> None:
    announce(game, "One")
    with later(MINUTE):
        lead(game, receiver.url())
        announce(game, "Two")
        assert post_due() == 1
    assert receiver.texts == ["Two"]


def test_what_is_no_news_goes_nowhere(hook: Hook, receiver: Receiver, game: Game) -> None:
    for kind in (Event.Kind.ORDERS_SAVED, Event.Kind.READY, Event.Kind.MOTION_MADE):
        audit.log(kind, game=game, seat=factories.seat(game, "FRANCE"))
    announce(factories.begun_game(), "Of another game")
    assert post_due() == 0
    assert not Posting.objects.exists()


@pytest.mark.parametrize("fault", FAULTS)
def test_when_the_receiver_is_well_again_all_arrives_once_in_its_order(
    hook: Hook, receiver: Receiver, game: Game, fault: Fault
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
    assert len(receiver.seen) == 4  # one in vain
    assert receiver.seen[0].document["delivery"] == receiver.taken[0].document["delivery"]


def test_when_it_was_not_there_at_all_too(hook: Hook, receiver: Receiver, game: Game) -> None:
    receiver.stop()
    announce(game, "One", "Two")
    assert post_due() == 0
    assert waiting(hook)[0].status == "refused"
    receiver.start()
    with later():
        assert post_due() == 2
    assert receiver.texts == ["One", "Two"]


def test_what_it_says_after_yes_keeps_nobody(hook: Hook, receiver: Receiver, game: Game) -> None:
    receiver.fault = faults.endless_body
    announce(game, "One", "Two")
    assert post_due() == 2


def test_a_dead_receiver_is_asked_less_and_less_often(
    hook: Hook, receiver: Receiver, game: Game
) -> None:
    receiver.stop()
    announce(game, "One", "Two")
    pauses, at = [], clock.now()
    for _attempt in range(8):
        with time_machine.travel(at, tick=False):
            assert post_due() == 0
            first, second = waiting(hook)
        assert first.send_at is not None
        pauses.append((first.send_at - at) / MINUTE)
        at = first.send_at
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]
    assert (first.attempts, second.attempts) == (8, 0)


@pytest.mark.parametrize(("asked", "minutes"), [("30", 1), ("600", 10), ("999999", 30)])
def test_a_receiver_that_asks_for_patience_gets_as_much_as_we_have(
    hook: Hook, receiver: Receiver, game: Game, asked: str, minutes: int
) -> None:
    receiver.fault = faults.answering(429, Retry_After=asked)
    announce(game, "One")
    with time_machine.travel(clock.now(), tick=False):
        post_due()
        assert waiting(hook)[0].send_at == clock.now() + minutes * MINUTE


def test_a_hook_in_trouble_keeps_no_other_waiting(receiver: Receiver, game: Game) -> None:
    with receiving() as broken:
        broken.fault = faults.hang
        ill, well = lead(game, broken.url()), lead(game, receiver.url())
        announce(game, "One", "Two")
        assert post_due() == 2
        assert receiver.texts == ["One", "Two"]
        assert len(waiting(ill)) == 2
        assert not waiting(well)


def test_fresh_news_goes_before_what_was_tried_in_vain(receiver: Receiver, game: Game) -> None:
    with receiving() as broken:
        broken.fault = faults.answering(500)
        ill = lead(game, broken.url())
        announce(game, "One")
        post_due()
        with later():
            well = lead(game, receiver.url())
            announce(game, "Two")
            planning.plan()
            claimed = posting.claim()
            assert claimed is not None
            assert claimed.hook == well
            assert ill.postings.filter(send_at__lte=clock.now()).exists()


def test_a_round_ends_when_its_time_is_up(
    hook: Hook, receiver: Receiver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mails wait for the same worker."""
    monkeypatch.setattr(posting, "ROUND", 0.2)

    def slow(handler: faults.Handler) -> None:
        time.sleep(0.15)
        faults.good(handler)

    receiver.fault = slow
    announce(game, "One", "Two", "Three", "Four")
    assert 1 <= post_due() <= 2
    assert len(waiting(hook)) >= 2


def test_the_longest_round_leaves_mail_its_turn() -> None:
    assert posting.ROUND + calling.LONGEST < 25
    assert dt.timedelta(seconds=2 * calling.LONGEST) < posting.LEASE


def test_after_three_days_and_ten_attempts_a_posting_is_given_up_and_the_next_is_tried(
    hook: Hook, receiver: Receiver, game: Game
) -> None:
    receiver.fault = faults.answering(404)
    announce(game, "One", "Two")
    planning.plan()
    first, second = waiting(hook)
    Posting.objects.filter(pk=first.pk).update(attempts=posting.FEWEST_ATTEMPTS - 1)
    merged = [structlog.contextvars.merge_contextvars]
    with later(posting.GIVEN_UP_AFTER), structlog.testing.capture_logs(merged) as logged:
        post_due()
    given_up = [line for line in logged if line["event"] == "posting_given_up"]
    assert [(line["posting"], line["game"]) for line in given_up] == [(first.pk, game.slug)]
    assert [(each.pk, each.attempts) for each in waiting(hook)] == [(second.pk, 1)]


def test_a_posting_that_kills_each_worker_is_given_up_too(
    hook: Hook, receiver: Receiver, game: Game
) -> None:
    announce(game, "One", "Two")
    planning.plan()
    killer = waiting(hook)[0]
    Posting.objects.filter(pk=killer.pk).update(attempts=posting.MOST_ATTEMPTS)
    with later(posting.GIVEN_UP_AFTER):
        assert post_due() == 1
    assert receiver.texts == ["Two"]
    killer.refresh_from_db()
    assert (killer.send_at, killer.sent_at) == (None, None)


def test_a_crash_after_the_answer_repeats_one_with_the_same_name(
    hook: Hook, receiver: Receiver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """As `kill -9`: nothing of ours runs any more."""

    def killed(*_args: Any, **_fields: Any) -> None:
        raise KilledError

    announce(game, "One", "Two", "Three")
    with monkeypatch.context() as patch:
        patch.setattr(posting, "_settle", killed)
        with pytest.raises(KilledError):
            post_due()
    assert post_due() == 0  # the first is still leased, and the others stand behind it
    with later(posting.LEASE):
        assert post_due() == 3
    assert receiver.texts == ["One", "One", "Two", "Three"]
    names = Counter(taken.headers["x-entente-delivery"] for taken in receiver.taken)
    assert sorted(names.values()) == [1, 1, 2]


def test_news_that_cannot_be_written_says_so_and_stops_no_other_hook(
    hook: Hook, receiver: Receiver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = pieces.of

    def poisoned(event: Event) -> pieces.Piece:
        if event.text == "One":
            raise LookupError("A PAR - BUR")
        return write(event)

    monkeypatch.setattr(pieces, "of", poisoned)
    announce(game, "One", "Two")
    other = lead(factories.begun_game(), receiver.url("/other"))
    announce(other.game, "Three")
    with structlog.testing.capture_logs() as logged:
        assert post_due() == 1
    assert receiver.texts == ["Three"]
    assert "A PAR" not in str(logged)
    assert waiting(hook)[0].status == "not written"


def test_the_log_has_no_address_no_key_no_title_and_no_words(
    hook: Hook, receiver: Receiver, game: Game
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
    assert "posting_not_sent" in said
    assert "posting_sent" in said
    hidden = ("of-the-hook", "127.0.0.1", str(receiver.port), KEY, "apart")
    assert not [word for word in hidden if word in said]


def test_a_row_prints_no_address_and_no_key(hook: Hook, game: Game) -> None:
    announce(game, "One")
    planning.plan()
    printed = f"{hook} {hook!r} {waiting(hook)}"
    assert not [word for word in ("of-the-hook", "127.0.0.1", KEY, "One") if word in printed]


def test_the_signature_says_that_the_news_is_ours(
    hook: Hook, receiver: Receiver, game: Game
) -> None:
    announce(game, "Dinner at eight – „на тъмно“")
    with time_machine.travel(clock.now(), tick=False):
        post_due()
        now = int(clock.now().timestamp())
    [taken] = receiver.taken
    assert taken.headers["x-entente-timestamp"] == str(now)
    expected = hmac.new(KEY.encode(), f"{now}.".encode() + taken.body, hashlib.sha256).hexdigest()
    assert taken.headers["x-entente-signature"] == f"sha256={expected}"
    assert taken.headers["x-entente-delivery"] == taken.document["delivery"]


def test_the_end_of_a_game_is_told_and_then_nobody_looks(
    hook: Hook, receiver: Receiver, game: Game
) -> None:
    endings.close(game, by=hook.made_by, reason="Nobody came.")
    assert post_due() == 1
    assert receiver.taken[0].document["event"] == "game_closed"
    with later(planning.AFTER_THE_END):
        audit.log(Event.Kind.ANNOUNCED, game=game, actor=hook.made_by, text="Late")
        assert post_due() == 0


# A hook that is switched off, and tests


def test_a_hook_that_is_off_gets_nothing_and_nothing_waits_for_it(
    hook: Hook, receiver: Receiver, game: Game
) -> None:
    announce(game, "One")
    planning.plan()
    keeping.switch_off(hook, by=hook.made_by)
    announce(game, "Two")
    assert post_due() == 0
    assert not receiver.seen
    assert not waiting(hook)


def test_a_test_passes_the_news_that_waits(hook: Hook, receiver: Receiver, game: Game) -> None:
    receiver.fault = faults.answering(500)
    announce(game, "One")
    post_due()
    receiver.fault = faults.good
    keeping.try_out(hook)
    assert post_due() == 1
    assert [taken.document["event"] for taken in receiver.taken] == ["test"]
    assert len(waiting(hook)) == 1


def test_a_test_is_tried_once(hook: Hook, receiver: Receiver) -> None:
    receiver.fault = faults.answering(404)
    keeping.try_out(hook)
    assert post_due() == 0
    row = hook.postings.get()
    assert (row.status, row.send_at, row.sent_at, row.attempts) == ("404", None, None, 1)


# Beside everything else


def test_nothing_is_asked_of_hooks_while_a_phase_is_resolved(hook: Hook, game: Game) -> None:
    with (
        time_machine.travel(factories.deadline(game)),
        CaptureQueriesContext(connection) as queries,
    ):
        assert resolving.resolve_due() == 1
    asked = [
        query["sql"] for query in queries if "hook" in query["sql"] or "posting" in query["sql"]
    ]
    assert not asked


def test_a_round_without_news_asks_little_however_many_hooks_there_are(
    hook: Hook, game: Game, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        lead(game, f"https://hooks.example.org/{number}")
    with django_assert_max_num_queries(5):
        assert post_due() == 0


def test_nobody_is_in_a_transaction_while_a_receiver_answers(
    transactional_db: None, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = factories.begun_game()
    lead(game, receiver.url())
    announce(game, "One")
    seen: list[bool] = []

    def call(request: calling.Request) -> calling.Answer:
        seen.append(connection.in_atomic_block)
        return calling.call(request)

    monkeypatch.setattr(posting, "call", call)
    assert post_due() == 1
    assert seen == [False]
    with transaction.atomic():  # the control
        announce(game, "Two")
        post_due()
    assert seen == [False, True]


def test_what_two_workers_find_is_posted_once(hook: Hook, receiver: Receiver, game: Game) -> None:
    announce(game, "One")
    found = planning._news()
    planning.plan()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "_news", lambda: found)
        planning.plan()
    assert hook.postings.count() == 1


def test_a_claim_is_nobody_elses(hook: Hook, game: Game) -> None:
    announce(game, "One", "Two")
    planning.plan()
    first = posting.claim()
    assert first is not None
    assert posting.claim() is None


# Several workers


@pytest.fixture
def shared(transactional_db: None, receiver: Receiver) -> Hook:
    """A hook with twelve pieces of news, in a database where others can see them."""
    game = factories.begun_game()
    hook = lead(game, receiver.url())
    announce(game, *(f"Number {number:02}" for number in range(12)))
    planning.plan()
    return hook


def until_all_is_sent() -> None:
    ends_at = time.monotonic() + 20
    while Posting.objects.filter(send_at__isnull=False).exists() and time.monotonic() < ends_at:
        post_due()


def test_several_workers_post_nothing_twice_and_all_in_its_order(
    shared: Hook, receiver: Receiver
) -> None:
    in_threads(*[until_all_is_sent] * 4)
    assert receiver.texts == [f"Number {number:02}" for number in range(12)]


def test_without_the_claim_several_workers_post_things_twice(
    shared: Hook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    meetings: list[None] = []
    together = threading.Barrier(2, action=lambda: meetings.append(None))

    def look() -> Posting | None:
        due = Posting.objects.filter(send_at__isnull=False).select_related(*posting.AT_HAND)
        return None if len(meetings) == 3 else due.order_by("event").first()

    def call(request: calling.Request) -> calling.Answer:
        together.wait(20)
        return calling.call(request)

    monkeypatch.setattr(posting, "claim", look)
    monkeypatch.setattr(posting, "call", call)
    in_threads(post_due, post_due)
    assert sorted(Counter(receiver.texts).values()) == [2, 2, 2]
