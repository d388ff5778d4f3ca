"""The formats of webhooks, a module for each kind of receiver."""

from collections.abc import Callable, Mapping

from ....models import Webhook, WebhookDelivery
from ...http import Request
from ..content import NewsItem
from . import discord, discourse, mattermost, signed, slack

KIND = Webhook.Kind
WRITERS: Mapping[str, Callable[[NewsItem, WebhookDelivery], Request]] = {
    KIND.DISCORD: discord.write,
    KIND.SLACK: slack.write,
    KIND.MATTERMOST: mattermost.write,
    KIND.DISCOURSE: discourse.write,
    KIND.JSON: signed.write,
}


def write(item: NewsItem, delivery: WebhookDelivery) -> Request:
    """The request that posts `item` to the webhook of `delivery`."""
    return WRITERS[delivery.webhook.kind](item, delivery)
