"""What waits in the outbox: taken by one worker at a time, and tried until it is sent or hopeless.

A notice is claimed in one short transaction and sent outside of any: no server, however slow, keeps
a lock that a deadline waits for. The claim is a lease. A worker that dies between the server's
“taken” and our own mark leaves a notice that another one sends once more when the lease has run
out.
"""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db import connection, transaction
from django.db.models import F, QuerySet

from .. import batch, clock
from ..models import Notice

# What one can take: a mail a dozen answers of the server, EMAIL_TIMEOUT (10 s) for each; a push its
# round and one more message.
LONGEST = dt.timedelta(minutes=2)
LEASE = dt.timedelta(minutes=5)
FIRST_PAUSE, LONGEST_PAUSE = dt.timedelta(minutes=1), dt.timedelta(minutes=30)
# Both: of a site that was down for days, nothing was really tried.
GIVEN_UP_AFTER, FEWEST_ATTEMPTS = dt.timedelta(days=3), 10
MOST_ATTEMPTS = 32_767  # what the column holds
MOST_IN_A_SUMMARY = 200  # the rest goes with the next one, at once
OF = {  # by channel
    Notice.Channel.MAIL: ("send_at", "pk"),
    # What was tried least goes first: a service that is down delays nobody else's.
    Notice.Channel.PUSH: ("attempts", "send_at", "pk"),
}


def take(channel: Notice.Channel, *, together: int = 1) -> list[Notice]:
    """Claim the notice that is due first, with those that go in the same summary, for as long as
    the lease; none if none is due. With it come others that say the same to other people, so many
    `together`, unless it was tried before: whatever is wrong with it, then it is by itself.

    One that is hopeless is given up instead, and has no `send_at`: perhaps it kills each worker
    that sends it, or can never be written, so that nobody else comes to count its attempts.
    """
    with transaction.atomic():
        notice = _due(channel).order_by(*OF[channel]).first()
        if notice is None:
            return []
        others = _due(channel).exclude(pk=notice.pk).order_by(*OF[channel])
        alike: list[Notice] = []
        if notice.in_summary:
            same = others.filter(person=notice.person_id, in_summary=True)
            notice.beside = list(same[:MOST_IN_A_SUMMARY])
        elif together > 1 and not notice.attempts:
            same = others.filter(key=notice.key, attempts=0, in_summary=False)
            alike = list(same[: together - 1])
        _lease([notice, *notice.beside, *alike])
    return [notice, *alike]


def has_time(notice: Notice) -> bool:
    """Whether what was claimed with others can still be sent before its lease runs out."""
    return notice.send_at is not None and clock.now() < notice.send_at - LONGEST


def give_back(notices: Iterable[Notice]) -> None:
    """Let others take what was claimed and not tried."""
    for notice in notices:
        leased = Notice.objects.filter(pk=notice.pk, send_at=notice.send_at, sent_at=None)
        leased.update(send_at=clock.now(), attempts=F("attempts") - 1)


def _due(channel: Notice.Channel) -> QuerySet[Notice]:
    waiting = Notice.objects.select_for_update(
        of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    due = waiting.filter(send_at__lte=clock.now(), channel=channel)
    return due.select_related("person", "game", "phase")


def _lease(notices: Sequence[Notice]) -> None:
    """Take notices for as long as it may last to send them, or give them up."""
    now = clock.now()
    for notice in notices:
        if _is_hopeless(notice, now):
            notice.send_at = None
        else:
            notice.send_at = now + LEASE
            notice.attempts = min(notice.attempts + 1, MOST_ATTEMPTS)
    batch.update_each(notices, ["send_at", "attempts"])


def _is_hopeless(notice: Notice, when: dt.datetime) -> bool:
    old = when - notice.created_at > GIVEN_UP_AFTER
    return old and notice.attempts >= FEWEST_ATTEMPTS


def about(notice: Notice) -> dict[str, str | int]:
    """What every line of the log says while a notice is sent."""
    phase = {"phase": notice.phase.code} if notice.phase else {}
    return {"notice": notice.pk, "kind": notice.kind, "game": notice.game.slug, **phase}


def settle(notice: Notice, **fields: dt.datetime | None) -> bool:
    """Write what became of a notice, and of those beside it, unless the lease ran out and somebody
    else has it now. Says whether any was still ours."""
    ours = 0
    for each in (notice, *notice.beside):
        leased = Notice.objects.filter(pk=each.pk, send_at=each.send_at, sent_at=None)
        ours += leased.update(**fields)
    return ours > 0


def postpone(notice: Notice, *, wait: dt.timedelta = dt.timedelta()) -> bool:
    """Try again after 1, 2, 4 … minutes, or as much later as `wait` asks, at most 30; for three
    days or ten attempts. Says whether there is another time."""
    doubled = FIRST_PAUSE * 2 ** min(notice.attempts - 1, 10)
    again = clock.now() + min(max(doubled, wait), LONGEST_PAUSE)
    hopeless = _is_hopeless(notice, again)
    settle(notice, send_at=None if hopeless else again)
    return not hopeless
