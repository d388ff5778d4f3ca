"""What becomes of a movement phase in which a power gave no orders (NMR).

As the game has it: a grace period, or once in a game year the next deadline. What is missing after
that, the rules fill in: the power is in civil disorder. Its units hold, those that are dislodged
disband, nothing is built, and removals go by the order of the rules.
"""

import datetime as dt
from collections.abc import Sequence

from .. import audit, batch, clock
from ..models import Conduct, Event, Phase, Seat, Tenure
from ..telling import notifications
from . import schedule


def put_off(phase: Phase, missing: Sequence[Seat]) -> bool:
    """Give a due phase another deadline, once, if its game grants one; whether it did. Tells all of
    the deadline, and nobody but themselves who has not ordered."""
    if phase.excused_at is not None:
        return False
    now = clock.now()
    after = _other_deadline(phase, now)
    if after is None:
        return False
    before = phase.deadline
    phase.excused_at = now
    schedule.promise(phase, after, now=now)
    phase.save(update_fields=[*schedule.PROMISED, "excused_at"])
    event = audit.log(
        Event.Kind.GRACE_GIVEN,
        game=phase.game,
        phase=phase,
        due_before=before,
        due_after=after,
    )
    notifications.tell_news(event)
    holders = Tenure.objects.filter(seat__in=missing, until=None)
    notifications.remind(list(holders.values_list("person", flat=True)), phase=phase)
    return True


def _other_deadline(phase: Phase, now: dt.datetime) -> dt.datetime | None:
    conduct = phase.conduct
    if conduct.on_missed == Conduct.OnMissed.GRACE:
        return now + dt.timedelta(hours=conduct.grace_hours)
    if conduct.on_missed == Conduct.OnMissed.EXTENSION and not _excused_this_year(phase):
        return schedule.following(phase, now)
    return None


def _excused_this_year(phase: Phase) -> bool:
    given = phase.game.events.filter(kind=Event.Kind.GRACE_GIVEN)
    year = given.filter(phase__code__contains=str(phase.when.year))
    return year.exclude(phase__status=Phase.Status.SUPERSEDED).exists()


def abandon(vanished: Sequence[Seat], now: dt.datetime) -> None:
    """Put powers in civil disorder whose orders were missing in a phase that has been resolved:
    nobody waits for them any more, and others may take them over."""
    for seat in vanished:
        seat.disorder_since = now
    batch.update_each(vanished, ["disorder_since"])
