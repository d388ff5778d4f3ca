"""Format for a program of one's own: a JSON object, signed with the webhook's key.

The signature is the HMAC-SHA256 of the timestamp, a full stop and the body, in hexadecimal digits.
docs/webhooks.md describes the whole format.
"""

import hashlib
import hmac
from typing import Any

from django.utils.translation import get_language

from accounts import clock

from ....core.links import absolute_url
from ....models import Game, WebhookDelivery
from ...http import Request
from ..body import JSON_HEADERS, json_body
from ..content import TEST, NewsItem, PersonalFacts

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
    common = {
        "version": VERSION,
        "delivery": delivery.key,
        "event": _kind(item),
        "at": item.at.isoformat(),
        "language": get_language(),
        "game": _game(item.game),
        "title": item.title,
        "url": item.url,
    }
    return common | (_of_person(item.personal) if item.personal else _of_game(item))


def _kind(item: NewsItem) -> str:
    if item.personal:
        return item.personal.kind
    return item.event.kind if item.event else TEST


def _game(game: Game | None) -> dict[str, str] | None:
    if game is None:
        return None
    return {
        "slug": game.slug,
        "title": game.title,
        "url": absolute_url(game.get_absolute_url()),
    }


def _of_person(facts: PersonalFacts) -> dict[str, Any]:
    return {
        "phase": facts.phase,
        "powers": list(facts.powers),
        "due_at": facts.due_at.isoformat() if facts.due_at else None,
    }


def _of_game(item: NewsItem) -> dict[str, Any]:
    event = item.event
    phase = event.phase if event else None
    seat = event.seat if event else None
    return {
        "phase": phase.code if phase else None,
        "power": seat.power if seat else None,
        "text": item.text,
        "author": item.author or None,
        "picture": item.picture or None,
        "report": item.report or None,
    }
