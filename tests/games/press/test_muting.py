"""Muting a power: folded messages, missing notifications, and that nobody learns of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Message, Mute, Notification
from games.notifications.mail.compose import compose
from games.press import locations, muting, unread

from ... import factories
from ..web.views.conftest import nothing_changes, signed_in, words
from .message_helpers import agree, hand_over, seats, write

BLUSTER = "I alone shall win."
FOLDED = "Muted message from France."


@pytest.fixture
def reader(game: Game) -> User:
    return factories.holder(factories.seat(game, "GERMANY"))


@pytest.fixture
def deaf(game: Game, reader: User) -> Client:
    """A client of Germany, which has muted France."""
    muting.mute(factories.seat(game, "FRANCE"), reader)
    return signed_in(reader)


def thread(game: Game, *powers: str) -> str:
    return locations.thread_url(game, seats(game, *powers) if powers else [])


def mailed(message: Message) -> set[User]:
    return {notification.person for notification in Notification.objects.filter(message=message)}


@pytest.mark.parametrize("to", [(), ("GERMANY",)])
def test_a_muted_message_is_folded_and_can_be_read(game: Game, deaf: Client, to: tuple[str, ...]):
    write(game, "FRANCE", *to, text=BLUSTER)
    page = deaf.get(thread(game, *(["FRANCE", *to] if to else [])))
    assert FOLDED in words(page)
    folded = re.search(r"<details><summary>.*?</details>", page.content.decode(), re.DOTALL)
    assert folded is not None
    assert BLUSTER in folded[0]
    index = words(deaf.get(reverse("games:press", args=[game.slug])))
    assert "France: muted" in index
    assert BLUSTER not in index


def test_what_others_write_is_not_folded(game: Game, master: User, deaf: Client):
    write(game, "ITALY", text="Good evening.")
    message = write(game, "ITALY", text="By the master.")
    Message.objects.filter(pk=message.pk).update(seat=None, person=master)
    assert "muted" not in words(deaf.get(thread(game)))


def test_no_mail_and_no_mark_comes_of_a_muted_message(
    game: Game, master: User, reader: User, deaf: Client
):
    messages = [write(game, "FRANCE", "GERMANY", text=BLUSTER), write(game, "FRANCE", text=BLUSTER)]
    assert all(reader not in mailed(message) for message in messages)
    assert master in mailed(messages[1])
    assert unread.unread_by_game(reader, [game]) == {}
    page = deaf.get(reverse("games:press", args=[game.slug]))
    assert "badge--new" not in page.content.decode()
    assert 'id="new"' not in deaf.get(thread(game)).content.decode()
    other = write(game, "ITALY", text="Good evening.")
    assert reader in mailed(other)
    assert unread.unread_by_game(reader, [game]) == {game.pk: 1}
    assert 'id="new"' in deaf.get(thread(game)).content.decode()


def test_a_message_of_the_master_is_unread_as_ever(game: Game, master: User, reader: User):
    muting.mute(factories.seat(game, "FRANCE"), reader)
    message = write(game, "ITALY", text="By the master.")
    Message.objects.filter(pk=message.pk).update(seat=None, person=master)
    assert unread.unread_by_game(reader, [game]) == {game.pk: 1}


def test_a_mail_that_waits_when_the_power_is_muted_is_not_sent(game: Game, reader: User):
    message = write(game, "FRANCE", "GERMANY", text=BLUSTER)
    notification = Notification.objects.get(message=message, person=reader)
    assert compose(notification) is not None
    muting.mute(factories.seat(game, "FRANCE"), reader)
    assert compose(notification) is None


def test_an_unsigned_message_is_never_muted_for_that_would_tell_whose_it_is(
    game: Game, reader: User, deaf: Client
):
    agree(game, unsigned_messages=True)
    message = write(game, "FRANCE", text=BLUSTER, unsigned=True)
    assert reader in mailed(message)
    assert unread.unread_by_game(reader, [game]) == {game.pk: 1}
    page = deaf.get(thread(game))
    assert "muted" not in words(page)
    address = reverse("games:mute_power", args=[game.slug, message.key])
    assert address not in page.content.decode()
    assert deaf.post(address).status_code == 404


def test_a_player_mutes_at_the_foot_of_a_message_and_unmutes_there(game: Game, reader: User):
    message = write(game, "FRANCE", "GERMANY", text=BLUSTER)
    mute = reverse("games:mute_power", args=[game.slug, message.key])
    unmute = reverse("games:unmute_power", args=[game.slug, message.key])
    browser, page = signed_in(reader), thread(game, "FRANCE", "GERMANY")
    assert mute in browser.get(page).content.decode()
    with nothing_changes():
        assert "Mute France?" in words(browser.get(mute))
    there = browser.post(mute)["Location"]
    assert there.endswith(f"#message-{message.key}")
    folded = browser.get(there)
    assert FOLDED in words(folded)
    assert mute not in folded.content.decode()
    browser.post(mute)
    assert Mute.objects.get().person == reader
    assert unmute in folded.content.decode()
    browser.post(unmute)
    assert FOLDED not in words(browser.get(there))
    assert not Mute.objects.exists()


def test_nobody_else_learns_of_it(
    game: Game, master: User, players: list[User], reader: User, deaf: Client
):
    message = write(game, "FRANCE", text=BLUSTER)
    for person in (master, *players):
        page = words(signed_in(person).get(thread(game)))
        assert ("muted" in page.lower()) == (person == reader)
    assert not game.events.filter(kind__contains="mute").exists()
    assert len(mailed(message)) == len(players) - 2 + 1  # neither France nor Germany; the master


def test_only_who_reads_a_message_from_a_seat_mutes_its_power(game: Game, master: User):
    message = write(game, "FRANCE", "GERMANY", text=BLUSTER)
    address = reverse("games:mute_power", args=[game.slug, message.key])
    france, italy = (factories.holder(factories.seat(game, each)) for each in ("FRANCE", "ITALY"))
    for person in (france, italy, master, factories.person()):
        assert signed_in(person).post(address).status_code == 404


def test_a_successor_has_muted_nobody_and_is_muted_with_the_power(game: Game, deaf: Client):
    heir = factories.person()
    hand_over(game, "GERMANY", heir)
    write(game, "FRANCE", text=BLUSTER)
    assert "muted" not in words(signed_in(heir).get(thread(game)))
    hand_over(game, "FRANCE", factories.person())
    write(game, "FRANCE", text=BLUSTER)
    assert words(deaf.get(thread(game))).count(FOLDED) == 2


def test_ones_own_messages_are_not_folded_when_one_takes_the_muted_seat(
    game: Game, reader: User, deaf: Client
):
    hand_over(game, "FRANCE", reader)
    write(game, "FRANCE", text="Mine.", person=reader)
    assert FOLDED not in words(deaf.get(thread(game)))
