"""Addresses of people at which a mail server refuses mail for good: their owners are told.

A row is written when a mail is refused, and deleted when one is accepted. A server that accepts a
mail and sends it back later (a bounce) is not noticed: that mail goes to DEFAULT_FROM_EMAIL.
"""

import datetime as dt

from accounts import clock
from accounts.models import MailRefusal, User

KEPT = dt.timedelta(days=90)


def record(address: str, code: int) -> None:
    """Store that mail to an address was refused with a code of SMTP, if it is a person's."""
    person = User.objects.not_closed().filter(email=address.lower()).first()
    if person is None:
        return
    now = clock.now()
    found, made = MailRefusal.objects.get_or_create(
        person=person,
        defaults={"address": person.email, "code": code, "since": now, "last_at": now},
    )
    if not made:
        since = found.since if found.address == person.email else now
        MailRefusal.objects.filter(pk=found.pk).update(
            address=person.email, code=code, since=since, last_at=now
        )


def addresses() -> set[str]:
    """Return all addresses that refuse mail, for a worker that sends several mails."""
    return set(MailRefusal.objects.values_list("address", flat=True))


def forget(address: str) -> None:
    """Delete what is known of an address: it has accepted a mail."""
    MailRefusal.objects.filter(address=address.lower()).delete()


def current() -> list[MailRefusal]:
    """Return the refusals at addresses that people still have."""
    rows = MailRefusal.objects.select_related("person").order_by("since")
    return [row for row in rows if row.address == row.person.email]


def delete_expired() -> None:
    MailRefusal.objects.filter(last_at__lte=clock.now() - KEPT).delete()
