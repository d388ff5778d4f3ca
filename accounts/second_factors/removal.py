"""Removing all passkeys, authenticator apps and recovery codes of a person."""

import datetime as dt

import structlog
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts import reader_locale
from accounts.mails import account_mails
from accounts.models import User
from accounts.sessions import open_sessions

log = structlog.get_logger(__name__)


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

    For people who have lost them. Return how many there were; with none, nothing is done.
    """
    with reader_locale.override(person):
        subject = _("Your passkeys and second factors were removed")
        text = render_to_string("accounts/mail/reset_mfa.txt", {"site": settings.SITE_URL})
    with transaction.atomic():
        erased = erase(person)
        if not erased:
            return 0
        ended = open_sessions.end_all(person)
        account_mails.queue(to=person.email, subject=subject, text=text)
    log.warning("second_factors_reset", person=person.pk, erased=erased, sessions_ended=ended)
    return erased
