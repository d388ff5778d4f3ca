"""Webhooks in words: addresses that get the news of a game, and their last deliveries."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from ...models import Event, Game, Webhook, WebhookDelivery
from ...wording import events
from ...wording.notifications import notification_sentence

LAST = 5
ABOUT_EVENTS = ("phase", "seat", "actor", "subject", "vote")
# Characters of an address that are shown, so that its owner recognizes it, and that are hidden.
SHOWN_END, HIDDEN = 4, 16
# Reasons why a delivery failed, by the word that is stored in its row.
TROUBLES: Mapping[str, object] = {
    "private": gettext_lazy(
        "the address leads to a private network, and nothing may be sent there"
    ),
    "not listed": gettext_lazy(
        "this site may not contact that host until its administrator allows it"
    ),
    "not https": gettext_lazy("its address begins with http://, but news is sent only over https"),
    "no host": gettext_lazy("there is no host with that name"),
    "certificate": gettext_lazy("its certificate is not valid for that name"),
    "tls": gettext_lazy("no secure connection could be made"),
    "too slow": gettext_lazy("it took too long to answer"),
    "refused": gettext_lazy("it refuses connections"),
    "broken off": gettext_lazy("it closed the connection"),
    "not written": gettext_lazy(
        "the site couldn’t write this news; its administrator "
        "can find the reason in the server’s log"
    ),
}
# The same, by the HTTP status of the answer.
ANSWERS: Mapping[str, object] = {
    "400": gettext_lazy("it doesn’t understand what is sent there"),
    "401": gettext_lazy("it doesn’t recognize the key"),
    "403": gettext_lazy("the key doesn’t allow this"),
    "404": gettext_lazy("there is nothing at this address; it may have been revoked"),
    "410": gettext_lazy("there is nothing at this address; it may have been revoked"),
    "422": gettext_lazy("it doesn’t accept this text"),
    "429": gettext_lazy("too much was sent there in a short time"),
}


@dataclass(frozen=True)
class DeliveryLine:
    """A delivery: its `state` in words, the style of its `badge`, and `why` it failed, if so."""

    delivery: WebhookDelivery
    title: str
    badge: str
    state: str
    why: str

    @property
    def at(self) -> dt.datetime | None:
        """Time of arrival or of the next attempt, None before the first attempt.

        If the delivery was given up, it is the time at which it was made.
        """
        if self.delivery.send_at is None:
            return self.delivery.sent_at or self.delivery.created_at
        return self.delivery.send_at if self.delivery.status else None


@dataclass(frozen=True)
class WebhookCard:
    """A webhook that is on. `address` is shortened, so that nobody can post with it."""

    webhook: Webhook
    address: str
    waiting: int
    lines: list[DeliveryLine]


def webhook_cards(game: Game) -> list[WebhookCard]:
    webhooks = game.webhooks.active().select_related("made_by").order_by("pk")
    return [_card(game, webhook) for webhook in webhooks]


def own_webhook_cards(person: User) -> list[WebhookCard]:
    """The webhooks that get the notifications of `person`."""
    webhooks = Webhook.objects.of_person(person).select_related("made_by").order_by("pk")
    return [_card(None, webhook) for webhook in webhooks]


def address(webhook: Webhook) -> str:
    """The shortened address of a webhook: with the whole address anybody could post there."""
    parts = urlsplit(webhook.url)
    host = parts.hostname or ""
    if webhook.kind == Webhook.Kind.DISCOURSE:
        return _("%(host)s, topic %(topic)d") % {"host": host, "topic": webhook.topic or 0}
    secret = f"{parts.path}{parts.query}"
    return f"{host}/…{secret[HIDDEN:][-SHOWN_END:]}"


def _card(game: Game | None, webhook: Webhook) -> WebhookCard:
    deliveries = webhook.deliveries.select_related(
        *(f"event__{name}" for name in ABOUT_EVENTS),
        *("notification__game", "notification__phase"),
        *(f"notification__event__{name}" for name in ABOUT_EVENTS),
    )
    return WebhookCard(
        webhook=webhook,
        address=address(webhook),
        waiting=deliveries.filter(send_at__isnull=False).count(),
        lines=list(_lines(game, deliveries.order_by("-pk")[:LAST])),
    )


def _lines(game: Game | None, deliveries: Iterable[WebhookDelivery]) -> Iterator[DeliveryLine]:
    for delivery in deliveries:
        yield DeliveryLine(delivery, _title(game, delivery), *_state(delivery))


def _title(game: Game | None, delivery: WebhookDelivery) -> str:
    event = delivery.event
    if delivery.notification is not None:
        return notification_sentence(delivery.notification)
    if event is None:
        return _("Test")
    if event.kind == Event.Kind.ANNOUNCED:
        return _("Announcement from the game master")
    return events.sentence(event, names_open=game is not None and game.names_are_open)


def _state(delivery: WebhookDelivery) -> tuple[str, str, str]:
    if delivery.sent_at:
        return "good", _("arrived"), ""
    if delivery.status == "needless":
        return "info", _("not sent"), _("there was nothing left to tell")
    if delivery.send_at is None:
        return "danger", _("failed"), _why(delivery.status)
    if delivery.status:
        return "warn", _("will be tried again"), _why(delivery.status)
    return "info", _("on its way"), ""


def _why(status: str) -> str:
    if status in TROUBLES:
        return str(TROUBLES[status])
    if not status:
        return ""
    said = _("it answered with status %(status)s") % {"status": status}
    return f"{said}: {ANSWERS[status]}" if status in ANSWERS else said
