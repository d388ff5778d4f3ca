"""Limits of requests by key, and the headers that tell how much is left.

The headers are those of the IETF draft “RateLimit header fields for HTTP”. Counters are in the
cache that all processes share; each counts the requests of one minute.
"""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import ApiKey

from .problems import Problem

WINDOW = 60  # seconds
SAFE = ("GET", "HEAD")


def count(request: HttpRequest, key: ApiKey) -> None:
    """Count a request of a key. Raises `Problem` if it is over the limit.

    What is left is kept on the request, for `set_headers`.
    """
    name = "reads" if request.method in SAFE else "writes"
    most = settings.API_LIMITS[name]
    window, left_seconds = divmod(int(clock.now().timestamp()), WINDOW)
    counter = f"api-limit:{key.prefix}:{name}:{window}"
    cache.add(counter, 0, timeout=2 * WINDOW)
    try:
        used = cache.incr(counter)
    except ValueError:  # it was evicted since
        used = 1
    resets = WINDOW - left_seconds
    request.rate_limit = (name, most, max(0, most - used), resets)  # type: ignore[attr-defined]
    if used > most:
        text = _("This key has sent too many requests. Try again in %(count)d seconds.")
        raise Problem(
            429,
            "too_many_requests",
            text % {"count": resets},
            headers={"Retry-After": str(resets)},
            retry_after=resets,
        )


def set_headers(request: HttpRequest, response: HttpResponse) -> None:
    """Tell the limit that was counted for a request, if one was."""
    counted = getattr(request, "rate_limit", None)
    if counted is not None:
        name, most, left, resets = counted
        response.headers["RateLimit-Policy"] = f'"{name}";q={most};w={WINDOW}'
        response.headers["RateLimit"] = f'"{name}";r={left};t={resets}'
