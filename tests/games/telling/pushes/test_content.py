"""What a browser shows: a title, a sentence and a page, for its person alone."""

import json
import uuid
from typing import Any

import pytest

from accounts.models import User
from games import clock
from games.mastering import crew, endings
from games.models import Game, Letter, MailChoice, Notice, Thread
from games.telling import notifications
from games.telling.pushes import choices, content, sealing
from games.telling.pushes.content import Content
from tests import factories
from tests.phone import Phone

from .conftest import pushes, tell

WORDS = "**Meet me** in [u]Burgundy[/u]."


@pytest.fixture(autouse=True)
def _told(reader: User) -> None:
    tell(reader, "https://push.example.org/", Phone())


def said(person: User, **by: Any) -> Content:
    person.refresh_from_db()
    found = content.compose(pushes(person).get(**by))
    assert found is not None
    return found


def write_to(reader: User, game: Game, text: str = WORDS) -> Letter:
    now = clock.now()
    mine = game.seats.get(tenures__person=reader)
    seat = game.seats.exclude(pk=mine.pk).order_by("place")[0]
    places = sorted([mine.place, seat.place])
    circle = ".".join(map(str, places))
    thread = Thread.objects.create(game=game, circle=circle, opened_at=now)
    thread.seats.set([mine, seat])
    written = Letter.objects.create(
        thread=thread,
        seat=seat,
        person=factories.holder(seat),
        text=text,
        sent_at=now,
        request_key=uuid.uuid4(),
    )
    notifications.tell_of_letter(written)
    return written


def test_a_turn_is_told_with_its_powers_and_its_deadline(game: Game, reader: User) -> None:
    phase = factories.open_phase(game)
    power = game.seats.get(tenures__person=reader).power
    notifications.tell_of_turn(phase, [power])
    found = said(reader)
    assert found.title.startswith(f"{game.title}: your turn in Spring 1901")
    assert found.text.startswith("It is your turn in Spring 1901")
    assert "\n" not in found.text
    assert found.path == game.get_absolute_url()


def test_an_announcement_is_told_with_its_words(game: Game, reader: User, master: User) -> None:
    crew.announce(game, "Dinner\n\tat eight.", by=master)
    assert "Dinner at eight." in said(reader).text


def test_the_end_of_a_game_is_told(game: Game, reader: User) -> None:
    endings.close(game, by=None, reason="Nobody came.")
    assert said(reader, kind="game_over").title == f"{game.title} is over"


def test_each_reads_it_in_their_own_language(game: Game, reader: User) -> None:
    User.objects.filter(pk=reader.pk).update(language="es")
    notifications.tell(Notice.Kind.GAME_OVER, [reader.pk], game=game)
    found = said(reader)
    assert (found.language, "is over" in found.title) == ("es", False)


def test_a_letter_shows_its_first_words_without_their_marks(game: Game, reader: User) -> None:
    written = write_to(reader, game)
    found = said(reader)
    assert "a letter from" in found.title
    assert found.text == "Meet me in Burgundy."
    assert found.path.endswith(f"/letters/{written.key}/")


@pytest.mark.parametrize("how", ["without_text", "off"])
def test_whose_mail_tells_no_words_of_letters_sees_none_on_the_screen_either(
    game: Game, reader: User, how: str
) -> None:
    MailChoice.objects.create(person=reader, kind="letter", how=how)
    write_to(reader, game)
    assert said(reader).text == ""


def test_whoever_has_left_the_seat_is_told_of_no_letter(game: Game, reader: User) -> None:
    write_to(reader, game)
    game.seats.get(tenures__person=reader).tenures.update(until=clock.now(), ending="replaced")
    assert content.compose(pushes(reader).get()) is None


def test_what_was_switched_off_meanwhile_stays_unsaid(game: Game, reader: User) -> None:
    notifications.tell(Notice.Kind.GAME_OVER, [reader.pk], game=game)
    choices.choose(reader, set(Notice.Kind.values) - {"game_over"})
    assert content.compose(pushes(reader).get()) is None


def test_a_message_is_never_too_long_to_be_sealed(game: Game, reader: User) -> None:
    title = "\U0001f3b2" * 60
    Game.objects.filter(pk=game.pk).update(title=title)
    write_to(reader, game, '"\\\U0001f3b2' * 2000)
    found = said(reader)
    assert found.title.startswith(title)
    assert 300 < len(found.document) < sealing.LONGEST
    assert sealing.seal(found.document, **Phone().keys)


def test_the_same_notice_has_the_same_tag_and_no_other_has_it(
    game: Game, reader: User, master: User
) -> None:
    for text in ("One", "Two"):
        crew.announce(game, text, by=master)
    told = [content.compose(notice) for notice in [*pushes(reader)] * 2]
    tags = [json.loads(each.document)["tag"] for each in told if each]
    assert tags[:2] == tags[2:]
    assert len(set(tags)) == 2
    assert all(len(tag) == 32 and tag.isalnum() for tag in tags)
