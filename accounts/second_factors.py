"""Passkeys, authenticator apps and recovery codes: who must have one, and removing all of them."""

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts import account_mails, reader_locale, sessions
from accounts.models import User

# Recovery codes are only given to people who have one of these.
TYPES = (Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP)

log = structlog.get_logger(__name__)


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


def erase(person: User, *, since: dt.datetime | None = None) -> int:
    """Delete passkeys, authenticator apps and recovery codes; return how many there were.

    With `since` only those made after it.
    """
    found = Authenticator.objects.filter(user=person)
    if since is not None:
        found = found.filter(created_at__gt=since)
    return int(found.delete()[0])


def reset(person: User) -> int:
    """Erase the person's second factors, end their sessions, and tell them by mail.

    For people who have lost them. Return how many there were.
    """
    with reader_locale.override(person):
        subject = _("Your passkeys and second factors were removed")
        text = render_to_string("accounts/mail/reset_mfa.txt", {"site": settings.SITE_URL})
    with transaction.atomic():
        erased = erase(person)
        ended = sessions.end_all(person)
        account_mails.queue(to=person.email, subject=subject, text=text)
    log.warning("second_factors_reset", person=person.pk, erased=erased, sessions_ended=ended)
    return erased
