"""The key by which the services that push to browsers know this site (VAPID, RFC 8292).

It is a private key of the curve P-256: a number of 32 bytes in base64url without its padding, as
other programs write it too. The settings are checked by this module, so it needs none of them.
"""

import re
import secrets

from .encoding import decoded, encoded

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
LENGTH = 32  # bytes


def new() -> str:
    return encoded((secrets.randbelow(ORDER - 1) + 1).to_bytes(LENGTH))


def is_key(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z0-9_-]{43}", text)) and 0 < number_of(text) < ORDER


def number_of(key: str) -> int:
    return int.from_bytes(decoded(key))
