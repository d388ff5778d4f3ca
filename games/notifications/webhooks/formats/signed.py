"""Format for a program of the game master's own: a JSON object, signed with the webhook's key.

The signature is the HMAC-SHA256 of the timestamp, a full stop and the body, in hexadecimal digits.
docs/webhooks.md describes the whole format.
"""

import hashlib
import hmac
from typing import Any

from django.utils.translation import get_language

from accounts import clock

from ....core.links import absolute_url
from ....models import WebhookDelivery
from ...http import Request
from ..body import JSON_HEADERS, json_body
from ..content import NewsItem

VERSION = 1


def write(item: NewsItem, delivery: WebhookDelivery) -> Request:
    content = json_body(document(item, delivery))
    timestamp = str(int(clock.now().timestamp()))
    headers = {
        **JSON_HEADERS,
        "X-Entente-Delivery": delivery.key,
        "X-Entente-Timestamp": timestamp,
        "X-Entente-Signature": f"sha256={signature(delivery.webhook.secret, timestamp, content)}",
    }
    return Request(delivery.webhook.url, content, headers)


def signature(secret: str, timestamp: str, content: bytes) -> str:
    signed = f"{timestamp}.".encode() + content
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def document(item: NewsItem, delivery: WebhookDelivery) -> dict[str, Any]:
    event, game = item.event, item.game
    phase = event.phase if event else None
    seat = event.seat if event else None
    return {
        "version": VERSION,
        "delivery": delivery.key,
        "event": event.kind if event else "test",
        "at": item.at.isoformat(),
        "language": get_language(),
        "game": {
            "slug": game.slug,
            "title": game.title,
            "url": absolute_url(game.get_absolute_url()),
        },
        "phase": phase.code if phase else None,
        "power": seat.power if seat else None,
        "title": item.title,
        "text": item.text,
        "author": item.author or None,
        "url": item.url,
        "picture": item.picture or None,
        "report": item.report or None,
    }
