"""Hidden public messages: who still reads them, the log, and that they leak nowhere."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import access
from games.core.errors import Refused
from games.models import Event, Game, Mastership, Message, Notification
from games.notifications.mail.compose import compose
from games.press import moderation

from ... import factories
from ..web.views.conftest import signed_in, words
from .message_helpers import agree, texts, write

RUDE = "You are all fools."


@pytest.fixture
def message(game: Game) -> Message:
    return write(game, "FRANCE", text=RUDE)


def author(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def test_a_hidden_message_is_read_by_its_author_and_the_masters_alone(
    game: Game, master: User, players: list[User], message: Message
):
    moderation.hide(message, by=master, reason="Be kind.")
    viewers: list[User | AnonymousUser] = [*players, AnonymousUser(), factories.person()]
    for viewer in viewers:
        assert (RUDE in texts(viewer, game)) == (viewer == author(game))
    assert texts(master, game) == [RUDE]
    moderation.show(message, by=master)
    assert texts(AnonymousUser(), game) == [RUDE]


def test_who_plays_and_has_a_masters_row_is_no_master(game: Game, master: User, message: Message):
    player = factories.holder(factories.seat(game, "ITALY"))
    Mastership.objects.create(game=game, person=player, since=message.sent_at)
    moderation.hide(message, by=master, reason="Be kind.")
    assert texts(player, game) == []


def test_no_page_or_mail_has_a_hidden_message(
    game: Game, master: User, message: Message, client: Client
):
    moderation.hide(message, by=master, reason="Be kind.")
    page = reverse("games:public_press", args=[game.slug])
    italy = signed_in(factories.holder(factories.seat(game, "ITALY")))
    for reader in (client, italy):
        assert RUDE not in words(reader.get(page))
        assert RUDE not in reader.get(f"{page}?quote={message.key}").content.decode()
        found = reader.get(reverse("games:search_press", args=[game.slug]), {"q": "fools"})
        assert "No message you can read contains these words" in words(found)
    assert RUDE not in words(italy.get(reverse("games:press", args=[game.slug])))
    assert RUDE not in client.get(reverse("games:news", args=[game.slug])).content.decode()
    for notification in Notification.objects.filter(message=message).exclude(person=master):
        assert compose(notification) is None


def test_the_log_says_that_a_message_was_hidden_and_why_but_not_whose(
    game: Game, master: User, client: Client
):
    agree(game, unsigned_messages=True)
    moderation.hide(write(game, "FRANCE", unsigned=True), by=master, reason="Be kind.")
    event = game.events.get(kind=Event.Kind.MESSAGE_HIDDEN)
    assert (event.actor, event.seat, event.subject) == (master, None, None)
    log = words(client.get(reverse("games:log", args=[game.slug])))
    assert "A public message was hidden" in log
    assert "Be kind." in log


def test_only_public_messages_are_hidden_and_each_once(game: Game, master: User, message: Message):
    private = write(game, "FRANCE", "GERMANY")
    with pytest.raises(Message.DoesNotExist):
        moderation.hide(private, by=master, reason="Be kind.")
    moderation.hide(message, by=master, reason="Be kind.")
    with pytest.raises(Refused, match="This message is already hidden"):
        moderation.hide(message, by=master, reason="Be kind.")
    moderation.show(message, by=master)
    with pytest.raises(Refused, match="This message is already visible"):
        moderation.show(message, by=master)


def test_a_master_hides_a_message_on_its_page_and_shows_it_again(
    game: Game, master: User, message: Message
):
    client, page = signed_in(master), reverse("games:public_press", args=[game.slug])
    hide = reverse("games:hide_message", args=[game.slug, message.key])
    assert hide in client.get(page).content.decode()
    assert client.post(hide, {"reason": ""}).status_code == 200  # a form that asks for a reason
    there = client.post(hide, {"reason": "Be kind."})["Location"]
    assert there.endswith(f"#message-{message.key}")
    text = client.get(there)
    assert "Hidden by the game master" in words(text)
    show = reverse("games:show_message", args=[game.slug, message.key])
    assert show in text.content.decode()
    assert client.post(show).status_code == 302
    assert access.messages(AnonymousUser(), [game]).filter(pk=message.pk).exists()


@pytest.mark.parametrize("which", ["hide", "show"])
def test_nobody_else_hides_or_shows(game: Game, master: User, message: Message, which: str):
    address = reverse(f"games:{which}_message", args=[game.slug, message.key])
    for person in (author(game), factories.person()):
        assert signed_in(person).post(address, {"reason": "x"}).status_code == 404
    private = write(game, "FRANCE", "GERMANY")
    address = reverse(f"games:{which}_message", args=[game.slug, private.key])
    assert signed_in(master).get(address).status_code == 404


def test_the_masters_page_says_whose_player_is_suspended_and_to_nobody_else(
    game: Game, master: User
):
    player, ada = author(game), factories.person("Ada", is_superuser=True)
    User.objects.filter(pk=player.pk).update(is_active=False)
    page = reverse("games:master", args=[game.slug])
    replace = reverse("games:replace", args=[game.slug, "FRANCE"])
    assert f"France {player} suspended" in words(signed_in(master).get(page))
    assert words(signed_in(master).get(page)).count("suspended") == 1
    assert "suspended" in words(signed_in(master).get(replace))
    assert "suspended" not in words(signed_in(ada).get(replace))
    User.objects.filter(pk=player.pk).update(is_active=True)
    assert "suspended" not in words(signed_in(master).get(page))
