"""How often one person may send our own forms. The sign-in pages have allauth's limits.

Both are counted by allauth in the cache that all processes share; ACCOUNT_RATE_LIMITS holds the
rates. Who is signed in counts alone, wherever they are; strangers count by address.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from allauth.core.internal import ratelimit as counting
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from accounts.models import User

STRANGERS = "strangers"


def exceeded(request: HttpRequest, action: str) -> bool:
    """Count one use of `action` by whoever sends `request`; say whether it is one too many.

    Looking is never counted. `action` is a key of ACCOUNT_RATE_LIMITS with a rate per user; one
    without a rate is free.
    """
    if request.method in ("GET", "HEAD"):
        return False
    known = isinstance(request.user, User)
    return not ratelimit.consume(request, action=action if known else STRANGERS)


def drawn_too_many(request: HttpRequest) -> bool:
    """Count one map that is to be drawn for `request`; say whether it is one too many.

    The one thing that costs much to look at: half a second of a processor.
    """
    known = isinstance(request.user, User)
    action = "pictures" if known else "pictures_of_strangers"
    used = counting.consume(request, app="allauth.account", action=action, limit_get=True)
    return used is None


def message() -> str:
    """What to tell whoever exceeded a limit, beside what they typed. Answer with status 429."""
    return _("You sent too many requests in a short time. Wait a minute and try again.")


def limited(action: str) -> Callable[..., Any]:
    """Put a view under a limit whose forms hold nothing that would be missed: a plain page."""

    def decorator(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if exceeded(request, action):
                refusal: HttpResponseBase = ratelimit.respond_429(request)
                return refusal
            return view(request, *args, **kwargs)

        return wrapper

    return decorator
