"""The site's key for push services (VAPID, RFC 8292), and whether push is switched on.

The key is a private key of the curve P-256: a number of 32 bytes in base64url without padding, as
other programs write it too. The settings module checks its value with this module, so this module
imports no models.
"""

import base64
import re
import secrets

from django.conf import settings

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
LENGTH = 32  # bytes


def new() -> str:
    return encoded((secrets.randbelow(ORDER - 1) + 1).to_bytes(LENGTH))


def is_key(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z0-9_-]{43}", text)) and 0 < number_of(text) < ORDER


def number_of(key: str) -> int:
    return int.from_bytes(decoded(key))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Return the bytes of a text in base64url without padding.

    Raises `ValueError` if `text` is not base64url.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def is_on() -> bool:
    """Whether push is switched on: there is a key."""
    return bool(settings.VAPID_KEY)
