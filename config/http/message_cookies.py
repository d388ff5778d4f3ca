"""Storage of the messages that one page leaves for the next, in a cookie for this host alone."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Like Django's: what does not fit into the cookie is stored in the session."""

    storage_classes = (HostCookieStorage, SessionStorage)
