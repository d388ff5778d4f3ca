"""Reminders of missing orders: two days, one day and three hours before a deadline."""

import structlog
from django.db import transaction
from django.db.models import QuerySet

from accounts import clock

from ..core.errors import describe
from ..models import Phase, Tenure
from ..notifications import notify
from ..notifications.mail import declared_mails
from ..state import phase_clock, phases

logger = structlog.get_logger(__name__)

BATCH_SIZE = 100  # phases in a run: about a second, during which deadlines may have to wait


def remind() -> int:
    """Send the reminders that are due; return the number of phases.

    `remind_at` then moves to the next reminder, even if nobody had to be reminded, so that the
    query finds few of thousands of open phases.
    """
    count = 0
    for phase in _waiting()[:BATCH_SIZE]:
        try:
            count += _remind(phase)
        except Exception as error:  # an error in one game must not stop the others
            about = {"game": phase.game.slug, "phase": phase.code}
            logger.error("no_reminders", **about, error=describe(error))
    return count


def _waiting() -> QuerySet[Phase]:
    waiting = Phase.objects.open().filter(remind_at__lte=clock.now())
    return waiting.select_related("game").order_by("remind_at", "pk")


def _remind(phase: Phase) -> bool:
    powers = phases.orders_due(
        phase
    )  # the position of an open phase never changes: no lock is needed
    now = clock.now()
    assert phase.deadline is not None
    with transaction.atomic():
        # Another worker may have been here, or the deadline moved meanwhile.
        same = Phase.objects.filter(
            pk=phase.pk, status=Phase.Status.OPEN, remind_at=phase.remind_at
        )
        if not same.update(remind_at=phase_clock.next_reminder(phase.deadline, now)):
            return False
        if phase.deadline <= now:
            return False
        asked = phases.missing(phase, powers)
        holders = Tenure.objects.current().filter(seat__in=asked.values("pk"))
        people = list(holders.values_list("person", flat=True))
        notify.remind(people, phase=phase, at=phase.remind_at)
        declared_mails.queue_reminders(phase, asked)
    return True
