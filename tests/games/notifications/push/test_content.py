"""The content of a push message: a title, a sentence and a page, for its reader only."""

import json
import uuid
from typing import Any

import pytest

from accounts import clock
from accounts.models import User
from games.game_master import masters
from games.lifecycle import endings
from games.models import Game, MailChoice, Message, Notification, Thread
from games.notifications import notify, preferences
from games.notifications.push import content, encryption
from games.notifications.push.content import Content
from tests import factories
from tests.phone import Phone

from .conftest import pushes, subscribe

WORDS = "**Meet me** in [u]Burgundy[/u]."


@pytest.fixture(autouse=True)
def _subscribed(reader: User) -> None:
    subscribe(reader, "https://push.example.org/", Phone())


def composed(person: User, **by: Any) -> Content:
    person.refresh_from_db()
    found = content.compose(pushes(person).get(**by))
    assert found is not None
    return found


def write_to(reader: User, game: Game, text: str = WORDS) -> Message:
    now = clock.now()
    mine = game.seats.get(tenures__person=reader)
    seat = game.seats.exclude(pk=mine.pk).order_by("place")[0]
    places = sorted([mine.place, seat.place])
    circle = ".".join(map(str, places))
    thread = Thread.objects.create(game=game, circle=circle, opened_at=now)
    thread.seats.set([mine, seat])
    written = Message.objects.create(
        thread=thread,
        seat=seat,
        person=factories.holder(seat),
        text=text,
        sent_at=now,
        request_key=uuid.uuid4(),
    )
    notify.notify_message(written)
    return written


def test_a_turn_has_its_powers_and_its_deadline(game: Game, reader: User) -> None:
    phase = factories.open_phase(game)
    power = game.seats.get(tenures__person=reader).power
    notify.notify_turn(phase, [power])
    found = composed(reader)
    assert found.title.startswith(f"{game.title}: your turn in Spring 1901")
    assert found.text.startswith("It’s your turn in Spring 1901")
    assert "\n" not in found.text
    assert found.path == game.get_absolute_url()


def test_an_announcement_has_its_text(game: Game, reader: User, master: User) -> None:
    masters.announce(game, "Dinner\n\tat eight.", by=master)
    assert "Dinner at eight." in composed(reader).text


def test_the_end_of_a_game_has_its_result(game: Game, reader: User) -> None:
    endings.close(game, by=None, reason="Nobody came.")
    assert composed(reader, kind="game_over").title == f"{game.title} is over"


def test_the_content_is_in_the_reader_s_language(game: Game, reader: User) -> None:
    User.objects.filter(pk=reader.pk).update(language="es")
    notify.notify(Notification.Kind.GAME_OVER, [reader.pk], game=game)
    found = composed(reader)
    assert (found.language, "is over" in found.title) == ("es", False)


def test_a_message_shows_its_first_words_without_markup(game: Game, reader: User) -> None:
    written = write_to(reader, game)
    found = composed(reader)
    assert "a message from" in found.title
    assert found.text == "Meet me in Burgundy."
    assert found.path.endswith(f"/press/{written.key}/")


@pytest.mark.parametrize("how", ["without_text", "off"])
def test_mail_without_the_text_of_messages_means_push_without_it(
    game: Game, reader: User, how: str
) -> None:
    MailChoice.objects.create(person=reader, kind="message", how=how)
    write_to(reader, game)
    assert composed(reader).text == ""


def test_whoever_has_left_the_seat_gets_no_message(game: Game, reader: User) -> None:
    write_to(reader, game)
    game.seats.get(tenures__person=reader).tenures.update(until=clock.now(), ending="replaced")
    assert content.compose(pushes(reader).get()) is None


def test_a_kind_that_was_switched_off_meanwhile_is_not_sent(game: Game, reader: User) -> None:
    notify.notify(Notification.Kind.GAME_OVER, [reader.pk], game=game)
    preferences.set_push_preferences(reader, set(Notification.Kind.values) - {"game_over"})
    assert content.compose(pushes(reader).get()) is None


def test_the_document_is_never_too_long_to_be_encrypted(game: Game, reader: User) -> None:
    title = "\U0001f3b2" * 60
    Game.objects.filter(pk=game.pk).update(title=title)
    write_to(reader, game, '"\\\U0001f3b2' * 2000)
    found = composed(reader)
    assert found.title.startswith(title)
    assert 300 < len(found.document) < encryption.LONGEST
    assert encryption.encrypt(found.document, **Phone().keys)


def test_the_same_notification_has_the_same_tag_and_no_other_has_it(
    game: Game, reader: User, master: User
) -> None:
    for text in ("One", "Two"):
        masters.announce(game, text, by=master)
    told = [content.compose(notification) for notification in [*pushes(reader)] * 2]
    tags = [json.loads(each.document)["tag"] for each in told if each]
    assert tags[:2] == tags[2:]
    assert len(set(tags)) == 2
    assert all(len(tag) == 32 and tag.isalnum() for tag in tags)
