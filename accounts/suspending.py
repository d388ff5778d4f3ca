"""Suspending an account: its person cannot sign in, and keeps all that is theirs.

`is_active` is what everything asks: Django's sessions, which end with the next request and whatever
reads by a key; the outbox, which sends nothing. So an account that is closed is no more suspended.
"""

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import reading
from accounts.models import Suspension, User

log = structlog.get_logger(__name__)


def suspended() -> QuerySet[User]:
    return User.objects.filter(is_active=False, closed_at=None)


def suspend(person: User, *, by: User, reason: str) -> bool:
    """Suspend a person and write to them; says whether that mail could be sent."""
    _turn(person, by=by, reason=reason, lifted=False)
    told = {"person": person, "site": settings.SITE_URL, "reason": reason}
    try:
        with reading.of(person):
            text = render_to_string("accounts/mail/suspended.txt", told)
            send_mail(_("Your account is suspended"), text, None, [person.email])
    except OSError as error:  # those of SMTP among them
        log.warning("mail_not_sent", error=type(error).__name__)
        return False
    return True


def lift(person: User, *, by: User, reason: str) -> None:
    """Let a person in again, with whatever they had."""
    _turn(person, by=by, reason=reason, lifted=True)


def _turn(person: User, *, by: User, reason: str, lifted: bool) -> None:
    """Of two clicks one counts."""
    with transaction.atomic():
        others = User.objects.filter(pk=person.pk, is_active=not lifted, closed_at=None)
        if others.update(is_active=lifted):
            Suspension.objects.create(
                person=person, by=by, at=timezone.now(), lifted=lifted, reason=reason
            )


def reason(person: User) -> str:
    """Why somebody was suspended last; empty where nobody said so, and for a closed account."""
    last = Suspension.objects.filter(person=person, lifted=False).first()
    return last.reason if last and not person.closed_at else ""
