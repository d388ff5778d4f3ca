"""The key of a person's feeds: made, revoked, and what it opens."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import account_closing, clock, feed_keys
from accounts.models import User
from accounts.sign_in import adapter
from games.models import Game
from tests import factories

from .conftest import fetch, key_of

PAGE = "/feeds/"
# The addresses of a game that have a key.
KEYED = pytest.mark.parametrize("name", ["keyed_calendar", "keyed_news"])
OPEN = pytest.mark.parametrize("name", ["calendar", "news"])


@pytest.fixture
def private(game: Game) -> Game:
    game.visibility = Game.Visibility.PRIVATE
    game.save(update_fields=["visibility"])
    return game


@pytest.fixture
def own(reader: User) -> Client:
    client = Client()
    client.force_login(reader)
    factories.confirm_identity(client, reader)
    return client


def path(name: str, game: Game, *key: str) -> str:
    return reverse(f"games:{name}", args=[game.slug, *key])


# The page


def test_a_person_has_no_key_until_they_ask_for_it(own: Client, reader: User):
    page = own.get(PAGE).content.decode()
    assert "Create my addresses" in page
    assert ".ics" not in page
    own.post(PAGE, {"act": "renew"})
    reader.refresh_from_db()
    assert re.fullmatch("[0-9a-f]{32}", reader.feed_key or "")
    assert f"/calendar-{reader.feed_key}.ics" in own.get(PAGE).content.decode()


def test_the_page_names_calendar_and_news_of_each_game(own: Client, reader: User, private: Game):
    key = key_of(reader)
    page = own.get(PAGE).content.decode()
    assert path("keyed_calendar", private, key) in page
    assert path("keyed_news", private, key) in page


def test_a_new_key_takes_the_place_of_the_old(own: Client, reader: User, game: Game):
    old = key_of(reader)
    own.post(PAGE, {"act": "renew"})
    new = key_of(reader)
    assert fetch(f"/calendar-{old}.ics").status_code == 404
    assert fetch(f"/calendar-{new}.ics").status_code == 200


def test_a_key_that_was_revoked_opens_nothing(own: Client, reader: User):
    key = key_of(reader)
    own.post(PAGE, {"act": "revoke"})
    assert User.objects.get(pk=reader.pk).feed_key is None
    assert fetch(f"/calendar-{key}.ics").status_code == 404


def test_a_new_password_takes_the_key_from_those_who_knew_the_old_one(
    own: Client, reader: User, game: Game
):
    old = key_of(reader)
    reader.set_password("the-old-pass-phrase")
    reader.save(update_fields=["password"])
    own.force_login(reader)
    factories.confirm_identity(own, reader)
    url = reverse("account_change_password")
    assert "addresses of your calendars" in own.get(url).content.decode()
    typed = {"oldpassword": "the-old-pass-phrase"}
    typed |= dict.fromkeys(("password1", "password2"), "quite-another-phrase-7")
    assert own.post(url, typed).status_code == 302
    assert fetch(f"/calendar-{old}.ics").status_code == 404
    assert fetch(f"/calendar-{key_of(reader)}.ics").status_code == 200


def test_a_new_password_makes_no_key_for_who_has_none(own: Client, reader: User):
    feed_keys.revoke(reader)
    adapter.AccountAdapter().set_password(reader, "quite-another-phrase-7")
    assert User.objects.get(pk=reader.pk).feed_key is None


def test_nobody_makes_a_key_for_a_closed_account(reader: User):
    account_closing.close(reader)
    feed_keys.renew(reader)
    assert User.objects.get(pk=reader.pk).feed_key is None


# Access by key


@OPEN
def test_feeds_of_a_public_game_are_open_to_all_and_those_of_a_private_game_to_nobody(
    private: Game, name: str, own: Client
):
    assert own.get(path(name, private)).status_code == 404
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    assert fetch(path(name, private)).status_code == 200


@KEYED
def test_a_key_reads_what_its_person_may_see(private: Game, reader: User, name: str):
    assert fetch(path(name, private, key_of(reader))).status_code == 200
    assert fetch(path(name, private, key_of(factories.person()))).status_code == 404
    assert fetch(path(name, private, "0" * 32)).status_code == 404


@KEYED
def test_a_former_player_of_a_private_game_reads_nothing_of_it(
    private: Game, master: User, name: str
):
    key = key_of(master)
    assert fetch(path(name, private, key)).status_code == 200
    private.masterships.update(until=clock.now())
    assert fetch(path(name, private, key)).status_code == 404


@KEYED
def test_an_account_that_is_suspended_or_closed_reads_nothing(game: Game, reader: User, name: str):
    key = key_of(reader)
    User.objects.filter(pk=reader.pk).update(is_active=False)
    assert fetch(path(name, game, key)).status_code == 404
    assert fetch(f"/calendar-{key}.ics").status_code == 404
    User.objects.filter(pk=reader.pk).update(is_active=True)
    account_closing.close(User.objects.get(pk=reader.pk))
    assert fetch(path(name, game, key)).status_code == 404
    assert fetch(f"/calendar-{key}.ics").status_code == 404


# Headers


def answers(game: Game, key: str, name: str, *, client: Client) -> list[Any]:
    return [client.get(path(name, game)), client.get(path(f"keyed_{name}", game, key))]


@OPEN
def test_no_answer_depends_on_a_cookie_or_sets_one(
    game: Game, reader: User, own: Client, name: str
):
    stale = Client()
    stale.cookies[settings.SESSION_COOKIE_NAME] = "a session that has ended"
    stale.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    key = key_of(reader)
    for got in zip(
        *(answers(game, key, name, client=each) for each in (Client(), own, stale)),
        strict=True,
    ):
        assert len({answer.content for answer in got}) == 1
        assert not [answer.cookies for answer in got if answer.cookies]
        assert not [answer for answer in got if "Vary" in answer]
        assert {answer["Content-Language"] for answer in got} == {"en"}


@OPEN
def test_an_answer_says_which_caches_may_keep_it(game: Game, reader: User, name: str):
    public, keyed = answers(game, key_of(reader), name, client=Client())
    assert public["Cache-Control"] == "public, max-age=300"
    assert keyed["Cache-Control"] == "private, no-cache"
    assert {public["Referrer-Policy"], keyed["Referrer-Policy"]} == {"no-referrer"}
