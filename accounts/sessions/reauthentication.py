"""The door to what touches an account: it asks once more who one is.

An open session must not be enough there. People confirm it by password, passkey, authenticator app
or recovery code, or by their account elsewhere if they have none of these; it counts for five
minutes. Then they are back at the page, and press its button again: these forms have no text to
lose, and somebody who was called away would not know that a form still waits.

Allauth's own pages keep the form that was sent and take it up afterwards. `forget_form` drops it
once another page is opened.
"""

from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows import reauthentication
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from accounts.requests import View


def required(view: View) -> View:
    """Decorator: ask before the view, as `require` does."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require(request)
        return view(request, *args, **kwargs)

    return wrapper


def require(request: HttpRequest) -> None:
    """Ask, unless the person has confirmed it in the last minutes; visitors must sign in.

    Raises ImmediateHttpResponse, which allauth's middleware answers with the page that asks.
    """
    if not reauthentication.is_reauthentication_required(request, app=""):
        return
    methods = get_adapter().get_reauthentication_methods(request.user)
    page = methods[0]["url"] if methods else reverse("account_login")
    query = urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})
    raise ImmediateHttpResponse(redirect(f"{page}?{query}"))


def forget_form(request: HttpRequest) -> None:
    """Drop the form that allauth keeps until the person has confirmed who they are."""
    if reauthentication.STATE_SESSION_KEY in request.session:
        del request.session[reauthentication.STATE_SESSION_KEY]
