"""Sender identification for push services (VAPID, RFC 8292)."""

import datetime as dt
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from accounts import clock

from ...models import Browser
from ..http import Request
from . import encryption, keys
from .content import Content

TOKEN_LIFETIME = dt.timedelta(hours=12)  # services allow a day
# Time for which a service keeps a message while the browser is off: older news is stale.
KEPT_FOR = dt.timedelta(days=1)


def push_request(content: Content, browser: Browser) -> Request:
    """The request that sends `content` to `browser`.

    Raises `ValueError` if the content is too long or the key of the browser is invalid.
    """
    return Request(
        url=browser.endpoint,
        body=encryption.encrypt(content.document, key=browser.key, auth=browser.auth),
        headers={
            "Authorization": authorization(browser.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(KEPT_FOR.total_seconds())),
            # If a message is sent twice before it is delivered, the service delivers it once.
            "Topic": content.tag,
        },
    )


def public_key() -> str:
    """The key that a browser gives to its push service.

    The service then accepts messages for this browser only from the owner of our private key.
    """
    return keys.encoded(encryption.public_point(_private_key(settings.VAPID_KEY)))


def authorization(endpoint: str) -> str:
    """The header `Authorization` of a message to `endpoint`."""
    parts = urlsplit(endpoint)
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((clock.now() + TOKEN_LIFETIME).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    token = jwt.encode(claims, _private_key(settings.VAPID_KEY), algorithm="ES256")
    return f"vapid t={token}, k={public_key()}"


@cache
def _private_key(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(keys.number_of(key), encryption.CURVE)
