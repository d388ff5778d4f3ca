"""Addresses to which the site sends news, as a person gives them."""

import ipaddress
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from . import ssrf_guard


def address_problem(url: str) -> str:
    """Return a sentence about a problem with an address; empty if there is none.

    Its host name is resolved and checked each time something is sent there, not here.
    """
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        return _("This isn’t a full address. Copy all of it, starting with https://.")
    if parts.scheme not in ("https", "http") or not parts.hostname:
        return _("This isn’t a full address. Copy all of it, starting with https://.")
    if parts.scheme == "http" and not settings.PRIVATE_WEBHOOKS:
        return _(
            "The address must begin with https://. News and keys are sent only over "
            "secure connections."
        )
    if parts.username is not None or parts.password is not None:
        return _("Remove the name and the password before the host name.")
    if parts.fragment:
        return _("Remove the # and everything after it.")
    if _is_private(parts):
        return _(
            "This address leads to a private network. Use one that can be reached "
            "from the internet."
        )
    return ""


def _is_private(parts: SplitResult) -> bool:
    """Whether the host is visibly private, without resolving its name."""
    host = (parts.hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return not settings.PRIVATE_WEBHOOKS
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not ssrf_guard.is_allowed(host)
