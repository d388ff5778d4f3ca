"""Grace periods for movement phases in which a power gave no orders (NMR).

The settings of the game grant a grace period, once in a game year the next deadline, or nothing.
After that the power is in civil disorder, and the rules supply its orders: units hold, dislodged
units disband, nothing is built, and the rules choose the units to disband.
"""

import datetime as dt
from collections.abc import Sequence

from accounts import clock

from ..core import audit
from ..models import Event, GameSettings, Phase, Seat, Tenure
from ..notifications import notify
from ..notifications.mail import declared_mails
from ..state import phase_clock
from . import schedule


def grant_grace(phase: Phase, missing: Sequence[Seat]) -> bool:
    """Give a due phase another deadline, once, if its game grants one; return whether it did so.

    Notifies everybody of the deadline, and reminds the holders of the `missing` seats, so that
    nobody else learns who has not ordered.
    """
    if phase.excused_at is not None:
        return False
    now = clock.now()
    after = _new_deadline(phase, now)
    if after is None:
        return False
    before = phase.deadline
    phase.excused_at = now
    phase_clock.set_deadline(phase, after, now=now)
    phase.save(update_fields=[*phase_clock.DEADLINE_FIELDS, "excused_at"])
    event = audit.log(
        Event.Kind.GRACE_GIVEN,
        game=phase.game,
        phase=phase,
        due_before=before,
        due_after=after,
    )
    notify.notify_event(event)
    holders = Tenure.objects.current().filter(seat__in=missing)
    notify.remind(list(holders.values_list("person", flat=True)), phase=phase)
    declared_mails.queue_reminders(phase, Seat.objects.filter(pk__in=[each.pk for each in missing]))
    return True


def _new_deadline(phase: Phase, now: dt.datetime) -> dt.datetime | None:
    settings = phase.settings
    if settings.on_missed == GameSettings.OnMissed.GRACE:
        return now + dt.timedelta(hours=settings.grace_hours)
    if settings.on_missed == GameSettings.OnMissed.EXTENSION and not _excused_this_year(phase):
        return schedule.following(phase, now)
    return None


def _excused_this_year(phase: Phase) -> bool:
    given = phase.game.events.filter(kind=Event.Kind.GRACE_GIVEN)
    year = given.filter(phase__code__contains=str(phase.when.year))
    return year.exclude(phase__status=Phase.Status.SUPERSEDED).exists()
