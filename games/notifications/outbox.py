"""Notifications that wait to be sent by mail or push: claiming them, and storing the results.

`leases` says how long a claim holds and when a notification is tried again.
"""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, QuerySet

from accounts import clock

from ..models import Notification
from . import leases

# The longest time that one notification can take. By mail: a dozen answers of the server,
# EMAIL_TIMEOUT (10 s) each. By push: one round of the worker and one more message.
LONGEST = dt.timedelta(minutes=2)
LEASE = dt.timedelta(minutes=5)
MOST_IN_A_SUMMARY = 200  # the others go with the next one, at once
ORDERING = {  # by channel
    Notification.Channel.MAIL: ("send_at", "pk"),
    # Fewest attempts first: a push service that is down delays only its own messages.
    Notification.Channel.PUSH: ("attempts", "send_at", "pk"),
}


def claim(channel: Notification.Channel, *, together: int = 1) -> list[Notification]:
    """Claim the notification that is due first. Returns an empty list if none is due.

    Notifications for the same summary are claimed with it and stored in its `summarized_with`. A
    notification that was never tried comes with others of the same content for other people,
    `together` in all; one that was tried comes alone, because something may be wrong with it.

    A notification beyond the limits of `leases` is given up and returned without `send_at`.
    """
    with transaction.atomic():
        notification = _due(channel).order_by(*ORDERING[channel]).first()
        if notification is None:
            return []
        others = _due(channel).exclude(pk=notification.pk).order_by(*ORDERING[channel])
        alike: list[Notification] = []
        if notification.in_summary:
            same = others.filter(person=notification.person_id, in_summary=True)
            notification.summarized_with = list(same[:MOST_IN_A_SUMMARY])
        elif together > 1 and not notification.attempts:
            same = others.filter(key=notification.key, attempts=0, in_summary=False)
            alike = list(same[: together - 1])
        leases.take([notification, *notification.summarized_with, *alike], lease=LEASE)
    return [notification, *alike]


def has_time(notification: Notification) -> bool:
    """Whether a claimed notification can still be sent before its lease runs out."""
    return notification.send_at is not None and clock.now() < notification.send_at - LONGEST


def give_back(notifications: Iterable[Notification]) -> None:
    """Make claimed notifications that were not tried due again."""
    for notification in notifications:
        leases.settle(notification, send_at=clock.now(), attempts=F("attempts") - 1)


def settle(notification: Notification, **fields: dt.datetime | None) -> bool:
    """Update a claimed notification and those summarized with it; return whether any was ours."""
    return (
        sum(leases.settle(each, **fields) for each in (notification, *notification.summarized_with))
        > 0
    )


def postpone(
    notification: Notification, *, wait: dt.timedelta = dt.timedelta(), refused: bool = False
) -> bool:
    """Try a claimed notification again later, or give it up; return whether it is tried again.

    `wait` is the time for which the receiver asks us to send nothing; `refused` says that it has
    refused for good.
    """
    again = leases.next_attempt(notification, wait=wait, refused=refused)
    settle(notification, send_at=again)
    return again is not None


def log_context(notification: Notification) -> dict[str, str | int]:
    """The fields of every log line that is written while a notification is sent."""
    phase = {"phase": notification.phase.code} if notification.phase else {}
    return {
        "notification": notification.pk,
        "kind": notification.kind,
        "game": notification.game.slug,
        **phase,
    }


def _due(channel: Notification.Channel) -> QuerySet[Notification]:
    due = leases.due(Notification.objects.filter(channel=channel))
    return due.select_related("person", "game", "phase")
