"""For a program of somebody's own: a JSON object, signed so that it knows from whom it comes.

The signature is the HMAC-SHA256 of the timestamp, a point and the body, with the hook's key, in
hexadecimal digits. docs/mastering.md describes all of it.
"""

import hashlib
import hmac
from typing import Any

from django.utils.translation import get_language

from ... import clock
from ...feeds.addresses import whole
from ...models import Posting
from ..calling import Request
from ..pieces import Piece
from .fitting import JSON, body

VERSION = 1


def write(piece: Piece, posting: Posting) -> Request:
    written = body(document(piece, posting))
    moment = str(int(clock.now().timestamp()))
    headers = {
        **JSON,
        "X-Entente-Delivery": posting.key,
        "X-Entente-Timestamp": moment,
        "X-Entente-Signature": f"sha256={signature(posting.hook.secret, moment, written)}",
    }
    return Request(posting.hook.url, written, headers)


def signature(secret: str, moment: str, written: bytes) -> str:
    signed = f"{moment}.".encode() + written
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def document(piece: Piece, posting: Posting) -> dict[str, Any]:
    event, game = piece.event, piece.game
    phase = event.phase if event else None
    seat = event.seat if event else None
    return {
        "version": VERSION,
        "delivery": posting.key,
        "event": event.kind if event else "test",
        "at": piece.at.isoformat(),
        "language": get_language(),
        "game": {
            "slug": game.slug,
            "title": game.title,
            "url": whole(game.get_absolute_url()),
        },
        "phase": phase.code if phase else None,
        "power": seat.power if seat else None,
        "title": piece.title,
        "text": piece.text,
        "author": piece.author or None,
        "url": piece.url,
        "picture": piece.picture or None,
        "report": piece.report or None,
    }
