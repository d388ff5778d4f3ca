"""The clock of a phase: its deadline, its end and its next reminder."""

import datetime as dt
from typing import Any

from django.db.models import F, QuerySet

from ..models import Phase

# Times before a deadline at which powers with missing orders are reminded.
REMINDERS = (dt.timedelta(hours=48), dt.timedelta(hours=24), dt.timedelta(hours=3))


def set_deadline(phase: Phase, moment: dt.datetime | None, *, now: dt.datetime) -> None:
    """Set the deadline of a phase, or stop its clock. The caller stores `DEADLINE_FIELDS`.

    A phase that was closed takes orders again.
    """
    phase.deadline = moment
    phase.closed_at = phase.previewed_at = None
    phase.remind_at = moment and next_reminder(moment, now)
    set_end(phase, moment, now=now)


def close(phase: Phase, *, now: dt.datetime, until: dt.datetime) -> None:
    """Take no more orders in a phase, whose results are published by `until` at the latest.

    Its deadline stays what was promised. The caller stores `CLOSED_FIELDS`.
    """
    phase.closed_at = now
    phase.remind_at = None
    set_end(phase, until, now=now)


def set_end(phase: Phase, moment: dt.datetime | None, *, now: dt.datetime) -> None:
    """Set the moment at which a phase ends. The caller stores `END_FIELDS`.

    Calendars show a stored phase, and see by its revision number that its end has changed.
    """
    if phase.pk is not None:
        phase.revision += 1
        phase.revised_at = now
    phase.was_due_at = None if moment else phase.due_at or phase.was_due_at
    phase.due_at = moment


END_FIELDS = ["due_at", "was_due_at", "revision", "revised_at"]
DEADLINE_FIELDS = ["deadline", "remind_at", "closed_at", "previewed_at", *END_FIELDS]
CLOSED_FIELDS = ["remind_at", "closed_at", *END_FIELDS]


def stop(phases: QuerySet[Phase], *, now: dt.datetime) -> int:
    """Stop the clock of phases, writing no other field; return how many there were."""
    return phases.update(
        deadline=None,
        remind_at=None,
        closed_at=None,
        previewed_at=None,
        due_at=None,
        was_due_at=F("due_at"),
        **revision_fields(now),
    )


def revision_fields(now: dt.datetime) -> dict[str, Any]:
    """Fields to update together with a phase's end, so that calendars read it again."""
    return {"revision": F("revision") + 1, "revised_at": now}


def next_reminder(deadline: dt.datetime, after: dt.datetime) -> dt.datetime | None:
    """The first reminder strictly later than `after`; None if there is none before the deadline.

    `after` is the moment at which the phase opened or the last reminder was sent.
    """
    moments = [deadline - before for before in REMINDERS]
    return min((moment for moment in moments if moment > after), default=None)
