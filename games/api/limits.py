"""Limits of requests by person, and the headers that tell how much is left.

The headers are those of the IETF draft “RateLimit header fields for HTTP”. Counters are in the
cache that all processes share; each counts the requests of one minute, with all keys of a person.
What also counts as a form of a page is counted with those forms.
"""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts import clock, rate_limits
from accounts.models import ApiKey

from .problems import Problem

WINDOW = 60  # seconds
SAFE = ("GET", "HEAD")


def count(request: HttpRequest, key: ApiKey) -> None:
    """Count a request of the owner of a key. Raises `Problem` if it is over the limit.

    What is left is kept on the request, for `set_headers`.
    """
    name = "reads" if request.method in SAFE else "writes"
    most = settings.API_LIMITS[name]
    window, left_seconds = divmod(int(clock.now().timestamp()), WINDOW)
    counter = f"api-limit:{key.person_id}:{name}:{window}"
    cache.add(counter, 0, timeout=2 * WINDOW)
    try:
        used = cache.incr(counter)
    except ValueError:  # it was evicted since
        used = 1
    resets = WINDOW - left_seconds
    request.rate_limit = (name, most, max(0, most - used), resets)  # type: ignore[attr-defined]
    if used > most:
        raise _too_many(_wait_message(resets), resets)


def count_form(request: HttpRequest, action: str) -> None:
    """Count what a page counts, too, as `action` of `rate_limits`.

    Raises `Problem` if the person is over the limit.
    """
    if rate_limits.exceeds_limit(request, action):
        raise too_many_forms(action)


def too_many_forms(action: str) -> Problem:
    """The refusal of what a page would refuse as well, because it was asked for too often."""
    seconds = rate_limits.longest_wait(action)
    return _too_many(_wait_message(seconds), seconds)


def count_invitations(request: HttpRequest, action: str, number: int) -> None:
    """Count invitations, as pages do. Raises `Problem` if the person has sent too many today."""
    if rate_limits.exceeds_invitation_limit(request, action, number):
        raise _too_many(rate_limits.invitations_refusal_message(), rate_limits.longest_wait(action))


def _wait_message(seconds: int) -> str:
    text = _("Your programs have sent too many requests. Try again in %(count)d seconds.")
    return text % {"count": seconds}


def _too_many(text: str, seconds: int) -> Problem:
    headers = {"Retry-After": str(seconds)}
    return Problem(429, "too_many_requests", text, headers=headers, retry_after=seconds)


def set_headers(request: HttpRequest, response: HttpResponse) -> None:
    """Tell the limit that was counted for a request, if one was."""
    counted = getattr(request, "rate_limit", None)
    if counted is not None:
        name, most, left, resets = counted
        response.headers["RateLimit-Policy"] = f'"{name}";q={most};w={WINDOW}'
        response.headers["RateLimit"] = f'"{name}";r={left};t={resets}'
