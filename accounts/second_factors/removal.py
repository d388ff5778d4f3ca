"""Removing all passkeys, authenticator apps and recovery codes of a person."""

import datetime as dt

import structlog
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.api_keys import keys
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
    """Erase the person's second factors, end their sessions and keys, and tell them by mail.

    For people who have lost them. Return how many there were; with none, nothing is done.
    """
    with transaction.atomic():
        erased = erase(person)
        if not erased:
            return 0
        ended = open_sessions.end_all(person)
        keys.revoke_all(person)
        subject = _("Your passkeys and second factors were removed")
        account_mails.queue_template(person, "accounts/mail/reset_mfa.txt", subject)
    log.warning("second_factors_reset", person=person.pk, erased=erased, sessions_ended=ended)
    return erased
