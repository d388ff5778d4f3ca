"""Suspending an account: the person cannot sign in, but keeps seats, games and messages.

A suspension sets `is_active` to False. All sessions end, feeds and calendars read by a key stop,
and the outbox sends nothing. Closed accounts are inactive as well,
but do not count as suspended.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.mails import account_mails
from accounts.models import Suspension, User
from accounts.sessions import open_sessions


def suspended_people() -> QuerySet[User]:
    return User.objects.not_closed().filter(is_active=False)


def suspend(person: User, *, by: User, reason: str) -> None:
    """Suspend a person; one mail tells them, and those that still wait are not sent."""
    with transaction.atomic():
        if _set_suspended(person, by=by, reason=reason, lifted=False):
            open_sessions.end_all(person)
            account_mails.drop([person.email])
            account_mails.queue_template(
                person,
                "accounts/mail/suspended.txt",
                _("Your account is suspended"),
                reason=reason,
            )


def lift(person: User, *, by: User, reason: str) -> None:
    """Lift the suspension of a person."""
    _set_suspended(person, by=by, reason=reason, lifted=True)


def _set_suspended(person: User, *, by: User, reason: str, lifted: bool) -> bool:
    """Set `is_active` and record it; return False if it is set already (a double click)."""
    with transaction.atomic():
        to_change = User.objects.not_closed().filter(pk=person.pk, is_active=not lifted)
        if not to_change.update(is_active=lifted):
            return False
        Suspension.objects.create(
            person=person, by=by, at=clock.now(), lifted=lifted, reason=reason
        )
    return True


def latest_reason(person: User) -> str:
    """Return the reason of the latest suspension; empty without one and for closed accounts."""
    last = Suspension.objects.filter(person=person, lifted=False).first()
    return last.reason if last and not person.closed_at else ""
