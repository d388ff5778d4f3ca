"""Adding, testing and switching off webhooks; the log does not show their addresses."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts import clock
from games.core.errors import Refused
from games.models import Event, Game, Webhook, WebhookDelivery
from games.notifications.webhooks import subscriptions
from games.wording import events

from .conftest import KEY, add_webhook, master_of

URL = "https://hooks.example.org/services/a-secret-token"


def test_the_log_says_who_did_it_and_nothing_of_the_address(game: Game) -> None:
    webhook = add_webhook(game, URL)
    subscriptions.switch_off(webhook, by=master_of(game))
    added, off = game.events.filter(kind__startswith="webhook").order_by("pk")
    assert (added.kind, off.kind) == (Event.Kind.WEBHOOK_ADDED, Event.Kind.WEBHOOK_OFF)
    for event in (added, off):
        assert events.author(event, names_open=False) == "Mia Master"
        said = f"{events.sentence(event, names_open=True)} {event.text}"
        assert not [word for word in ("example", "token", KEY, "json") if word in said]


def test_a_webhook_that_is_switched_off_loses_its_address(game: Game) -> None:
    webhook = add_webhook(game, URL)
    subscriptions.switch_off(webhook, by=master_of(game))
    webhook.refresh_from_db()
    assert (webhook.url, webhook.secret, webhook.username) == ("", "", "")
    with pytest.raises(Refused, match="already"):
        subscriptions.switch_off(webhook, by=master_of(game))
    with pytest.raises(Refused, match="switched off"):
        subscriptions.try_out(webhook)
    assert game.events.filter(kind=Event.Kind.WEBHOOK_OFF).count() == 1
    add_webhook(game, URL)  # and may come again


def test_no_address_is_added_twice(game: Game) -> None:
    add_webhook(game, URL)
    with pytest.raises(Refused, match="News of this game is already sent there"):
        add_webhook(game, URL)
    assert game.webhooks.count() == 1


def test_two_topics_of_one_forum_are_two_webhooks(game: Game) -> None:
    fields = {"kind": Webhook.Kind.DISCOURSE, "username": "herald"}
    add_webhook(game, "https://forum.example.org", topic=1, **fields)
    add_webhook(game, "https://forum.example.org", topic=2, **fields)
    assert game.webhooks.count() == 2


def test_a_game_has_ten_webhooks_at_most(game: Game) -> None:
    webhooks = [add_webhook(game, f"{URL}{number}") for number in range(subscriptions.MOST)]
    with pytest.raises(Refused, match="at most 10"):
        add_webhook(game, URL)
    subscriptions.switch_off(webhooks[0], by=master_of(game))
    add_webhook(game, URL)


def test_a_test_waits_for_the_last_one(game: Game) -> None:
    webhook = add_webhook(game, URL)
    subscriptions.try_out(webhook)
    with pytest.raises(Refused, match="A test is already on its way"):
        subscriptions.try_out(webhook)
    WebhookDelivery.objects.update(send_at=None)
    subscriptions.try_out(webhook)
    assert webhook.deliveries.count() == 2


@pytest.mark.parametrize(
    "broken",
    [
        {"kind": "fax"},
        {"secret": ""},
        {"kind": "discourse"},
        {"kind": "discourse", "topic": 3, "username": ""},
        {"off_at": clock.now()},
    ],
)
def test_the_database_refuses_an_impossible_webhook(game: Game, broken: dict[str, Any]) -> None:
    fields = {
        "kind": "json", "url": URL, "secret": KEY, "username": "herald", "language": "en",
        "made_by": master_of(game), "since": clock.now(),
    }  # fmt: skip
    with pytest.raises(IntegrityError), transaction.atomic():
        Webhook.objects.create(game=game, **{**fields, **broken})


def test_the_database_refuses_a_delivery_that_was_sent_and_waits(game: Game) -> None:
    webhook, now = add_webhook(game, URL), clock.now()
    with pytest.raises(IntegrityError), transaction.atomic():
        WebhookDelivery.objects.create(webhook=webhook, created_at=now, send_at=now, sent_at=now)
