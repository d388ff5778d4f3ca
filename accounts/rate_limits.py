"""Rate limits of our own forms and of drawn maps. Allauth limits its sign-in pages itself.

Allauth counts both in the cache that all processes share; ACCOUNT_RATE_LIMITS holds the rates.
Signed-in people are counted by user, anonymous visitors by address.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from allauth.core.internal import ratelimit as internal_ratelimit
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from accounts.models import User

ANONYMOUS_ACTION = "strangers"


def exceeds_limit(request: HttpRequest, action: str) -> bool:
    """Count one use of `action` by the sender of `request`; return True if it is over the limit.

    GET and HEAD are not counted. `action` is a key of ACCOUNT_RATE_LIMITS with a rate per user; an
    action that has no rate is unlimited.
    """
    if request.method in ("GET", "HEAD"):
        return False
    signed_in = isinstance(request.user, User)
    return not ratelimit.consume(request, action=action if signed_in else ANONYMOUS_ACTION)


def exceeds_map_limit(request: HttpRequest) -> bool:
    """Count one map to be drawn for `request`; return True if it is over the limit.

    Unlike other pages, maps are limited on GET too: drawing one takes half a second of a processor.
    """
    signed_in = isinstance(request.user, User)
    action = "pictures" if signed_in else "pictures_of_strangers"
    usage = internal_ratelimit.consume(
        request, app="allauth.account", action=action, limit_get=True
    )
    return usage is None


def refusal_message() -> str:
    """Return the form error of a request over the limit. The view answers with status 429."""
    return _("You sent too many requests in a short time. Wait a minute and try again.")


def limited(action: str) -> Callable[..., Any]:
    """Decorator: answer requests over the limit with allauth's plain 429 page.

    For forms in which people type little: what they typed is lost.
    """

    def decorator(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if exceeds_limit(request, action):
                refusal: HttpResponseBase = ratelimit.respond_429(request)
                return refusal
            return view(request, *args, **kwargs)

        return wrapper

    return decorator
