"""Heartbeats of the workers that resolve phases, and later deadlines after an outage.

A worker stores a heartbeat before it resolves phases. If the last one is older than
`OUTAGE_AFTER`, the site was down, and nobody may miss a phase for that reason. Deadlines that fell
into the outage, or soon after it, are put off to the end of the outage plus its length, at least an
hour and at most a day. All players are notified.

The phases of live games are too short for that. Theirs are put off after a shorter outage too, and
by at least the length of the phase instead of an hour.
"""

import datetime as dt

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, QuerySet

from accounts import clock

from ..core import audit
from ..models import Event, Heartbeat, Outage, Phase
from ..notifications import notify
from ..state import phase_clock
from . import schedule

logger = structlog.get_logger(__name__)

BEAT_INTERVAL = dt.timedelta(seconds=20)
LEAST_DELAY, MOST_DELAY = dt.timedelta(hours=1), dt.timedelta(hours=24)
# A gap of this length is an outage to live games: three times the pause between two heartbeats. An
# operator who allows longer gaps by `OUTAGE_AFTER` allows a third of them here.
LIVE_OUTAGE_AFTER = 3 * BEAT_INTERVAL


class Watch:
    """The heartbeats of one process while it resolves phases."""

    def __init__(self) -> None:
        self._beaten_at: dt.datetime | None = None

    def moment(self) -> dt.datetime:
        """Return the present time, after a recent heartbeat: phases due by then may be resolved.

        A process that was suspended afterwards resolves nothing that fell due in the meantime,
        since it compares with this earlier time.
        """
        now = clock.now()
        if self._beaten_at is None or not now - BEAT_INTERVAL < self._beaten_at <= now:
            self._beaten_at = beat()
            now = clock.now()
        return now


def beat() -> dt.datetime:
    """Store a heartbeat and return its time; first put deadlines off if there was an outage."""
    now = clock.now()
    waiting = Exists(Outage.objects.filter(done_at=None))
    found = Heartbeat.objects.values_list("at", waiting).first()
    last, to_make_up = found or (None, True)  # deadlines go on without a row too
    if last is None or not now - BEAT_INTERVAL < last <= now:
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
        if heart.at is not None:
            _note_outage(began_at=heart.at, ended_at=now)
        heart.at = now
        heart.save(update_fields=["at"])
    return now


def _note_outage(*, began_at: dt.datetime, ended_at: dt.datetime) -> None:
    """Store an outage, if the site was down for so long.

    A shorter one that counts for live games only is made up for at once, before the heartbeat says
    that the site is back: it needs no row.
    """
    down = ended_at - began_at
    outage = Outage(
        began_at=began_at,
        ended_at=ended_at,
        made_up_until=ended_at + min(max(down, LEAST_DELAY), MOST_DELAY),
    )
    if down > settings.OUTAGE_AFTER:
        outage.save(force_insert=True)
        logger.error("site_was_down", minutes=int(down.total_seconds() / 60))
    elif down > max(LIVE_OUTAGE_AFTER, settings.OUTAGE_AFTER / 3):
        for key in _concerned(outage).filter(settings__live_minutes__isnull=False):
            _put_off(key, outage)


def _concerned(outage: Outage) -> QuerySet[Phase, int]:
    """The primary keys of the open phases that an outage may affect."""
    concerned = Phase.objects.filter(
        status=Phase.Status.OPEN,
        closed_at=None,
        deadline__lt=outage.made_up_until,
        opened_at__lt=outage.ended_at,
    )
    return concerned.order_by("deadline").values_list("pk", flat=True)


def _made_up_until(outage: Outage, phase: Phase) -> dt.datetime:
    """The deadline that a phase gets, unless it has a later one."""
    if not phase.settings.is_live:
        return outage.made_up_until
    whole = schedule.deadline(phase.settings, phase.type, outage.ended_at) - outage.ended_at
    down = outage.ended_at - outage.began_at
    return outage.ended_at + min(max(down, whole), MOST_DELAY)


def _make_up(outage: Outage) -> None:
    """Put off all deadlines that an outage affects, in one transaction for each phase.

    Several workers may do this at once; none resolves a phase before all are put off.
    """
    for key in _concerned(outage):
        _put_off(key, outage)
    Outage.objects.filter(pk=outage.pk, done_at=None).update(done_at=clock.now())


def _put_off(key: int, outage: Outage) -> None:
    with transaction.atomic():
        found = Phase.objects.select_for_update(of=("self",)).select_related("game", "settings")
        phase = found.filter(
            pk=key,
            status=Phase.Status.OPEN,
            closed_at=None,
            deadline__lt=outage.made_up_until,
        ).first()
        if phase is None or phase.due_at is None or phase.deadline is None:
            return  # done by another worker, or resolved or paused since
        if phase.events.filter(kind=Event.Kind.MADE_UP, at__gte=outage.ended_at).exists():
            return  # done before, and a master has ended the phase early since
        before, due_at = phase.deadline, phase.due_at
        after = _made_up_until(outage, phase)
        if after <= before:
            return
        phase_clock.set_deadline(phase, after, now=clock.now())
        if due_at < before:  # all were ready, so it keeps its early end
            phase.due_at = due_at
        phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
        event = audit.log(
            Event.Kind.MADE_UP,
            game=phase.game,
            phase=phase,
            due_before=before,
            due_after=phase.deadline,
        )
        notify.notify_event(event)
