"""Encryption of a push message for one browser (RFC 8291, in the encoding of RFC 8188).

docs/architecture.md says which libraries do this, and why they are not used.
"""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .keys import decoded

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes: services take no longer messages, so a message is one record
LONGEST = RECORD - 16 - 1 - 86  # bytes, without the AES-GCM tag, the delimiter and the header
LAST_RECORD = b"\x02"  # the delimiter at the end of the last record (RFC 8188, 2)


def encrypt(text: bytes, *, key: str, auth: str) -> bytes:
    """Encrypt `text` for the browser with the public `key` and the secret `auth`.

    Both are in base64url. Raises `ValueError` if `text` has more than `LONGEST` bytes, or `key` is
    invalid.
    """
    if len(text) > LONGEST:
        raise ValueError(f"{len(text)} bytes are too many for a push message")
    sender = ec.generate_private_key(CURVE)
    return _encrypt(text, decoded(key), decoded(auth), sender=sender, salt=os.urandom(16))


def _encrypt(
    text: bytes, key: bytes, auth: bytes, *, sender: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key))
    public = public_point(sender)
    secret = _derive(shared, auth, b"WebPush: info\0" + key + public, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([len(public)]) + public
    return header + AESGCM(content_key).encrypt(nonce, text + LAST_RECORD, None)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public part of `key` as an uncompressed point, the form used in messages and headers."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
