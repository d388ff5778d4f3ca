"""Games whose news goes to a receiver on this machine."""

from typing import Any

import pytest

from accounts import clock
from accounts.models import User
from games.game_master import masters
from games.models import Game, Webhook, WebhookDelivery
from games.notifications.webhooks import subscriptions

from ..receiver import Receiver

KEY = "a signing key of the tests"


def add_webhook(game: Game, url: str, **fields: Any) -> Webhook:
    """Add a webhook, by default for signed JSON."""
    given = {"kind": Webhook.Kind.JSON, "secret": KEY, "language": "en", **fields}
    return subscriptions.add(game, by=master_of(game), url=url, **given)


def master_of(game: Game) -> User:
    return game.masterships.current().get().person


@pytest.fixture
def webhook(game: Game, receiver: Receiver) -> Webhook:
    return add_webhook(game, receiver.url())


def announce(game: Game, *texts: str) -> None:
    for text in texts:
        masters.announce(game, text, by=master_of(game))


def waiting(webhook: Webhook) -> list[WebhookDelivery]:
    return list(webhook.deliveries.filter(send_at__isnull=False).order_by("event"))


def let_all_be_due() -> None:
    WebhookDelivery.objects.filter(send_at__isnull=False).update(send_at=clock.now())
