"""The pages of webhooks."""

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.game_master import masters
from games.models import Game, Webhook, WebhookDelivery
from games.notifications.webhooks import delivery, overview, subscriptions
from games.notifications.webhooks.places import TOPIC
from tests import factories

from .conftest import alerts, nothing_changes, signed_in, words

TOKEN = "https://discord.com/api/webhooks/123/a-secret-token-of-the-webhook"
KEY = "sixteen-signs-at-least"


@pytest.fixture
def webhook(game: Game, master: User) -> Webhook:
    return subscriptions.add(game, by=master, kind=Webhook.Kind.DISCORD, url=TOKEN, language="en")


def places(game: Game) -> str:
    return reverse("games:webhooks", args=[game.slug])


def adding(game: Game, kind: str) -> str:
    return reverse("games:add_webhook", args=[game.slug, kind])


SHEETS: dict[str, dict[str, str]] = {
    "discord": {"url": TOKEN},
    "slack": {"url": "https://hooks.slack.com/services/T0/B0/xyz"},
    "mattermost": {"url": "https://chat.example.org/hooks/xyz"},
    "discourse": {
        "url": "https://forum.example.org/t/the-game/123",
        "username": "herald",
        "secret": KEY,
    },
    "json": {"url": "https://example.org/news", "secret": KEY},
}


@pytest.mark.parametrize("kind", SHEETS)
def test_a_place_of_each_kind_is_added_and_no_page_shows_its_key_again(
    game: Game, master: User, kind: str
):
    client = signed_in(master)
    sheet = {**SHEETS[kind], "language": "es"}
    answer = client.post(adding(game, kind), sheet, follow=True)
    assert "News is sent there from now on" in words(answer)
    row = game.webhooks.get()
    assert (row.kind, row.language, row.made_by) == (kind, "es", master)
    assert (row.secret, row.username) == (sheet.get("secret", ""), sheet.get("username", ""))
    page = client.get(places(game)).content.decode()
    assert not [word for word in (KEY, "a-secret", "/services/", "/hooks/") if word in page]


def test_a_topic_is_taken_from_its_address(game: Game, master: User):
    signed_in(master).post(adding(game, "discourse"), {**SHEETS["discourse"], "language": "en"})
    row = game.webhooks.get()
    assert (row.url, row.topic) == ("https://forum.example.org", 123)


@pytest.mark.parametrize(
    ("path", "topic"),
    [
        ("/t/the-game/123", ("", "123")),
        ("/t/the-game/123/45", ("", "123")),
        ("/t/123", ("", "123")),
        ("/t/123/45", ("", "123")),
        ("/forum/t/the-game/123/", ("/forum", "123")),
        ("/t/2026-begins/7", ("", "7")),
        ("/c/games/12", None),
        ("/t/the-game", None),
        ("/", None),
    ],
)
def test_addresses_of_topics_are_told_from_others(path: str, topic: tuple[str, str] | None):
    found = TOPIC.fullmatch(path)
    assert (found and found.groups()) == topic


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "required"),
        ("discord.com/api", "Copy all of it"),
        ("ftp://example.org/", "Copy all of it"),
        ("https:///path", "Copy all of it"),
        ("https://example.org:99999/", "Copy all of it"),
        ("http://example.org/webhook", "must begin with https://"),
        ("https://me:secret@example.org/", "Remove the name and the password"),
        ("https://example.org/#part", "Remove the # "),
        ("https://127.0.0.1/webhook", "private network"),
        ("https://[::1]/webhook", "private network"),
        ("https://[::ffff:10.0.0.1]/webhook", "private network"),
        ("https://localhost/webhook", "private network"),
        ("https://LOCALHOST./webhook", "private network"),
        ("https://192.168.0.7/webhook", "private network"),
        ("https://exämple.org/", "ASCII"),
        ("https://example.org/a b", "ASCII"),
        ("https://example.org/" + "a" * 600, "at most 500"),
    ],
)
def test_a_refused_url_is_answered_with_what_is_needed(
    game: Game, master: User, url: str, said: str
):
    with nothing_changes():
        answer = signed_in(master).post(adding(game, "discord"), {"url": url, "language": "en"})
    assert said in alerts(answer)


@pytest.mark.parametrize(
    ("kind", "wrong", "said"),
    [
        ("json", {"secret": "short"}, "at least 16"),
        ("json", {"secret": "a" * 300}, "at most 200"),
        ("json", {"secret": "with\nline breaks\nin the key"}, "ASCII"),
        ("discourse", {"secret": ""}, "required"),
        ("discourse", {"username": ""}, "required"),
        ("discourse", {"username": "two\r\nlines"}, "ASCII"),
        (
            "discourse",
            {"url": "https://forum.example.org/c/games/12"},
            "isn’t the address of a topic",
        ),
        ("json", {"language": "tlh"}, "tlh"),
    ],
)
def test_a_field_that_a_kind_needs_is_required(
    game: Game, master: User, kind: str, wrong: dict[str, str], said: str
):
    with nothing_changes():
        sheet = {**SHEETS[kind], "language": "en", **wrong}
        answer = signed_in(master).post(adding(game, kind), sheet)
    assert said in alerts(answer)


def test_a_url_in_the_own_network_is_accepted_if_the_operator_allows_it(
    game: Game, master: User, settings: Any
):
    settings.PRIVATE_WEBHOOKS = True
    sheet = {"url": "http://localhost:3000/webhook", "language": "en"}
    assert signed_in(master).post(adding(game, "slack"), sheet).status_code == 302


def test_a_second_click_adds_no_second_place(game: Game, master: User):
    client, sheet = signed_in(master), {"url": TOKEN, "language": "en"}
    client.post(adding(game, "discord"), sheet)
    with nothing_changes():
        answer = client.post(adding(game, "discord"), sheet)
    assert "News of this game is already sent there." in alerts(answer)
    assert TOKEN in answer.content.decode()  # the input comes back to its author


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"sent_at": True, "status": "204"}, "arrived"),
        ({"status": ""}, "failed"),
        ({"status": "404"}, "failed"),
        ({"send_at": True, "status": "500"}, "It answered with status 500"),
        ({"send_at": True, "status": "404"}, "status 404: there is nothing at this address"),
        ({"send_at": True, "status": "private"}, "to a private network"),
        ({"send_at": True, "status": "too slow"}, "It took too long to answer"),
        ({"send_at": True}, "on its way"),
    ],
)
def test_the_page_says_what_became_of_the_last_news(
    game: Game, master: User, webhook: Webhook, fields: dict[str, Any], said: str
):
    masters.announce(game, "Dinner at eight.", by=master)
    delivery.plan()
    moments = {name: clock.now() for name in ("sent_at", "send_at") if fields.get(name)}
    row = {"send_at": None, "attempts": 3, **fields, **moments}
    WebhookDelivery.objects.update(**row)
    page = words(signed_in(master).get(places(game)))
    assert said in page
    assert "Announcement from the game master" in page
    assert "discord.com/…hook" in page


def test_the_page_counts_what_waits_and_names_each_place(
    game: Game, master: User, webhook: Webhook
):
    fields = {"kind": Webhook.Kind.JSON, "url": "https://example.org/", "secret": KEY}
    subscriptions.add(game, by=master, language="en", **fields)
    masters.announce(game, "Dinner at eight.", by=master)
    delivery.plan()
    page = words(signed_in(master).get(places(game)))
    assert page.count("Waiting 1 piece of news") == 2
    assert page.count("A program of your own (signed JSON)") == 2  # a place, and a link to add one


@pytest.mark.parametrize("word", overview.TROUBLES)
def test_each_trouble_has_its_sentence_and_fits_its_column(word: str):
    assert len(word) <= 12
    assert overview._why(word) == str(overview.TROUBLES[word])


def test_a_test_is_sent_from_the_page(game: Game, master: User, webhook: Webhook):
    client, url = signed_in(master), reverse("games:try_webhook", args=[game.slug, webhook.pk])
    assert "The test is on its way" in words(client.post(url, follow=True))
    assert webhook.deliveries.get().event is None
    with nothing_changes():
        answer = client.post(url, follow=True)
    assert "A test is already on its way. Check again in a minute." in alerts(answer)


def test_it_asks_before_it_is_switched_off(game: Game, master: User, webhook: Webhook):
    client, url = (
        signed_in(master),
        reverse("games:switch_webhook_off", args=[game.slug, webhook.pk]),
    )
    with nothing_changes():
        asked = client.get(url)
    assert "Stop sending news there?" in words(asked)
    assert "a-secret" not in asked.content.decode()
    answer = client.post(url, follow=True)
    assert "News is no longer sent there." in words(answer)
    assert "News of this game isn’t sent anywhere else yet." in words(answer)
    assert client.post(url).status_code == 404


def test_a_webhook_of_another_game_cannot_be_touched(game: Game, master: User):
    other = factories.begun_game(master)
    fields = {"kind": Webhook.Kind.DISCORD, "url": TOKEN, "language": "en"}
    theirs = subscriptions.add(other, by=master, **fields)
    client = signed_in(master)
    with nothing_changes():
        for name in ("games:try_webhook", "games:switch_webhook_off"):
            assert client.post(reverse(name, args=[game.slug, theirs.pk])).status_code == 404


def test_a_page_of_ten_webhooks_takes_few_queries(
    game: Game, master: User, django_assert_max_num_queries: Any
):
    for number in range(subscriptions.MOST):
        fields = {"kind": Webhook.Kind.DISCORD, "url": f"{TOKEN}{number}", "language": "en"}
        subscriptions.add(game, by=master, **fields)
    for number in range(8):
        masters.announce(game, f"Number {number}", by=master)
    delivery.plan()
    client = signed_in(master)
    with django_assert_max_num_queries(30):
        page = words(client.get(places(game)))
    assert page.count("Announcement from the game master") == subscriptions.MOST * overview.LAST


def test_the_log_tells_the_players_that_news_goes_elsewhere(
    game: Game, players: list[User], webhook: Webhook
):
    page = words(signed_in(players[0]).get(reverse("games:log", args=[game.slug])))
    assert "is now sent to one more place elsewhere" in page
    assert "discord" not in page.lower()


def test_news_of_the_lobby_is_sent_too(master: User):
    game = factories.open_game(master)
    sheet = {"url": TOKEN, "language": "en"}
    assert signed_in(master).post(adding(game, "discord"), sheet).status_code == 302
    assert "Send news elsewhere" in words(signed_in(master).get(game.get_absolute_url()))
    assert game.webhooks.get().since <= clock.now() + dt.timedelta(seconds=1)
