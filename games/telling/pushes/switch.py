"""Whether this site can tell people anything in their browsers."""

from functools import cache
from importlib.util import find_spec

from django.conf import settings


def is_on() -> bool:
    """It has a key, and the library by which messages are sealed and signed is installed."""
    return bool(settings.VAPID_KEY) and _has_library()


@cache
def _has_library() -> bool:
    return find_spec("cryptography") is not None
