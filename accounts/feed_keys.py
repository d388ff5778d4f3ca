"""Secret keys in the addresses of a person's calendars and news feeds."""

import secrets

from accounts.models import User

KEY_BYTES = 16  # 128 bits cannot be guessed


def new_key() -> str:
    return secrets.token_hex(KEY_BYTES)


def renew(person: User) -> None:
    """Give `person` a new key. URLs with the old key stop working."""
    _set(person, new_key())


def revoke(person: User) -> None:
    """Remove the key of `person` for good."""
    _set(person, None)


def _set(person: User, key: str | None) -> None:
    person.feed_key = key
    # The account may have been closed meanwhile: then it gets no key.
    User.objects.not_closed().filter(pk=person.pk).update(feed_key=key)
