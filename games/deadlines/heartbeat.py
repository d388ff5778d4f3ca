"""Signs of life of those who look after the deadlines, and making up for their absence.

Whoever resolves phases leaves a sign of life first. Where the last one is too long ago, the site
was down: nobody may lose a turn by that. What was due meanwhile, or soon after, is due as much
later as the site was down, an hour at least and a day at most, and everybody is told.
"""

import datetime as dt

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists

from .. import audit, clock
from ..models import Event, Heartbeat, Outage, Phase
from ..telling import notifications
from . import schedule

logger = structlog.get_logger(__name__)

EVERY = dt.timedelta(seconds=20)
LEAST, MOST = dt.timedelta(hours=1), dt.timedelta(hours=24)


class Watch:
    """The signs of life of one process while it resolves phases."""

    def __init__(self) -> None:
        self._beaten_at: dt.datetime | None = None

    def moment(self) -> dt.datetime:
        """The present, after a sign of life that is fresh: what is due by then may be resolved.

        A process that froze meanwhile, and wakes with a moment of long ago, resolves nothing that
        fell due while it slept.
        """
        now = clock.now()
        if self._beaten_at is None or not now - EVERY < self._beaten_at <= now:
            self._beaten_at = beat()
            now = clock.now()
        return now


def beat() -> dt.datetime:
    """Leave a sign of life, and make up for an outage if there was one. Returns its time."""
    now = clock.now()
    waiting = Exists(Outage.objects.filter(done_at=None))
    found = Heartbeat.objects.values_list("at", waiting).first()
    last, to_make_up = found or (None, True)  # an emptied table stops no deadline
    if last is None or not now - EVERY < last <= now:
        now = _beat()
        to_make_up = True
    if to_make_up:
        for outage in Outage.objects.filter(done_at=None).order_by("pk"):
            _make_up(outage)
    return now


def _beat() -> dt.datetime:
    with transaction.atomic():
        heart, _made = Heartbeat.objects.select_for_update().get_or_create(pk=1)
        now = clock.now()
        if heart.at is not None and now - heart.at > settings.OUTAGE_AFTER:
            down = now - heart.at
            Outage.objects.create(
                began_at=heart.at,
                ended_at=now,
                made_up_until=now + min(max(down, LEAST), MOST),
            )
            logger.error("site_was_down", minutes=int(down.total_seconds() / 60))
        heart.at = now
        heart.save(update_fields=["at"])
    return now


def _make_up(outage: Outage) -> None:
    """Put the deadlines off that the outage concerns, game by game. Any number of workers may be
    here, and none resolves a phase before all of them had it."""
    concerned = Phase.objects.filter(
        status=Phase.Status.OPEN, deadline__lt=outage.made_up_until, opened_at__lt=outage.ended_at
    ).order_by("deadline")
    for key in concerned.values_list("pk", flat=True):
        _put_off(key, outage)
    Outage.objects.filter(pk=outage.pk, done_at=None).update(done_at=clock.now())


def _put_off(key: int, outage: Outage) -> None:
    with transaction.atomic():
        found = Phase.objects.select_for_update(of=("self",)).select_related("game", "conduct")
        phase = found.filter(
            pk=key, status=Phase.Status.OPEN, deadline__lt=outage.made_up_until
        ).first()
        if phase is None or phase.due_at is None or phase.deadline is None:
            return  # another worker was here, or it was resolved or stopped
        if phase.events.filter(kind=Event.Kind.MADE_UP, at__gte=outage.ended_at).exists():
            return  # and a master has hurried it since
        before, due_at = phase.deadline, phase.due_at
        schedule.promise(phase, outage.made_up_until, now=clock.now())
        if due_at < before:  # all were ready, so nobody has missed anything
            phase.due_at = due_at
        phase.save(update_fields=schedule.PROMISED)
        event = audit.log(
            Event.Kind.MADE_UP,
            game=phase.game,
            phase=phase,
            due_before=before,
            due_after=phase.deadline,
        )
        notifications.tell_news(event)
