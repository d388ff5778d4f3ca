"""Types of requests and of views."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from accounts.models import User

View = Callable[..., HttpResponseBase]


class SignedInRequest(HttpRequest):
    """Request of a signed-in person: the parameter type of views behind `login_required`.

    For type checkers only: Django makes no requests of this class.
    """

    user: User
