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


class KeyReused(Exception):  # noqa: N818 - a normal answer, not a fault
    """The key came with other content before."""


def remember(person: User, key: uuid.UUID, content: bytes) -> None:
    """Store that the person sent this with a key, in the transaction that creates it.

    Another request with the key waits until that transaction has ended. Raises `KeyReused` if the
    key is known with other content.
    """
    digest = hashlib.sha256(content).hexdigest()
    row, _made = IdempotencyKey.objects.get_or_create(
        key=key, defaults={"person": person, "digest": digest, "used_at": clock.now()}
    )
    if row.digest != digest:
        raise KeyReused


def erase(person: User) -> None:
    """Delete the keys of a person whose account is closed."""
    IdempotencyKey.objects.filter(person=person).delete()


def delete_expired() -> None:
    """Delete keys that were used a while ago."""
    IdempotencyKey.objects.filter(used_at__lte=clock.now() - KEPT).delete()
