"""Types of requests."""

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """Request of a signed-in person: the parameter type of views behind `login_required`.

    For type checkers only: Django makes no requests of this class.
    """

    user: User
