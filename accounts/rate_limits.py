"""Rate limits of our own forms and of drawn maps. Allauth limits its sign-in pages itself.

Allauth counts both in the cache that all processes share; ACCOUNT_RATE_LIMITS holds the rates.
Signed-in people are counted by user, anonymous visitors by address.
"""

import datetime as dt
import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from allauth.core.internal import ratelimit as internal_ratelimit
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from accounts.devices import device_traces
from accounts.models import User
from accounts.requests import View

ANONYMOUS_ACTION = "strangers"
# Mails that say “no such account”; not among the settings, because no site needs other rates.
STRANGERS_MAIL = {"mail_to_stranger": "1/d/key", "mail_to_strangers_of_network": "5/h/key"}


def exceeds_limit(request: HttpRequest, action: str) -> bool:
    """Count one use of `action` by the sender of `request`; return True if it is over the limit.

    GET and HEAD are not counted. `action` is a key of ACCOUNT_RATE_LIMITS with a rate per user; an
    action that has no rate is unlimited.
    """
    if request.method in ("GET", "HEAD"):
        return False
    signed_in = isinstance(request.user, User)
    return not ratelimit.consume(request, action=action if signed_in else ANONYMOUS_ACTION)


def exceeds_invitation_limit(request: HttpRequest, action: str, number: int) -> bool:
    """Count `number` invitations; return True, and count none, if they are too many.

    `action` is the key of their rate: `seat_invitations` or `lobby_invitations`.
    """
    counted: list[internal_ratelimit.RateLimitUsage] = []
    for _invitation in range(number):
        usage = internal_ratelimit.consume(request, app="allauth.account", action=action)
        if usage is None:
            for each in counted:
                each.rollback()
            return True
        counted.append(usage)
    return False


def exceeds_map_limit(request: HttpRequest) -> bool:
    """Count one map to be drawn for `request`; return True if it is over the limit.

    Unlike other pages, maps are limited on GET too: drawing one takes half a second of a processor.
    """
    return _exceeds_limit_of_get(request, "pictures")


def exceeds_archive_limit(request: HttpRequest) -> bool:
    """Count one archive of a game to be written for `request`; True if it is over the limit.

    It is limited on GET too: the maps of a long game take some seconds of a processor.
    """
    return _exceeds_limit_of_get(request, "archives")


def exceeds_search_limit(request: HttpRequest) -> bool:
    """Count one search for replies in the sandbox; return True if it is over the limit.

    Strangers have a stricter limit of their own: a search takes up to a second of a processor.
    """
    return _exceeds_limit_of_get(request, "searches")


def _exceeds_limit_of_get(request: HttpRequest, action: str) -> bool:
    if not isinstance(request.user, User):
        action = f"{action}_of_strangers"
    usage = internal_ratelimit.consume(
        request, app="allauth.account", action=action, limit_get=True
    )
    return usage is None


def allows_mail_to_stranger(request: HttpRequest, email: str) -> bool:
    """Count a mail that says “no such account” to `email`; return whether it may be sent.

    Anyone can have such a mail sent to any address. It is counted by the network of the sender
    (see `device_traces`) and by its address, in lower case; one that is refused is not counted.
    """
    network = device_traces.client_network(request)
    by_network = _consume(request, "mail_to_strangers_of_network", key=network)
    if by_network is None:
        return False
    if _consume(request, "mail_to_stranger", key=email) is None:
        by_network.rollback()
        return False
    return True


def _consume(request: HttpRequest, action: str, *, key: str) -> Any:
    return internal_ratelimit.consume(
        request, app="accounts", action=action, config=STRANGERS_MAIL, key=key
    )


def invitations_refusal_message() -> str:
    """Return the form error of a person who has sent as many invitations as a day allows."""
    return _(
        "You’ve reached the daily limit for invitations. Nothing has changed. Try again tomorrow."
    )


def refusal_message() -> str:
    """Return the form error of a request over the limit. The view answers with status 429."""
    return _("You sent too many requests in a short time. Wait a minute and try again.")


def limited(action: str) -> Callable[..., Any]:
    """Decorator: answer requests over the limit with allauth's plain 429 page.

    For forms in which people type little: what they typed is lost.
    """

    def decorator(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if exceeds_limit(request, action):
                refusal: HttpResponseBase = ratelimit.respond_429(request)
                return refusal
            return view(request, *args, **kwargs)

        return wrapper

    return decorator


def longest_rate(action: str) -> tuple[int, int]:
    """Return the number of uses and the seconds of the rate of `action` that counts longest.

    After these seconds, nothing that was counted counts any longer. An action without a rate has
    zeros.
    """
    rates = internal_ratelimit.get_rates(app="allauth.account", action=action)
    longest = max(((math.ceil(rate.duration), rate.amount) for rate in rates), default=(0, 0))
    return longest[1], longest[0]


def longest_period() -> dt.timedelta:
    """Return the longest time for which a counter of a form is kept."""
    rates = [*(settings.ACCOUNT_RATE_LIMITS or {}).values(), *STRANGERS_MAIL.values()]
    parsed = [rate for each in rates for rate in internal_ratelimit.parse_rates(each)]
    return dt.timedelta(seconds=max(rate.duration for rate in parsed))
