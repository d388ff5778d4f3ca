"""Decorators of pages that ask once more who one is: an open session must not be enough for them.

People confirm it by password, passkey, authenticator app or recovery code; it counts for five
minutes. A form that was sent meanwhile is taken up afterwards.
"""

from collections.abc import Callable
from typing import Any

from allauth.account import decorators
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User

View = Callable[..., HttpResponseBase]


def required(view: View) -> View:
    """Decorator: ask first, unless the person has confirmed it in the last minutes.

    It also asks visitors to sign in.
    """
    decorated: View = decorators.reauthentication_required(view)
    return decorated


def asked_without_password(view: View) -> View:
    """Decorator: ask first only people who have no password, of a view that asks for it itself."""

    def has_none(request: HttpRequest) -> bool:
        return isinstance(request.user, User) and not request.user.has_usable_password()

    options: dict[str, Any] = {"enabled": has_none}
    decorated: View = decorators.reauthentication_required(view, **options)
    return decorated


def require(request: HttpRequest) -> None:
    """Ask first, in a view that needs it only sometimes; allauth's middleware sends the page."""
    raise_if_reauthentication_required(request, app="")
