"""A person's sessions: list them, end them, and tell the person of a sign-in from a new browser.

Other apps register functions in `on_end` when the site starts.
"""

import datetime as dt
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Session, User
from accounts.sessions.store import SessionStore

# Called with a person and the data of those of their sessions that are being ended, in the
# transaction that ends them.
on_end: list[Callable[[User, list[dict[str, Any]]], None]] = []


def of_person(person: User) -> list[Session]:
    """Return the sessions in which the person is signed in, the last used first.

    A session that an old password or address has opened is left out: it opens nothing any more.
    """
    known = person.get_session_auth_hash()
    rows = Session.objects.alive().filter(person=person).order_by("-used_at", "-started_at")
    return [
        row
        for row in rows
        if constant_time_compare(row.get_decoded().get(HASH_SESSION_KEY, ""), known)
    ]


def last_days(people: Iterable[int]) -> dict[int, dt.date]:
    """Return the last day on which each of `people`, by primary key, used the site.

    Days are in the active time zone. After a sign-out only that of the sign-in is known; people
    who never signed in are left out.
    """
    used = Session.objects.filter(person=OuterRef("pk")).order_by("-used_at").values("used_at")[:1]
    rows = User.objects.filter(pk__in=list(people)).order_by()
    found = rows.annotate(used_at=Subquery(used)).values_list("pk", "last_login", "used_at")
    return {
        person: timezone.localdate(max(moments))
        for person, *known in found
        if (moments := [moment for moment in known if moment])
    }


def end(person: User, handle: str) -> bool:
    """End the session of the person with this handle; return False if it has ended already."""
    rows = Session.objects.filter(person=person)
    key = next((row.pk for row in rows if constant_time_compare(row.handle, handle)), None)
    return key is not None and bool(_end(person, rows.filter(pk=key)))


def end_all(person: User, *, but: str | None = None) -> int:
    """End all sessions of the person, but not that with the key `but`; return their number."""
    rows = Session.objects.filter(person=person)
    return _end(person, rows.exclude(pk=but) if but else rows)


def delete_expired() -> None:
    """Delete sessions that have been unused for too long, or are too old."""
    SessionStore.clear_expired()


def _end(person: User, rows: QuerySet[Session]) -> int:
    with transaction.atomic():
        ended = list(rows)
        Session.objects.filter(pk__in=[row.pk for row in ended]).delete()
        data = [row.get_decoded() for row in ended]
        for handler in on_end:
            handler(person, data)
    return len(ended)
