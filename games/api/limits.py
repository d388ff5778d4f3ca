"""Limits of requests by person, and the headers that tell how much is left.

The headers are those of the IETF draft “RateLimit header fields for HTTP”: a list of policies, and
what is left of each. Counters are in the cache that all processes share; each counts the requests
of one minute, with all keys of a person. What also counts as a form of a page is counted with those
forms, whose policy is told once nothing of it is left.
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

    What is left is noted on the request, for `set_headers`.
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
    _note(request, name, most, WINDOW, left=max(0, most - used), resets=resets)
    if used > most:
        raise _too_many(_wait_message(resets), resets)


def count_form(request: HttpRequest, action: str) -> None:
    """Count what a page counts, too, as `action` of `rate_limits`.

    Raises `Problem` if the person is over the limit.
    """
    if rate_limits.exceeds_limit(request, action):
        raise too_many_forms(request, action)


def too_many_forms(request: HttpRequest, action: str) -> Problem:
    """The refusal of what a page would refuse as well, because it was asked for too often."""
    seconds = _note_exhausted(request, action)
    return _too_many(_wait_message(seconds), seconds)


def count_invitations(request: HttpRequest, action: str, number: int) -> None:
    """Count invitations, as pages do. Raises `Problem` if the person has sent too many today."""
    if rate_limits.exceeds_invitation_limit(request, action, number):
        seconds = _note_exhausted(request, action)
        raise _too_many(rate_limits.invitations_refusal_message(), seconds)


def _note_exhausted(request: HttpRequest, action: str) -> int:
    """Note that nothing is left of `action`; return the seconds until there surely is."""
    most, seconds = rate_limits.longest_rate(action)
    _note(request, action, most, seconds, left=0, resets=seconds)
    return seconds


def _note(
    request: HttpRequest, name: str, most: int, window: int, *, left: int, resets: int
) -> None:
    noted = request.__dict__.setdefault("rate_limits", [])
    noted.append((f'"{name}";q={most};w={window}', f'"{name}";r={left};t={resets}'))


def _wait_message(seconds: int) -> str:
    text = _("Your programs have sent too many requests. Try again in %(count)d seconds.")
    return text % {"count": seconds}


def _too_many(text: str, seconds: int) -> Problem:
    headers = {"Retry-After": str(seconds)}
    return Problem(429, "too_many_requests", text, headers=headers, retry_after=seconds)


def set_headers(request: HttpRequest, response: HttpResponse) -> None:
    """Tell the limits that were counted for a request, if any were."""
    noted = getattr(request, "rate_limits", ())
    if noted:
        policies, states = zip(*noted, strict=True)
        response.headers["RateLimit-Policy"] = ", ".join(policies)
        response.headers["RateLimit"] = ", ".join(states)
