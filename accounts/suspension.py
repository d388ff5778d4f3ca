"""Suspending an account: the person cannot sign in, but keeps seats, games and messages.

A suspension sets `is_active` to False, and `suspended_until` if it ends by itself. No task lifts
it: `active_now`, and every person that is read, compare that moment with the clock. All sessions
end, API keys are revoked, feeds and calendars read by a key stop, and the outbox sends nothing.
Closed accounts are inactive as well, but do not count as suspended.
"""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.api_keys import keys
from accounts.mails import account_mails
from accounts.models import Suspension, User, active_now
from accounts.sessions import open_sessions


def suspended_people() -> QuerySet[User]:
    return User.objects.not_closed().filter(bot="").exclude(active_now())


def suspend(person: User, *, by: User, reason: str, days: int | None = None) -> None:
    """Suspend a person, for some days or until it is lifted.

    One mail tells them, and those that still wait are not sent.
    """
    until = clock.now() + dt.timedelta(days=days) if days else None
    with transaction.atomic():
        if _set_suspended(person, by=by, reason=reason, lifted=False, until=until):
            open_sessions.end_all(person)
            keys.revoke_all(person)
            account_mails.drop([person.email])
            account_mails.queue_template(
                person,
                "accounts/mail/suspended.txt",
                _("Your account is suspended"),
                reason=reason,
                until=until,
            )


def lift(person: User, *, by: User, reason: str) -> None:
    """Lift the suspension of a person."""
    _set_suspended(person, by=by, reason=reason, lifted=True)


def _set_suspended(
    person: User, *, by: User, reason: str, lifted: bool, until: dt.datetime | None = None
) -> bool:
    """Suspend or lift, and record it; return False if that is so already (a double click)."""
    with transaction.atomic():
        people = suspended_people() if lifted else User.objects.active()
        if not people.filter(pk=person.pk).update(is_active=lifted, suspended_until=until):
            return False
        Suspension.objects.create(
            person=person, by=by, at=clock.now(), lifted=lifted, until=until, reason=reason
        )
    return True


def latest(person: User) -> Suspension | None:
    """Return the latest suspension; None without one and for closed accounts."""
    if person.closed_at:
        return None
    return Suspension.objects.filter(person=person, lifted=False).first()
