"""The door to what touches an account: it asks once more who one is.

An open session must not be enough there. People confirm it by password, passkey, authenticator app
or recovery code, or by their account elsewhere if they have none of these; it counts for five
minutes. A form that was sent meanwhile is taken up afterwards.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows import reauthentication
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def required(view: View) -> View:
    """Decorator: ask before the view, as `require` does."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require(request)
        return view(request, *args, **kwargs)

    return wrapper


def require(request: HttpRequest) -> None:
    """Ask, unless the person has confirmed it in the last minutes; visitors must sign in.

    Raises ReauthenticationRequired, which allauth's middleware answers with the page that asks.
    """
    reauthentication.raise_if_reauthentication_required(request, app="")
