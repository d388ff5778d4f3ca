"""Mail to those whose orders are missing: two days, one, and three hours before a deadline."""

import structlog
from django.db import transaction
from django.db.models import QuerySet

from .. import clock, phases
from ..errors import describe
from ..models import Phase, Tenure
from ..telling import notifications
from . import readiness, schedule

logger = structlog.get_logger(__name__)

AT_ONCE = 100  # the rest with the next hint: a second, for which a deadline may have to wait


def remind() -> int:
    """Remind in every phase that is to be reminded by now; returns in how many.

    Each is looked at once for each time, whatever comes of it. So reading thousands of open phases
    every few seconds costs one query.
    """
    count = 0
    for phase in _waiting()[:AT_ONCE]:
        try:
            count += _remind(phase)
        except Exception as error:  # one game's trouble stops no other
            about = {"game": phase.game.slug, "phase": phase.code}
            logger.error("no_reminders", **about, error=describe(error))
    return count


def _waiting() -> QuerySet[Phase]:
    waiting = Phase.objects.filter(status=Phase.Status.OPEN, remind_at__lte=clock.now())
    return waiting.select_related("game").order_by("remind_at", "pk")


def _remind(phase: Phase) -> bool:
    powers = phases.due(phase)  # the position of an open phase never changes: no lock is needed
    now = clock.now()
    assert phase.deadline is not None
    with transaction.atomic():
        # Another worker may have been here, or the deadline moved meanwhile.
        same = Phase.objects.filter(
            pk=phase.pk, status=Phase.Status.OPEN, remind_at=phase.remind_at
        )
        if not same.update(remind_at=schedule.next_reminder(phase.deadline, now)):
            return False
        if phase.deadline <= now:
            return False
        waiting = readiness.undecided(phase, powers)
        asked = readiness.waited_for(phase, powers).filter(pk__in=waiting.values("pk"))
        holders = Tenure.objects.filter(seat__in=asked.values("pk"), until=None)
        people = list(holders.values_list("person", flat=True))
        notifications.remind(people, phase=phase, at=phase.remind_at)
    return True
