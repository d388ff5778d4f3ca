"""The second factor that a site demands of administrators, and what is closed without one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from accounts.models import User

# Recovery codes are only given to people who have one of these.
TYPES = (Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP)


def has_second_factor(person: User) -> bool:
    """Whether the person has a passkey or an authenticator app."""
    return bool(Authenticator.objects.filter(user=person, type__in=TYPES).exists())


def is_missing(person: User) -> bool:
    """Whether the site demands a second factor of this person, who has none.

    Until they have one, the administration and the pages of its moderators are closed to them.
    """
    demanded = settings.ADMIN_SECOND_FACTOR and (person.is_superuser or person.is_staff)
    return demanded and not has_second_factor(person)


def is_proven_superuser(person: User) -> bool:
    """Whether the person has the rights of an administrator, and the second factor for them."""
    return person.is_active and person.is_superuser and not is_missing(person)


def demanded(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorator of administrators' pages: who lacks a second factor is sent to set one up."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if isinstance(user, User) and is_missing(user):
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return wrapper
