"""Webhooks: addresses of services and programs that get the news of a game or a person."""

import datetime as dt
from typing import Annotated

from django.conf import settings
from pydantic import Field

from ...models import Webhook as WebhookRow
from ...models.webhook import LONGEST_ADDRESS, LONGEST_SECRET
from .common import Input, Output
from .settings import Among, choices_of

VISIBLE = "^[!-~]+$"
LONGEST_ACCOUNT = 60


class NewWebhook(Input):
    """A place for news; `secret` and `username` only for kinds that need them."""

    kind: Annotated[str, choices_of(WebhookRow, "kind")]
    url: Annotated[str, Field(min_length=1, max_length=LONGEST_ADDRESS, pattern=VISIBLE)] = Field(
        description="For discourse, the address of the topic.",
        examples=["https://discord.com/api/webhooks/1/abc"],
    )
    secret: Annotated[str, Field(max_length=LONGEST_SECRET, pattern=VISIBLE)] | None = Field(
        None,
        description="For json, the key that signs the news; for discourse, the forum’s API key.",
    )
    username: Annotated[str, Field(max_length=LONGEST_ACCOUNT, pattern=VISIBLE)] | None = Field(
        None, description="For discourse, the account of the forum that posts."
    )
    language: Annotated[str, Among(code for code, _name in settings.LANGUAGES)] | None = Field(
        None, description="The language of the news; null: that of the game, or yours."
    )


class WebhookDelivery(Output):
    at: dt.datetime | None = Field(description="When it arrived, or is tried again.")
    event: str = Field(description="The news in words.")
    state: str = Field(description="In words: arrived, on its way, will be tried again, failed.")
    problem: str = Field(description="Why it did not arrive, or empty.")


class Webhook(Output):
    """A place that gets the news. Its whole address and its key are never shown again."""

    id: str
    kind: str
    address: str = Field(description="Shortened, so that nobody can post there.")
    language: str
    since: dt.datetime
    made_by: str
    waiting: int = Field(description="The number of deliveries that wait.")
    deliveries: list[WebhookDelivery] = Field(description="The last ones, the newest first.")


class WebhookList(Output):
    webhooks: list[Webhook]
