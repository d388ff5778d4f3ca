"""Links and the site's name in account mails: from SITE_URL, never from the host of a request."""

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


def of_site_url(context: dict[str, Any]) -> dict[str, Any]:
    """Return the context of an account mail with allauth's links moved to SITE_URL.

    Allauth builds them from the request, whose host is its sender's choice within ALLOWED_HOSTS.
    Their names end in “_url”.
    """
    site = urlsplit(settings.SITE_URL)
    moved = {
        name: urlsplit(value)._replace(scheme=site.scheme, netloc=site.netloc).geturl()
        for name, value in context.items()
        if name.endswith("_url")
    }
    named = SimpleNamespace(domain=site.netloc, name=site.netloc)
    return context | moved | {"current_site": named}
