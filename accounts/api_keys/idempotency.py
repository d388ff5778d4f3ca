"""Idempotency keys: whether a request that creates something is sent again, or is another one.

Only a hash of what was sent is kept. So a repeated request is known also after what it created was
changed, and one with other content is refused.
"""

import datetime as dt
import hashlib
import uuid

from accounts import clock
from accounts.models import IdempotencyKey, User

KEPT = dt.timedelta(days=30)
_NAMESPACE = uuid.UUID("0e0d3c2b-8c3a-5d43-9c5e-6e2a2f6f7a11")


class KeyReused(Exception):  # noqa: N818 - a normal answer, not a fault
    """The key came with other content before."""


def find(person: User, key: str, content: bytes) -> uuid.UUID | None:
    """Return the `request_key` of what this request of a person has created; None before that.

    Raises `KeyReused`.
    """
    row = IdempotencyKey.objects.filter(pk=_row_key(person, key)).first()
    return _checked(row, content) if row else None


def remember(person: User, key: str, content: bytes) -> uuid.UUID:
    """Store that the person sends this with a key; return the `request_key` of what it creates.

    Called in the transaction that creates it: another request with the key waits for its end.
    Raises `KeyReused`.
    """
    values = {"person": person, "digest": _digest(content), "used_at": clock.now()}
    row, _made = IdempotencyKey.objects.get_or_create(pk=_row_key(person, key), defaults=values)
    return _checked(row, content)


def erase(person: User) -> None:
    """Delete the keys of a person whose account is closed."""
    IdempotencyKey.objects.filter(person=person).delete()


def delete_expired() -> None:
    """Delete keys that were used a while ago."""
    IdempotencyKey.objects.filter(used_at__lte=clock.now() - KEPT).delete()


def _row_key(person: User, key: str) -> uuid.UUID:
    return uuid.uuid5(_NAMESPACE, f"{person.pk} {key}")


def _checked(row: IdempotencyKey, content: bytes) -> uuid.UUID:
    if row.digest != _digest(content):
        raise KeyReused
    return row.request_key


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
