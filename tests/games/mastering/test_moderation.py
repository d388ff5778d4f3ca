"""Hiding a public letter: who reads on, what the log says, and that it leaks nowhere."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import access
from games.errors import Refused
from games.mastering import moderation
from games.models import Event, Game, Letter, Mastership, Notice
from games.telling.mails.message import compose

from ... import factories
from ..press.post import agree, texts, write
from ..views.conftest import signed_in, words

RUDE = "You are all fools."


@pytest.fixture
def letter(game: Game) -> Letter:
    return write(game, "FRANCE", text=RUDE)


def author(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def test_a_hidden_letter_is_read_by_its_author_and_the_masters_alone(
    game: Game, master: User, players: list[User], letter: Letter
):
    moderation.hide(letter, by=master, reason="Be kind.")
    viewers: list[User | AnonymousUser] = [*players, AnonymousUser(), factories.person()]
    for viewer in viewers:
        assert (RUDE in texts(viewer, game)) == (viewer == author(game))
    assert texts(master, game) == [RUDE]
    moderation.show(letter, by=master)
    assert texts(AnonymousUser(), game) == [RUDE]


def test_who_plays_and_has_a_masters_row_is_no_master(game: Game, master: User, letter: Letter):
    player = factories.holder(factories.seat(game, "ITALY"))
    Mastership.objects.create(game=game, person=player, since=letter.sent_at)
    moderation.hide(letter, by=master, reason="Be kind.")
    assert texts(player, game) == []


def test_no_page_or_mail_has_a_hidden_letter(
    game: Game, master: User, letter: Letter, client: Client
):
    moderation.hide(letter, by=master, reason="Be kind.")
    page = reverse("games:public_letters", args=[game.slug])
    italy = signed_in(factories.holder(factories.seat(game, "ITALY")))
    for reader in (client, italy):
        assert RUDE not in words(reader.get(page))
        assert RUDE not in reader.get(f"{page}?quote={letter.key}").content.decode()
        found = reader.get(reverse("games:search_letters", args=[game.slug]), {"q": "fools"})
        assert "No letter that you may read" in words(found)
    assert RUDE not in words(italy.get(reverse("games:letters", args=[game.slug])))
    assert RUDE not in client.get(reverse("games:news", args=[game.slug])).content.decode()
    for notice in Notice.objects.filter(letter=letter).exclude(person=master):
        assert compose(notice) is None


def test_the_log_says_that_a_letter_was_hidden_and_why_but_not_whose(
    game: Game, master: User, client: Client
):
    agree(game, unsigned_letters=True)
    moderation.hide(write(game, "FRANCE", unsigned=True), by=master, reason="Be kind.")
    event = game.events.get(kind=Event.Kind.LETTER_HIDDEN)
    assert (event.actor, event.seat, event.subject) == (master, None, None)
    log = words(client.get(reverse("games:log", args=[game.slug])))
    assert "A public letter was hidden" in log
    assert "Be kind." in log


def test_only_public_letters_are_hidden_and_each_once(game: Game, master: User, letter: Letter):
    private = write(game, "FRANCE", "GERMANY")
    with pytest.raises(Letter.DoesNotExist):
        moderation.hide(private, by=master, reason="Be kind.")
    moderation.hide(letter, by=master, reason="Be kind.")
    with pytest.raises(Refused, match="hidden already"):
        moderation.hide(letter, by=master, reason="Be kind.")
    moderation.show(letter, by=master)
    with pytest.raises(Refused, match="shown already"):
        moderation.show(letter, by=master)


def test_a_master_hides_a_letter_on_its_page_and_shows_it_again(
    game: Game, master: User, letter: Letter
):
    desk, page = signed_in(master), reverse("games:public_letters", args=[game.slug])
    hide = reverse("games:hide_letter", args=[game.slug, letter.key])
    assert hide in desk.get(page).content.decode()
    assert desk.post(hide, {"reason": ""}).status_code == 200  # asks for one
    there = desk.post(hide, {"reason": "Be kind."})["Location"]
    assert there.endswith(f"#letter-{letter.key}")
    text = desk.get(there)
    assert "Hidden by the game master" in words(text)
    show = reverse("games:show_letter", args=[game.slug, letter.key])
    assert show in text.content.decode()
    assert desk.post(show).status_code == 302
    assert access.letters(AnonymousUser(), [game]).filter(pk=letter.pk).exists()


@pytest.mark.parametrize("which", ["hide", "show"])
def test_nobody_else_hides_or_shows(game: Game, master: User, letter: Letter, which: str):
    address = reverse(f"games:{which}_letter", args=[game.slug, letter.key])
    for person in (author(game), factories.person()):
        assert signed_in(person).post(address, {"reason": "x"}).status_code == 404
    private = write(game, "FRANCE", "GERMANY")
    address = reverse(f"games:{which}_letter", args=[game.slug, private.key])
    assert signed_in(master).get(address).status_code == 404


def test_the_desk_says_whose_player_is_suspended_and_to_nobody_else(game: Game, master: User):
    player, ada = author(game), factories.person("Ada", is_superuser=True)
    User.objects.filter(pk=player.pk).update(is_active=False)
    desk = reverse("games:master", args=[game.slug])
    replace = reverse("games:replace", args=[game.slug, "FRANCE"])
    assert f"France {player} suspended" in words(signed_in(master).get(desk))
    assert words(signed_in(master).get(desk)).count("suspended") == 1
    assert "suspended" in words(signed_in(master).get(replace))
    assert "suspended" not in words(signed_in(ada).get(replace))
    User.objects.filter(pk=player.pk).update(is_active=True)
    assert "suspended" not in words(signed_in(master).get(desk))
