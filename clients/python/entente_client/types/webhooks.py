"""Answers about the places that get news of a game, or yours."""

from typing import TypedDict


class WebhookDelivery(TypedDict):
    at: str | None  # when it arrived, or is tried again
    event: str
    state: str
    problem: str


class Webhook(TypedDict):
    """A place that gets the news of a game, or yours."""

    id: str
    kind: str
    address: str  # shortened
    language: str
    since: str
    made_by: str
    waiting: int
    deliveries: list[WebhookDelivery]


class WebhookList(TypedDict):
    webhooks: list[Webhook]
