"""The rule by which rows wait, are leased, tried again and given up, for every channel.

A row with `send_at` waits until then. The worker that sends it takes a lease in a short
transaction: this moves `send_at` to the moment when the lease runs out. It sends outside of any
transaction, so that no slow server holds a lock that a deadline waits for. A worker that dies
between the answer of the server and its own update leaves a row that another worker sends once more
when the lease has run out.
"""

import datetime as dt
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import Combinable

from accounts import clock
from accounts.models import AccountMail

from ..core import bulk
from ..models import Notification, WebhookDelivery

Settled: TypeAlias = Notification | WebhookDelivery  # these rows stay once they were sent
Row: TypeAlias = Settled | AccountMail
AnyRow = TypeVar("AnyRow", Notification, WebhookDelivery, AccountMail)

FIRST_PAUSE, LONGEST_PAUSE = dt.timedelta(minutes=1), dt.timedelta(minutes=30)
# Both must be exceeded: if the site was down for days, nothing was really tried.
GIVEN_UP_AFTER, FEWEST_ATTEMPTS = dt.timedelta(days=3), 10
MOST_REFUSALS = 3
MOST_ATTEMPTS = 32_767  # what the column holds


def due(rows: QuerySet[AnyRow]) -> QuerySet[AnyRow]:
    """Lock and return the due ones among `rows`, without those that another worker has locked."""
    skip = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(of=("self",), skip_locked=skip).filter(send_at__lte=clock.now())


def take(rows: Sequence[Row], *, lease: dt.timedelta) -> None:
    """Lease locked rows of one model for the time `lease`, and count the attempt.

    A row that is old enough and was tried often enough to be given up has no `send_at` afterwards.
    This is decided before the attempt, because the row may be one that kills every worker that
    tries it.
    """
    now = clock.now()
    for row in rows:
        if _is_hopeless(row, now):
            row.send_at = None
        else:
            row.send_at = now + lease
            row.attempts = min(row.attempts + 1, MOST_ATTEMPTS)
    bulk.update_each(rows, ["send_at", "attempts"])


def settle(row: Settled, **fields: dt.datetime | str | Combinable | None) -> bool:
    """Update `fields` of a leased row, unless its lease ran out and another worker has it now.

    Returns whether the row was still ours.
    """
    model: type[Settled] = type(row)
    leased = model.objects.filter(pk=row.pk, send_at=row.send_at, sent_at=None)
    return leased.update(**fields) > 0


def next_attempt(
    row: Row, *, wait: dt.timedelta = dt.timedelta(), refused: bool = False
) -> dt.datetime | None:
    """Return the time of the next attempt for a row that failed; None if it is given up.

    That is after 1, 2, 4 … minutes, or after `wait` if the receiver asks for more, but after 30
    minutes at most. A row is given up once it is three days old and was tried ten times. One that
    the receiver has `refused` for good is tried twice more, in case it was a mistake.
    """
    if refused:
        return None if row.attempts >= MOST_REFUSALS else clock.now() + LONGEST_PAUSE
    doubled = FIRST_PAUSE * 2 ** min(row.attempts - 1, 10)
    again = clock.now() + min(max(doubled, wait), LONGEST_PAUSE)
    return None if _is_hopeless(row, again) else again


def _is_hopeless(row: Row, when: dt.datetime) -> bool:
    return when - row.created_at > GIVEN_UP_AFTER and row.attempts >= FEWEST_ATTEMPTS
