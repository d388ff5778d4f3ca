"""Mail to those whose orders are missing a day before a deadline."""

import datetime as dt

import structlog
from django.db import transaction
from django.db.models import QuerySet

from . import clock, notifications, orders
from .errors import describe
from .models import Phase, Tenure

logger = structlog.get_logger(__name__)

BEFORE = dt.timedelta(hours=24)
AT_ONCE = 500  # the rest with the next hint


def remind() -> int:
    """Remind in every phase that has come within a day of its deadline; returns in how many.

    Each phase is looked at once, whatever comes of it. So reading thousands of open phases every
    minute costs one query.
    """
    count = 0
    for phase in _near()[:AT_ONCE]:
        try:
            count += _remind(phase)
        except Exception as error:  # one game's trouble stops no other
            about = {"game": phase.game.slug, "phase": phase.code}
            logger.error("no_reminders", **about, error=describe(error))
    return count


def _near() -> QuerySet[Phase]:
    """Open phases within a day of their deadline; of games whose phases are no longer, none:
    there it would come with the news that the phase has begun."""
    now = clock.now()
    near = Phase.objects.filter(
        status=Phase.Status.OPEN,
        due_at__gt=now,
        due_at__lte=now + BEFORE,
        reminded_at=None,
        game__phase_hours__gt=BEFORE // dt.timedelta(hours=1),
    )
    return near.select_related("game").order_by("due_at", "pk")


def _remind(phase: Phase) -> bool:
    powers = orders.due(phase)  # the position of an open phase never changes: no lock is needed
    with transaction.atomic():
        unseen = Phase.objects.filter(pk=phase.pk, status=Phase.Status.OPEN, reminded_at=None)
        if not unseen.update(reminded_at=clock.now()):
            return False  # another worker was here
        waiting = orders.undecided(phase, powers).values("pk")
        holders = Tenure.objects.filter(seat__in=waiting, until=None)
        people = list(holders.values_list("person", flat=True))
        notifications.remind(people, phase=phase)
    return True
