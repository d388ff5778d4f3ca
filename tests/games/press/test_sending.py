"""Rights to send and read messages, and counts of unread ones."""

import datetime as dt
import logging
import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused, SaveFailedError
from games.models import Bookmark, Game, Mastership, Message, Notification, Seat, Tenure, Thread
from games.models.press import LONGEST_MESSAGE
from games.notifications import notify, recipients
from games.press import locations, sending
from games.press import unread as press_unread

from ... import factories
from ...site import until
from ...threads import ON_SQLITE, Act, is_waited_for
from .message_helpers import hand_over, seats, texts, write

CANARY = "meet me at dawn in Burgundy"
A_SECOND = dt.timedelta(seconds=1)


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def end(game: Game) -> None:
    """France wins."""
    homes = ["BRE", "MAR", "PAR", "SPA", "POR", "BEL", "HOL", "EDI", "LON", "LVP", "MUN", "KIE",
             "BER", "DEN", "SWE", "NWY", "ROM", "VEN"]  # fmt: skip
    factories.set_up_position(
        game, "F1910M", units={"FRANCE": ["A VEN"]}, centers={"FRANCE": homes}
    )
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


# Reading


@pytest.mark.parametrize("over", [False, True])
def test_who_is_notified_of_a_private_message_is_who_may_read_it(game: Game, over: bool):
    heir = factories.person()
    former, sender = hand_over(game, "GERMANY", heir), holder(game, "FRANCE")
    if over:
        end(game)
    message = write(game, "FRANCE", "GERMANY", person=sender)
    may_read = {
        person
        for person in User.objects.all()
        if access.messages(person, [game]).filter(pk=message.pk).exists()
    }
    assert set(recipients.readers(message)) == may_read == {sender, heir}
    assert former not in may_read


def test_a_private_message_is_read_by_the_seats_of_its_thread_alone(
    game: Game, players: list[User]
):
    write(game, "FRANCE", "GERMANY", text=CANARY)
    within = {holder(game, "FRANCE"), holder(game, "GERMANY")}
    for player in players:
        assert (CANARY in texts(player, game)) == (player in within)


@pytest.mark.parametrize("rank", [(), ("is_staff",), ("is_staff", "is_superuser")])
@pytest.mark.parametrize("masters", [False, True])
def test_no_rank_opens_a_private_message(game: Game, rank: tuple[str, ...], masters: bool):
    write(game, "FRANCE", "GERMANY", text=CANARY)
    person = factories.person("Rhea", **dict.fromkeys(rank, True))
    if masters:
        Mastership.objects.create(game=game, person=person, since=clock.now())
    assert texts(person, game) == []
    User.objects.filter(pk=holder(game, "ITALY").pk).update(**dict.fromkeys(rank, True))
    assert texts(holder(game, "ITALY"), game) == []


def test_a_public_message_is_read_by_everybody(game: Game, master: User):
    write(game, "FRANCE", text="To all")
    for viewer in (AnonymousUser(), factories.person(), master, holder(game, "ITALY")):
        assert texts(viewer, game) == ["To all"]


def test_nobody_reads_the_messages_of_a_game_they_did_not_ask_for(game: Game):
    other = factories.begun_game()
    write(other, "FRANCE", text="More")
    write(game, "FRANCE", text="Here")
    assert texts(AnonymousUser(), game) == ["Here"]


def test_a_successor_reads_only_what_was_sent_in_their_time(game: Game):
    write(game, "GERMANY", "FRANCE", text="before")
    heir = factories.person()
    former = hand_over(game, "FRANCE", heir)
    write(game, "GERMANY", "FRANCE", text="after")
    assert texts(former, game) == ["before"]
    assert texts(heir, game) == ["after"]
    assert texts(holder(game, "GERMANY"), game) == ["before", "after"]


def test_who_comes_back_reads_both_times_and_not_the_one_between(game: Game):
    write(game, "GERMANY", "FRANCE", text="first")
    between = factories.person()
    former = hand_over(game, "FRANCE", between)
    write(game, "GERMANY", "FRANCE", text="between")
    hand_over(game, "FRANCE", former)
    write(game, "GERMANY", "FRANCE", text="last")
    assert texts(former, game) == ["first", "last"]
    assert texts(between, game) == ["between"]


def test_at_the_very_instant_of_the_change_nobody_reads_what_the_other_wrote_from_the_seat(
    game: Game,
):
    heir, at = factories.person(), clock.now() + dt.timedelta(minutes=1)
    with time_machine.travel(at, tick=False):
        write(game, "FRANCE", "GERMANY", text="by the former")
        write(game, "GERMANY", "FRANCE", text="from Germany")
        former = hand_over(game, "FRANCE", heir, at)
        write(game, "FRANCE", "GERMANY", text="by the heir")
    assert texts(former, game) == ["by the former", "from Germany"]
    assert texts(heir, game) == ["from Germany", "by the heir"]


@pytest.mark.parametrize(
    ("sent", "read_by_former", "read_by_heir"),
    [(-1, True, False), (+1, False, True)],
    ids=["a microsecond before", "a microsecond after"],
)
def test_the_smallest_moment_beside_the_change(
    game: Game, sent: int, read_by_former: bool, read_by_heir: bool
):
    heir, at = factories.person(), clock.now()
    message = write(game, "GERMANY", "FRANCE")
    former = hand_over(game, "FRANCE", heir, at)
    Tenure.objects.filter(person=former).update(since=at - A_SECOND)
    Message.objects.filter(pk=message.pk).update(sent_at=at + sent * dt.timedelta(microseconds=1))
    assert (texts(former, game) != []) == read_by_former
    assert (texts(heir, game) != []) == read_by_heir


def test_through_a_second_seat_one_reads_what_a_predecessor_in_the_first_one_wrote(game: Game):
    """A person who held a seat of the thread all the time reads everything."""
    germany = holder(game, "GERMANY")
    write(game, "FRANCE", "GERMANY", text="to my later self")
    hand_over(game, "FRANCE", germany)
    write(game, "FRANCE", "GERMANY", text="to myself")
    assert texts(germany, game) == ["to my later self", "to myself"]


def test_who_held_a_seat_to_the_end_reads_and_writes_on(game: Game):
    former = hand_over(game, "FRANCE", factories.person())
    write(game, "FRANCE", "GERMANY", text="before the end")
    germany, france = holder(game, "GERMANY"), holder(game, "FRANCE")
    end(game)
    write(game, "FRANCE", "GERMANY", text="after the end", person=france)
    write(game, "GERMANY", text="well played", person=germany)
    for person in (germany, france):
        assert texts(person, game) == ["before the end", "after the end", "well played"]
    assert texts(former, game) == ["well played"]
    with pytest.raises(Refused):
        write(game, "FRANCE", "GERMANY", person=former)


def test_messages_are_nowhere_in_the_administration():
    assert not {Thread, Message, Bookmark} & set(admin.site._registry)


def test_no_row_says_its_text(game: Game):
    message = write(game, "FRANCE", "GERMANY", text=CANARY)
    assert CANARY not in f"{message!r} {message} {message.thread}"


# Writing


@pytest.mark.parametrize("to", [["GERMANY"], []], ids=["private", "public"])
def test_who_does_not_hold_the_seat_writes_nothing_from_it(game: Game, master: User, to: list[str]):
    former = hand_over(game, "FRANCE", factories.person())
    for person in (former, master, holder(game, "GERMANY"), factories.person(is_superuser=True)):
        with pytest.raises(Refused, match="You can no longer write here"):
            write(game, "FRANCE", *to, person=person)
    assert not Thread.objects.exists()


def test_no_seat_writes_into_a_thread_that_it_is_not_of(game: Game):
    with pytest.raises(Refused):
        sending.send(
            game,
            seats(game, "FRANCE", "GERMANY"),
            sender=factories.seat(game, "ITALY"),
            person=holder(game, "ITALY"),
            text="Let me in",
            request_key=uuid.uuid4(),
        )


def from_master(game: Game, person: User, circle: list[Seat]) -> Message:
    return sending.send(
        game, circle, sender=None, person=person, text="Be kind", request_key=uuid.uuid4()
    )


def test_the_master_writes_to_all_and_to_nobody_alone(game: Game, master: User):
    assert from_master(game, master, []).seat is None
    with pytest.raises(Refused):
        from_master(game, master, seats(game, "FRANCE", "GERMANY"))


def test_nobody_else_writes_as_the_master(game: Game, master: User):
    other = factories.open_game(factories.person()).masterships.get().person
    Mastership.objects.create(game=game, person=holder(game, "ITALY"), since=clock.now())
    for person in (other, factories.person(is_superuser=True), holder(game, "ITALY")):
        with pytest.raises(Refused):
            from_master(game, person, [])


def test_messages_go_on_while_a_game_is_set_aside(game: Game):
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)
    assert write(game, "FRANCE", "GERMANY").pk


# Threads


def test_the_same_seats_always_write_in_one_thread(game: Game):
    messages = [
        write(game, "FRANCE", "GERMANY", "TURKEY"),
        write(game, "TURKEY", "FRANCE", "GERMANY"),
        write(game, "GERMANY", "TURKEY", "FRANCE"),
    ]
    thread = Thread.objects.get()
    assert {message.thread for message in messages} == {thread}
    assert thread.circle == "2.3.6"
    assert set(thread.seats.all()) == set(seats(game, "FRANCE", "GERMANY", "TURKEY"))
    write(game, "FRANCE", "GERMANY")
    assert Thread.objects.count() == 2


def test_the_public_thread_has_no_seats(game: Game):
    thread = write(game, "FRANCE").thread
    assert thread.is_public
    assert not thread.seats.exists()


def test_a_message_that_is_refused_opens_no_thread(game: Game):
    with pytest.raises(Refused):
        write(game, "FRANCE", "GERMANY", text="  ")
    assert not Thread.objects.exists()


# Texts


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"),
        ("  indented \t\n\n\n", "  indented"),
        ("\n\nlate", "late"),
        ("a\x00b\x07c\x1bd\x7fe\x85f", "abcdef"),
        ("a\tb", "a\tb"),
        ("lone \ud800 half", "lone  half"),
        ("\u200bzero\u200d\u202e", "\u200bzero\u200d\u202e"),
        ("Ще се видим в София 🎲", "Ще се видим в София 🎲"),
        ("x" * LONGEST_MESSAGE + "  \x00", "x" * LONGEST_MESSAGE),
    ],
)
def test_a_text_is_stored_as_it_was_meant(game: Game, typed: str, stored: str):
    message = write(game, "FRANCE", text=typed)
    message.refresh_from_db()
    assert message.text == stored


@pytest.mark.parametrize("typed", ["", "  \r\n\t", "\x00", "\u200b\u2060", "\u3000"])
def test_a_text_that_nobody_could_see_is_refused(game: Game, typed: str):
    with pytest.raises(sending.TextRefused, match="Write something"):
        write(game, "FRANCE", text=typed)


def test_a_text_that_is_too_long_is_refused_with_its_length(game: Game):
    with pytest.raises(sending.TextRefused, match="A message can have at most 20000 characters"):
        write(game, "FRANCE", text="ж" * (LONGEST_MESSAGE + 1))


# Sent twice


def test_the_same_form_sent_twice_makes_one_message(game: Game):
    key = uuid.uuid4()
    first = write(game, "FRANCE", "GERMANY", key=key)
    again = write(game, "FRANCE", "GERMANY", key=key)
    assert first == again
    assert Message.objects.count() == 1
    told = Notification.objects.filter(message=first)
    assert told.count() == 1
    assert told.get().person == holder(game, "GERMANY")


def test_the_same_form_with_another_text_makes_another_message_once(game: Game):
    key = uuid.uuid4()
    for text in ("first", "second", "second", "first"):
        write(game, "FRANCE", "GERMANY", text=text, key=key)
    assert texts(holder(game, "GERMANY"), game) == ["first", "second"]


def test_the_key_of_somebody_elses_form_hides_and_shows_nothing(game: Game):
    key = uuid.uuid4()
    write(game, "FRANCE", "GERMANY", text=CANARY, key=key)
    message = write(game, "ITALY", "TURKEY", text=CANARY, key=key)
    assert message.person == holder(game, "ITALY")
    assert Message.objects.count() == 2


# Errors


def test_what_breaks_while_sending_says_nothing_of_the_message(
    game: Game, monkeypatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)

    def broken(message: Message) -> None:
        raise ValueError(f"Failing row contains ({message.text})")

    monkeypatch.setattr(notify, "notify_message", broken)
    with pytest.raises(SaveFailedError) as failure:
        write(game, "FRANCE", "GERMANY", text=CANARY)
    assert str(failure.value).startswith("ValueError in broken")
    assert failure.value.__suppress_context__
    assert CANARY not in f"{failure.value} {caplog.text}"
    assert not Thread.objects.exists()
    assert not Message.objects.exists()


# Unread


def unread(person: User, game: Game) -> int:
    return press_unread.unread_in(person, game)


def test_what_others_wrote_is_unread_until_it_is_marked(game: Game):
    germany = holder(game, "GERMANY")
    first = write(game, "FRANCE", "GERMANY")
    write(game, "ITALY")
    assert unread(germany, game) == 2
    press_unread.mark_read(first.thread, germany, first)
    assert unread(germany, game) == 1
    write(game, "FRANCE", "GERMANY")
    assert unread(germany, game) == 2
    assert unread(holder(game, "TURKEY"), game) == 1


def test_ones_own_messages_are_never_unread(game: Game):
    write(game, "FRANCE", "GERMANY")
    assert unread(holder(game, "FRANCE"), game) == 0


def test_messages_between_two_seats_of_one_person_are_never_unread(game: Game):
    hand_over(game, "ITALY", holder(game, "FRANCE"))
    write(game, "FRANCE", "ITALY")
    assert unread(holder(game, "FRANCE"), game) == 0


def test_a_bookmark_never_goes_back(game: Game):
    germany = holder(game, "GERMANY")
    first, second = write(game, "FRANCE", "GERMANY"), write(game, "FRANCE", "GERMANY")
    for newest in (second, first):
        press_unread.mark_read(first.thread, germany, newest)
    assert Bookmark.objects.get().message == second
    assert unread(germany, game) == 0


def test_what_one_may_not_read_is_not_counted(game: Game, master: User):
    write(game, "FRANCE", "GERMANY")
    heir = factories.person()
    former = hand_over(game, "GERMANY", heir)
    assert unread(former, game) == 1
    assert unread(heir, game) == 0
    write(game, "FRANCE", "GERMANY")
    assert unread(former, game) == 1
    assert unread(heir, game) == 1
    assert unread(master, game) == 0


def test_masters_have_unread_messages_and_guests_have_none(game: Game, master: User):
    write(game, "FRANCE")
    assert unread(master, game) == 1
    assert unread(factories.person(), game) == 0
    assert press_unread.unread_in(AnonymousUser(), game) == 0


def test_all_my_games_are_counted_in_one_query(game: Game, django_assert_num_queries):
    germany = holder(game, "GERMANY")
    other = factories.begun_game(players=[germany, *factories.PersonFactory.create_batch(6)])
    write(game, "FRANCE", "GERMANY")
    for power in ("FRANCE", "ITALY", "TURKEY"):
        if power != "GERMANY":
            write(game, power)
    author = other.seats.exclude(tenures__person=germany)[0]
    write(other, author.power)
    with django_assert_num_queries(1):
        assert press_unread.unread_by_game(germany, [game, other]) == {game.pk: 4, other.pk: 1}


@pytest.mark.services
def test_the_count_of_one_game_is_that_of_all_games(game: Game, master: User):
    write(game, "FRANCE")
    for pair in (("FRANCE", "GERMANY"), ("GERMANY", "FRANCE"), ("ITALY", "FRANCE")):
        write(game, *pair)
    seen = write(game, "GERMANY", "ITALY")
    press_unread.mark_read(seen.thread, holder(game, "ITALY"), seen)
    counts = []
    for reader in (master, *(holder(game, power) for power in factories.HOLDS)):
        counts.append(press_unread.unread_in(reader, game))
        assert counts[-1] == press_unread.unread_by_game(reader, [game]).get(game.pk, 0)
    assert len(set(counts)) > 1


# Races, each on connections of its own


def at_once(*acts: Callable[[], Any]) -> list[Act]:
    gate = threading.Barrier(len(acts))

    def gated(act: Callable[[], Any]) -> Callable[[], Any]:
        def wait_and_act() -> Any:
            gate.wait(10)
            return act()

        return wait_and_act

    running = [Act(gated(act)) for act in acts]
    for each in running:
        each.join(30)
    return running


def open_one_circle(game: Game) -> list[Act]:
    """Three powers write the first message of their thread in the same moment."""
    powers = ("FRANCE", "GERMANY", "TURKEY")
    people = {power: holder(game, power) for power in powers}

    def writer(power: str) -> Callable[[], Message]:
        to = [other for other in powers if other != power]
        return lambda: write(game, power, *to, text=power, person=people[power])

    return at_once(*(writer(power) for power in powers))


@pytest.mark.django_db(transaction=True)
def test_who_open_the_same_thread_at_once_meet_in_one():
    for _ in range(4):
        game = factories.begun_game()
        acts = open_one_circle(game)
        assert [act.error for act in acts] == [None] * 3
        assert game.threads.count() == 1
        assert {act.result.text for act in acts} == {"FRANCE", "GERMANY", "TURKEY"}
        assert texts(holder(game, "FRANCE"), game) == texts(holder(game, "TURKEY"), game)
        assert game.threads.get().seats.count() == 3


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ["looks first", "locks too much"])
def test_opened_carelessly_a_thread_is_lost_to_somebody(monkeypatch, fault: str):
    """Negative controls of the test above."""
    together = threading.Barrier(3, timeout=20)

    def look_then_open(game: Game, circle: list[Seat], *, with_masters: bool) -> Thread:
        assert not with_masters
        name = locations.circle_name(circle)
        thread = Thread.objects.filter(game=game, circle=name).first()
        together.wait()
        if thread is None:
            thread = Thread.objects.create(game=game, circle=name, opened_at=clock.now())
            thread.seats.set(circle)
        return thread

    def lock_too_much(_game: Game, sender: Seat, _person: User) -> None:
        Seat.objects.select_for_update().get(pk=sender.pk)
        together.wait()

    if fault == "looks first":
        monkeypatch.setattr(sending, "lock_thread", look_then_open)
    else:
        monkeypatch.setattr(sending, "lock_writer", lock_too_much)
    acts = open_one_circle(factories.begun_game())
    assert any(isinstance(act.error, SaveFailedError) for act in acts)


@pytest.mark.django_db(transaction=True)
def test_a_double_click_sends_one_message():
    game, key = factories.begun_game(), uuid.uuid4()
    france = holder(game, "FRANCE")
    acts = at_once(*[lambda: write(game, "FRANCE", "GERMANY", person=france, key=key)] * 4)
    assert [act.error for act in acts] == [None] * 4
    assert {act.result for act in acts} == {Message.objects.get()}
    assert Notification.objects.filter(kind=Notification.Kind.MESSAGE).count() == 1


def slow_then_quick(game: Game, monkeypatch) -> tuple[Message, list[str]]:
    """Send a message that is not stored until another has overtaken it, or waits for it.

    Return the second one, and the texts that could be read when it was stored.
    """
    write(game, "FRANCE", "GERMANY", text="opens the thread")
    germany, france = holder(game, "GERMANY"), holder(game, "FRANCE")
    begun, overtaken = threading.Event(), threading.Event()

    def dawdle(message: Message) -> None:
        if message.text == "slow":
            begun.set()
            until(lambda: overtaken.is_set() or is_waited_for(), seconds=20, what="the other")

    monkeypatch.setattr(notify, "notify_message", dawdle)
    slow = Act(lambda: write(game, "FRANCE", "GERMANY", text="slow", person=france))
    assert begun.wait(10)
    quick = Act(lambda: write(game, "GERMANY", "FRANCE", text="quick", person=germany))
    quick.join(20)
    then = texts(germany, game)
    overtaken.set()
    slow.join(20)
    assert not any(thread.is_alive() for thread in (slow, quick))
    assert (slow.error, quick.error) == (None, None)
    return quick.result, then


@pytest.mark.django_db(transaction=True)
def test_no_message_appears_behind_a_bookmark(monkeypatch):
    game = factories.begun_game()
    quick, then = slow_then_quick(game, monkeypatch)
    assert then == ["opens the thread", "slow", "quick"]
    press_unread.mark_read(quick.thread, holder(game, "FRANCE"), quick)
    assert unread(holder(game, "FRANCE"), game) == 0


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_without_the_lock_of_the_thread_a_message_appears_behind_a_bookmark(monkeypatch):
    """Negative control of the test above."""
    locked = sending.lock_thread

    def unlocked(game: Game, circle: list[Seat], **how: bool) -> Thread:
        found = Thread.objects.filter(game=game, circle=locations.circle_name(circle)).first()
        return found or locked(game, circle, **how)

    monkeypatch.setattr(sending, "lock_thread", unlocked)
    game = factories.begun_game()
    quick, then = slow_then_quick(game, monkeypatch)
    assert then == ["opens the thread", "quick"]
    press_unread.mark_read(quick.thread, holder(game, "GERMANY"), quick)
    assert "slow" in texts(holder(game, "GERMANY"), game)
    assert unread(holder(game, "GERMANY"), game) == 0  # and Germany was not notified


def write_while_the_seat_changes_hands() -> Exception | None:
    """Send a message while somebody else takes over the seat; return its error."""
    game, heir = factories.begun_game(), factories.person()
    former = holder(game, "FRANCE")
    with transaction.atomic():
        Seat.objects.select_for_update().get(game=game, power="FRANCE")
        hand_over(game, "FRANCE", heir)
        act = Act(lambda: write(game, "FRANCE", "GERMANY", person=former))
        until(lambda: not act.is_alive() or is_waited_for(), seconds=20, what="the message")
    act.join(30)
    return act.error


@pytest.mark.django_db(transaction=True)
def test_a_message_sent_while_the_seat_changes_hands_is_refused():
    assert isinstance(write_while_the_seat_changes_hands(), Refused)


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_without_the_lock_of_the_seat_the_message_slips_in(monkeypatch):
    """Negative control of the test above."""
    monkeypatch.setattr(sending, "lock_writer", lambda *_: None)
    assert write_while_the_seat_changes_hands() is None


@pytest.mark.django_db(transaction=True)
def test_two_windows_mark_at_once_and_the_newer_mark_stays():
    game = factories.begun_game()
    germany = holder(game, "GERMANY")
    messages = [write(game, "FRANCE", "GERMANY", text=str(n)) for n in range(4)]
    thread = messages[0].thread

    def marker(message: Message) -> Callable[[], None]:
        return lambda: press_unread.mark_read(thread, germany, message)

    acts = at_once(*(marker(message) for message in messages))
    assert [act.error for act in acts] == [None] * 4
    assert Bookmark.objects.get().message == messages[-1]
