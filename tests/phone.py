"""A browser's keys for push messages, and their decryption according to RFC 8291."""

import hashlib
import hmac
import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.notifications.push.keys import encoded

SALT, POINT, SIZE = 16, 65, 4  # bytes, in the order of the header
HEADER = SALT + SIZE + 1 + POINT


class Phone:
    """A browser: its private key and the secret that it shares with the site."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def point(self) -> bytes:
        public = self.private.public_key()
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        """Its keys as a browser sends them to the site."""
        return {"key": encoded(self.point), "auth": encoded(self.auth)}

    def opened(self, body: bytes) -> bytes:
        """Return the decrypted `body`. Raise if it is for another browser or was changed."""
        salt, size, sender = body[:SALT], body[SALT : SALT + SIZE], body[HEADER - POINT : HEADER]
        assert body[SALT + SIZE] == POINT
        assert len(body) <= int.from_bytes(size) == 4096
        shared = self.private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        key_info = b"WebPush: info\0" + self.point + sender
        secret = _expand(_extract(self.auth, shared), key_info, 32)
        inner = _extract(salt, secret)
        key = _expand(inner, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(inner, b"Content-Encoding: nonce\0", 12)
        record = AESGCM(key).decrypt(nonce, body[HEADER:], None)
        assert record.endswith(b"\x02"), "this is not the last record"
        return record[:-1]

    def read(self, body: bytes) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.opened(body))
        return found


def _extract(salt: bytes, secret: bytes) -> bytes:
    return hmac.digest(salt, secret, hashlib.sha256)


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    """Expand a key as HKDF does; one block is enough for all keys here."""
    return hmac.digest(key, info + b"\x01", hashlib.sha256)[:length]
