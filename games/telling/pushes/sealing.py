"""Sealing a message so that only one browser reads it (RFC 8291, in the coding of RFC 8188)."""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .encoding import decoded

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes: services take no longer messages, so all is one record
LONGEST = RECORD - 16 - 1 - 86  # bytes, without the seal, the mark of the end and the header
END = b"\x02"


def seal(text: bytes, *, key: str, auth: str) -> bytes:
    """What the browser with the public `key` and the secret `auth`, in base64url, can open.

    Raises `ValueError` if `text` has more than `LONGEST` bytes, or the key is none.
    """
    if len(text) > LONGEST:
        raise ValueError(f"{len(text)} bytes are too many for a push message")
    sender = ec.generate_private_key(CURVE)
    return _sealed(text, decoded(key), decoded(auth), sender=sender, salt=os.urandom(16))


def _sealed(
    text: bytes, key: bytes, auth: bytes, *, sender: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key))
    public = point(sender)
    secret = _derived(shared, auth, b"WebPush: info\0" + key + public, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([len(public)]) + public
    return header + AESGCM(content_key).encrypt(nonce, text + END, None)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Its public key, as it stands in messages and headers."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
