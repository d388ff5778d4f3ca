"""Suspending an account: the person cannot sign in, but keeps seats, games and messages.

A suspension sets `is_active` to False. Sessions then end with their next request, feeds and
calendars read by a key stop, and the outbox sends nothing. Closed accounts are inactive as well,
but do not count as suspended.
"""

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import reader_locale
from accounts.models import Suspension, User

log = structlog.get_logger(__name__)


def suspended_people() -> QuerySet[User]:
    return User.objects.not_closed().filter(is_active=False)


def suspend(person: User, *, by: User, reason: str) -> bool:
    """Suspend a person and send them a mail; return whether the mail could be sent."""
    _set_suspended(person, by=by, reason=reason, lifted=False)
    context = {"person": person, "site": settings.SITE_URL, "reason": reason}
    try:
        with reader_locale.override(person):
            text = render_to_string("accounts/mail/suspended.txt", context)
            send_mail(_("Your account is suspended"), text, None, [person.email])
    except OSError as error:  # errors of SMTP are OSErrors too
        log.warning("mail_not_sent", error=type(error).__name__)
        return False
    return True


def lift(person: User, *, by: User, reason: str) -> None:
    """Lift the suspension of a person."""
    _set_suspended(person, by=by, reason=reason, lifted=True)


def _set_suspended(person: User, *, by: User, reason: str, lifted: bool) -> None:
    """Set `is_active` and record it; do nothing if it is set already (a double click)."""
    with transaction.atomic():
        to_change = User.objects.not_closed().filter(pk=person.pk, is_active=not lifted)
        if to_change.update(is_active=lifted):
            Suspension.objects.create(
                person=person, by=by, at=timezone.now(), lifted=lifted, reason=reason
            )


def latest_reason(person: User) -> str:
    """Return the reason of the latest suspension; empty without one and for closed accounts."""
    last = Suspension.objects.filter(person=person, lifted=False).first()
    return last.reason if last and not person.closed_at else ""
