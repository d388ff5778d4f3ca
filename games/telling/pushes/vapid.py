"""Saying to a push service who sends (VAPID, RFC 8292)."""

import datetime as dt
import json
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from ... import clock
from . import keys
from .encoding import encoded
from .sealing import CURVE, point

GOOD_FOR = dt.timedelta(hours=12)  # services allow a day


def public_key() -> str:
    """What a browser is told when it asks its service for an endpoint: only the bearer of our
    private key can then send there."""
    return encoded(point(_key(settings.VAPID_KEY)))


def authorization(endpoint: str) -> str:
    """The header `Authorization` of a message to `endpoint`."""
    parts = urlsplit(endpoint)
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((clock.now() + GOOD_FOR).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    said = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    return f"vapid t={said}.{_signature(said.encode())}, k={public_key()}"


def _part(fields: dict[str, str | int]) -> str:
    return encoded(json.dumps(fields, separators=(",", ":")).encode())


def _signature(said: bytes) -> str:
    """As JWT has it (RFC 7518, 3.4): both numbers in 32 bytes, one after the other."""
    signature = _key(settings.VAPID_KEY).sign(said, ec.ECDSA(SHA256()))
    return encoded(b"".join(each.to_bytes(32) for each in decode_dss_signature(signature)))


@cache
def _key(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(keys.number_of(key), CURVE)
