"""Muting a power: what is folded, what is told no more, and that nobody learns of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Letter, Mute, Notice
from games.press import muting, places, sending
from games.telling.mails.message import compose

from ... import factories
from ..views.conftest import nothing_changes, signed_in, words
from .post import agree, hand_over, seats, write

BLUSTER = "I alone shall win."
FOLDED = "A letter of France, muted."


@pytest.fixture
def reader(game: Game) -> User:
    return factories.holder(factories.seat(game, "GERMANY"))


@pytest.fixture
def deaf(game: Game, reader: User) -> Client:
    """The browser of Germany, who has muted France."""
    muting.mute(factories.seat(game, "FRANCE"), reader)
    return signed_in(reader)


def thread(game: Game, *powers: str) -> str:
    return places.url(game, seats(game, *powers) if powers else [])


def mailed(letter: Letter) -> set[User]:
    return {notice.person for notice in Notice.objects.filter(letter=letter)}


@pytest.mark.parametrize("to", [(), ("GERMANY",)])
def test_a_muted_letter_is_folded_and_can_be_read(game: Game, deaf: Client, to: tuple[str, ...]):
    write(game, "FRANCE", *to, text=BLUSTER)
    page = deaf.get(thread(game, *(["FRANCE", *to] if to else [])))
    assert FOLDED in words(page)
    folded = re.search(r"<details><summary>.*?</details>", page.content.decode(), re.DOTALL)
    assert folded is not None
    assert BLUSTER in folded[0]
    index = words(deaf.get(reverse("games:letters", args=[game.slug])))
    assert "France: muted" in index
    assert BLUSTER not in index


def test_what_others_write_is_not_folded(game: Game, master: User, deaf: Client):
    write(game, "ITALY", text="Good evening.")
    letter = write(game, "ITALY", text="By the master.")
    Letter.objects.filter(pk=letter.pk).update(seat=None, person=master)
    assert "muted" not in words(deaf.get(thread(game)))


def test_no_mail_and_no_mark_comes_of_a_muted_letter(
    game: Game, master: User, reader: User, deaf: Client
):
    letters = [write(game, "FRANCE", "GERMANY", text=BLUSTER), write(game, "FRANCE", text=BLUSTER)]
    assert all(reader not in mailed(letter) for letter in letters)
    assert master in mailed(letters[1])
    assert sending.unread_by_game(reader, [game]) == {}
    page = deaf.get(reverse("games:letters", args=[game.slug]))
    assert "badge--new" not in page.content.decode()
    assert 'id="new"' not in deaf.get(thread(game)).content.decode()
    other = write(game, "ITALY", text="Good evening.")
    assert reader in mailed(other)
    assert sending.unread_by_game(reader, [game]) == {game.pk: 1}
    assert 'id="new"' in deaf.get(thread(game)).content.decode()


def test_a_letter_of_the_master_is_unread_as_ever(game: Game, master: User, reader: User):
    muting.mute(factories.seat(game, "FRANCE"), reader)
    letter = write(game, "ITALY", text="By the master.")
    Letter.objects.filter(pk=letter.pk).update(seat=None, person=master)
    assert sending.unread_by_game(reader, [game]) == {game.pk: 1}


def test_a_mail_that_waits_when_the_power_is_muted_is_not_sent(game: Game, reader: User):
    letter = write(game, "FRANCE", "GERMANY", text=BLUSTER)
    notice = Notice.objects.get(letter=letter, person=reader)
    assert compose(notice) is not None
    muting.mute(factories.seat(game, "FRANCE"), reader)
    assert compose(notice) is None


def test_an_unsigned_letter_is_never_muted_for_that_would_tell_whose_it_is(
    game: Game, reader: User, deaf: Client
):
    agree(game, unsigned_letters=True)
    letter = write(game, "FRANCE", text=BLUSTER, unsigned=True)
    assert reader in mailed(letter)
    assert sending.unread_by_game(reader, [game]) == {game.pk: 1}
    page = deaf.get(thread(game))
    assert "muted" not in words(page)
    address = reverse("games:mute_power", args=[game.slug, letter.key])
    assert address not in page.content.decode()
    assert deaf.post(address).status_code == 404


def test_a_player_mutes_at_the_foot_of_a_letter_and_unmutes_there(game: Game, reader: User):
    letter = write(game, "FRANCE", "GERMANY", text=BLUSTER)
    mute = reverse("games:mute_power", args=[game.slug, letter.key])
    unmute = reverse("games:unmute_power", args=[game.slug, letter.key])
    browser, page = signed_in(reader), thread(game, "FRANCE", "GERMANY")
    assert mute in browser.get(page).content.decode()
    with nothing_changes():
        assert "Mute France?" in words(browser.get(mute))
    there = browser.post(mute)["Location"]
    assert there.endswith(f"#letter-{letter.key}")
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
    letter = write(game, "FRANCE", text=BLUSTER)
    for person in (master, *players):
        page = words(signed_in(person).get(thread(game)))
        assert ("muted" in page) == (person == reader)
    assert not game.events.filter(kind__contains="mute").exists()
    assert len(mailed(letter)) == len(players) - 2 + 1  # neither France nor Germany; the master


def test_only_who_reads_a_letter_from_a_seat_mutes_its_power(game: Game, master: User):
    letter = write(game, "FRANCE", "GERMANY", text=BLUSTER)
    address = reverse("games:mute_power", args=[game.slug, letter.key])
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


def test_ones_own_letters_are_not_folded_when_one_takes_the_muted_seat(
    game: Game, reader: User, deaf: Client
):
    hand_over(game, "FRANCE", reader)
    write(game, "FRANCE", text="Mine.", person=reader)
    assert FOLDED not in words(deaf.get(thread(game)))
