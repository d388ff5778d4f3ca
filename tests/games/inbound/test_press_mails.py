"""Answers to the mails of messages: they become messages in the same threads."""

import datetime as dt
import uuid
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db.models import QuerySet

from accounts import clock
from accounts.models import User
from games.game_master import masters
from games.models import Game, Message, ReceivedMail, Seat
from games.press import locations, sending
from games.seats import tenures
from tests import factories
from tests.mails import delivered

from .conftest import confirm, hand_over, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def seats(game: Game) -> list[Seat]:
    found = [factories.seat(game, power) for power in ("FRANCE", "GERMANY")]
    for seat in found:
        confirm(factories.holder(seat))
    return found


def write(game: Game, circle: list[Seat], sender: Seat | None, **fields: Any) -> Message:
    person = factories.holder(sender) if sender else fields.pop("person")
    return sending.send(
        game, circle, sender=sender, person=person, text="Shall we?", request_key=uuid.uuid4(),
        **fields,
    )  # fmt: skip


def public(game: Game) -> QuerySet[Message]:
    return Message.objects.filter(thread__game=game, thread__circle="")


def mail_of(message: Message, reader: User) -> EmailMessage:
    found = [each for each in delivered() if each.to == [reader.email] and "Shall we?" in each.body]
    return found[-1]


def answer(mail: EmailMessage, text: str, *, sender: str, **fields: Any) -> None:
    [to] = mail.reply_to
    quoted = "\n".join(f"> {line}" for line in mail.body.splitlines())
    whole = f"{text}\n\nOn Fri, 27 Nov 2026, Entente wrote:\n{quoted}\n"
    hand_over(written(whole, sender=sender, to=to, **fields), to=to)


def test_an_answer_goes_to_the_thread_without_what_it_quotes(game: Game, seats: list[Seat]) -> None:
    france, germany = seats
    first = write(game, seats, france)
    reader = factories.holder(germany)
    mail = mail_of(first, reader)
    assert "Answer this email, or reply here:" in mail.body

    answer(mail, "Gladly.\n\nTo Burgundy?", sender=reader.email)

    second = Message.objects.exclude(pk=first.pk).get()
    assert (second.thread, second.seat, second.person) == (first.thread, germany, reader)
    assert second.text == "Gladly.\n\nTo Burgundy?"
    assert ReceivedMail.objects.get().outcome == "sent"


@pytest.mark.parametrize("topic", ["", "Burgundy"])
@pytest.mark.parametrize("public", [True, False])
def test_answers_stay_in_threads_with_and_without_a_title(
    game: Game, seats: list[Seat], topic: str, public: bool
) -> None:
    france, germany = seats
    first = write(game, [] if public else seats, france, topic=topic)
    answer(mail_of(first, factories.holder(germany)), "Yes", sender=factories.holder(germany).email)
    assert Message.objects.filter(thread=first.thread, text="Yes").count() == 1


def test_a_game_master_answers_public_messages(game: Game, master: User, seats: list[Seat]) -> None:
    confirm(master)
    first = write(game, [], seats[0])
    answer(mail_of(first, master), "Noted", sender=master.email)
    assert Message.objects.get(text="Noted").seat is None


def test_a_game_master_answers_the_masters_among_themselves(
    game: Game, master: User, seats: list[Seat]
) -> None:
    second = factories.person("Ned Second")
    masters.join(game, second, by=master)
    confirm(second)
    first = write(game, [], None, person=master, with_masters=True)
    answer(mail_of(first, second), "Between us", sender=second.email)
    sent = Message.objects.get(text="Between us")
    assert (sent.thread, sent.seat, sent.person) == (first.thread, None, second)
    assert not public(game).exists()


def test_a_game_master_answers_a_player_who_wrote_to_the_masters(
    game: Game, master: User, seats: list[Seat]
) -> None:
    confirm(master)
    first = write(game, seats[:1], seats[0], with_masters=True)
    answer(mail_of(first, master), "Noted", sender=master.email)
    sent = Message.objects.get(text="Noted")
    assert (sent.thread, sent.seat, sent.person) == (first.thread, None, master)
    assert not public(game).exists()


def test_a_player_answers_the_game_master(game: Game, master: User, seats: list[Seat]) -> None:
    first = write(game, seats[1:], None, person=master, with_masters=True)
    reader = factories.holder(seats[1])
    answer(mail_of(first, reader), "I see", sender=reader.email)
    sent = Message.objects.get(text="I see")
    assert (sent.thread, sent.seat, sent.person) == (first.thread, seats[1], reader)
    assert not public(game).exists()


def test_an_answer_to_the_masters_that_is_refused_links_to_their_thread(
    game: Game, master: User, seats: list[Seat]
) -> None:
    first = write(game, seats[1:], None, person=master, with_masters=True)
    reader = factories.holder(seats[1])
    answer(mail_of(first, reader), "x" * 20_001, sender=reader.email)
    [refused] = [each for each in delivered() if "not sent" in each.subject]
    assert locations.masters_url(game, seats[1:]) in refused.body


def test_an_answer_that_comes_twice_is_one_message(game: Game, seats: list[Seat]) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    for _time in range(2):
        answer(mail, "Yes", sender=reader.email, message_id="<one@mail.test>")
    ReceivedMail.objects.all().delete()  # as after the time for which they are kept
    answer(mail, "Yes", sender=reader.email, message_id="<one@mail.test>")
    assert Message.objects.filter(text="Yes").count() == 1


def test_an_answer_older_than_one_that_was_sent_comes_back(game: Game, seats: list[Seat]) -> None:
    reader = factories.holder(seats[1])
    first, second = (mail_of(write(game, seats, seats[0]), reader) for _time in range(2))
    elsewhere = mail_of(write(game, [], seats[0]), reader)
    now = clock.now()
    answer(first, "Later", sender=reader.email, at=now)
    for mail in (first, second):  # each message has its own address
        answer(mail, "My earlier text", sender=reader.email, at=now - dt.timedelta(minutes=1))
    assert [each.text for each in Message.objects.filter(seat=seats[1])] == ["Later"]
    refused = [each for each in delivered() if "not sent" in each.subject]
    assert len(refused) == 2
    for each in refused:
        assert "A later email of yours was already sent" in each.body
        assert "My earlier text" in each.body
    answer(elsewhere, "Elsewhere", sender=reader.email, at=now - dt.timedelta(minutes=1))
    answer(second, "Latest", sender=reader.email, at=now + dt.timedelta(minutes=1))
    assert Message.objects.filter(text__in=["Elsewhere", "Latest"]).count() == 2


def test_an_answer_of_three_days_ago_comes_back(game: Game, seats: list[Seat]) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    at = clock.now() - dt.timedelta(days=3, minutes=1)
    answer(mail, "My old text", sender=reader.email, at=at)
    assert Message.objects.count() == 1
    assert "more than three days ago" in delivered()[-1].body
    assert "My old text" in delivered()[-1].body
    answer(mail, "In time", sender=reader.email, at=at + dt.timedelta(minutes=5))
    assert Message.objects.filter(text="In time").exists()


def test_an_answer_without_a_time_comes_back(game: Game, seats: list[Seat]) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    [to] = mail.reply_to
    message = written("My text", sender=reader.email, to=to)
    del message["Date"]
    hand_over(message, to=to)
    assert Message.objects.count() == 1
    assert "doesn’t say when it was written" in delivered()[-1].body
    assert "My text" in delivered()[-1].body


def test_an_answer_of_another_sender_is_discarded(game: Game, seats: list[Seat]) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    answer(mail, "Yes", sender=factories.holder(seats[0]).email)
    assert Message.objects.count() == 1
    [told] = [each for each in delivered() if "another sender" in each.subject]
    assert told.to == [reader.email]


def test_a_refused_answer_comes_back_with_its_text(game: Game, seats: list[Seat]) -> None:
    france, germany = seats
    reader = factories.holder(germany)
    mail = mail_of(write(game, seats, france), reader)
    tenures.resign(germany, reader)
    answer(mail, "My long answer", sender=reader.email)
    assert Message.objects.count() == 1
    [refused] = [each for each in delivered() if "not sent" in each.subject]
    assert refused.to == [reader.email]
    assert "You can no longer write here" in refused.body
    assert "My long answer" in refused.body


def test_press_rules_hold_for_mails_too(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, press="rulebook")
    seats = [factories.seat(game, power) for power in ("FRANCE", "GERMANY")]
    reader = factories.holder(seats[1])
    confirm(reader)
    mail = mail_of(write(game, seats, seats[0]), reader)
    factories.open_phase(game).__class__.objects.filter(game=game).update(code="S1901R")
    answer(mail, "Too late", sender=reader.email)
    assert Message.objects.count() == 1
    assert "By the rulebook" in delivered()[-1].body


@pytest.mark.parametrize(
    "text", ["", "> only a quote", "x" * 20_001], ids=["empty", "quote", "long"]
)
def test_an_empty_or_too_long_answer_is_not_sent(game: Game, seats: list[Seat], text: str) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    answer(mail, text, sender=reader.email)
    assert Message.objects.count() == 1
    assert "message not sent" in delivered()[-1].subject


def test_a_sent_answer_with_attachments_says_that_they_are_missing(
    game: Game, seats: list[Seat]
) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    [to] = mail.reply_to
    message = written("See the map", sender=reader.email, to=to)
    message.add_attachment(b"x", maintype="image", subtype="png", filename="map.png")
    hand_over(message, to=to)
    assert Message.objects.filter(text="See the map").exists()
    assert any("without attachments" in each.subject for each in delivered())


def test_the_address_is_dead_after_a_month(game: Game, seats: list[Seat]) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    with clock.stopped_at(clock.now() + dt.timedelta(days=31)):
        answer(mail, "Yes", sender=reader.email)
    assert Message.objects.count() == 1


def test_the_address_is_dead_when_its_owner_has_another_one(game: Game, seats: list[Seat]) -> None:
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    EmailAddress.objects.filter(user=reader).update(email="new@x.test")
    User.objects.filter(pk=reader.pk).update(email="new@x.test")
    answer(mail, "Yes", sender="new@x.test")
    assert Message.objects.count() == 1


def test_one_persons_address_opens_nothing_for_another_notification(
    game: Game, seats: list[Seat]
) -> None:
    """A key whose number is changed no longer fits its signature."""
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    [to] = mail.reply_to
    local, _at, host = to.partition("@")
    for changed in (local[:-1], local[:9] + "b" + local[10:], local + "a", local[:-26] + "a" * 26):
        hand_over(
            written("Yes", sender=reader.email, to=f"{changed}@{host}"), to=f"{changed}@{host}"
        )
    assert Message.objects.count() == 1


def test_without_the_setting_mails_have_no_such_address(
    game: Game, seats: list[Seat], settings: Any
) -> None:
    settings.INBOUND_ADDRESS = ""
    mail = mail_of(write(game, seats, seats[0]), factories.holder(seats[1]))
    assert mail.reply_to == []
    assert "Reply here, not by email:" in mail.body


def test_texts_of_messages_reach_no_log(
    game: Game, seats: list[Seat], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    mail = mail_of(write(game, seats, seats[0]), reader := factories.holder(seats[1]))
    answer(mail, "Unheard-of-word", sender=reader.email)
    assert "Unheard-of-word" not in caplog.text
    assert mail.reply_to[0].partition("+")[2] not in caplog.text
