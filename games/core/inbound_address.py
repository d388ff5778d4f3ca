"""The addresses to which people mail orders and messages: the site's own, with “+” and a key.

Their keys are secret: no page but their owner's and no log shows one.
"""

import base64
import secrets

from django.conf import settings

KEY_BYTES = 16  # 128 bits cannot be guessed
KEY_LENGTH = 26  # characters of a key


def is_on() -> bool:
    """Whether the site takes orders and messages by mail."""
    return bool(settings.INBOUND_ADDRESS)


def new_key() -> str:
    return encoded(secrets.token_bytes(KEY_BYTES))


def encoded(data: bytes) -> str:
    """Return the bytes as small letters and digits: mail servers may change the case."""
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def decoded(text: str) -> bytes | None:
    """Return the bytes that `encoded` was given; None if it never returned this text."""
    try:
        return base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except ValueError:
        return None


def address_with(key: str) -> str:
    local, _at, domain = settings.INBOUND_ADDRESS.partition("@")
    return f"{local}+{key}@{domain}"


def with_phase(key: str, number: int) -> str:
    """Return a key for the orders of one phase only, by its number in the game."""
    return f"{key}-{number}"


def split_phase(key: str) -> tuple[str, int | None]:
    """Return the parts of a key with or without the number of a phase."""
    key, _dash, number = key.partition("-")
    return key, int(number) if number.isdecimal() and len(number) < 6 else None


def is_ours(address: str) -> bool:
    """Whether an address is the site's, with any key or none."""
    name, host, _key = _parts(address)
    return is_on() and f"{name}@{host}" == settings.INBOUND_ADDRESS


def key_in(address: str) -> str:
    """Return the key in an address; empty if it has none or is not the site's."""
    return _parts(address)[2] if is_ours(address) else ""


def _parts(address: str) -> tuple[str, str, str]:
    """The name, the host and the key of an address."""
    local, _at, host = address.strip().lower().rpartition("@")
    name, _plus, key = local.partition("+")
    return name, host, key
