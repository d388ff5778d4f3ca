"""The second factor that a site demands of administrators, and what is closed without one."""

from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import urlencode

from accounts.models import User
from accounts.requests import View

# Recovery codes are only given to people who have one of these.
TYPES = (Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP)
# The name of a second factor in allauth's records of how a session was opened.
METHOD = "mfa"
_KNOWN = "_has_second_factor"  # the attribute of a person that holds the answer


def has_second_factor(person: User) -> bool:
    """Whether the person has a passkey or an authenticator app.

    The answer is kept with the object: several parts of one request ask.
    """
    known: bool | None = getattr(person, _KNOWN, None)
    if known is None:
        known = bool(Authenticator.objects.filter(user=person, type__in=TYPES).exists())
        setattr(person, _KNOWN, known)
    return known


def forget(person: User) -> None:
    """Look the person's second factor up again when it is asked for next."""
    setattr(person, _KNOWN, None)


def is_missing(person: User) -> bool:
    """Whether the site demands a second factor of this person, who has none.

    Until they have one, the administration and the pages of its moderators are closed to them.
    """
    return _is_demanded_of(person) and not has_second_factor(person)


def is_superuser_with_factor(person: User) -> bool:
    """Whether the person has the rights of an administrator, and a second factor if demanded.

    Whether the session has shown it is another question (`refusal`).
    """
    return person.is_active and person.is_superuser and not is_missing(person)


def refusal(request: HttpRequest) -> HttpResponse | None:
    """Return what an administrator gets instead of the administration; None if nothing is missing.

    People without a second factor are sent to the page to add one. Others are asked for theirs, if
    the session has not shown it.
    """
    person = request.user
    if not isinstance(person, User) or not _is_demanded_of(person):
        return None
    if not has_second_factor(person):
        return redirect("mfa_index")
    if _has_shown_factor(request, person):
        return None
    query = urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})
    return redirect(f"{_page_that_asks(person)}?{query}")


def demanded(view: View) -> View:
    """Decorator of administrators' pages: they open only to a session with a second factor."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return refusal(request) or view(request, *args, **kwargs)

    return wrapper


def _is_demanded_of(person: User) -> bool:
    return settings.ADMIN_SECOND_FACTOR and (person.is_superuser or person.is_staff)


def _has_shown_factor(request: HttpRequest, person: User) -> bool:
    """Whether the session has shown a second factor, at the sign-in or since."""
    records = get_authentication_records(request, person)
    return any(each.get("method") == METHOD for each in records)


def _page_that_asks(person: User) -> str:
    """Return the address of the page that asks for a code or, without codes, for a passkey."""
    methods = get_adapter().get_reauthentication_methods(person)
    return str(next(each["url"] for each in methods if each["id"].startswith(METHOD)))
