"""When the phases of a game are due: between its stored conduct and the rules of `timetable`."""

import datetime as dt
from collections.abc import Collection
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet

from adjudicator.terms import PhaseType

from ..models import Absence, Conduct, Game, Phase
from . import holidays
from .timetable import HORIZON, Away, Lengths, Rule, Timetable

# A phase resolved later than this gets its whole length from now on.
LATE = dt.timedelta(minutes=10)
# How long before a deadline those are asked whose orders are missing.
REMINDERS = (dt.timedelta(hours=48), dt.timedelta(hours=24), dt.timedelta(hours=3))


def rule_of(
    conduct: Conduct, around: dt.datetime, *, skipped: Collection[dt.date] | None = None
) -> Rule:
    """The rule of a conduct, with the dates that it skips in the years that count at `around`.

    `skipped` are the dates of a conduct that is not stored."""
    window = dt.timedelta(hours=conduct.window_hours)
    if not conduct.is_timetable:
        assert conduct.phase_hours is not None
        return Lengths(negotiation=dt.timedelta(hours=conduct.phase_hours), window=window)
    assert conduct.at is not None
    return Timetable(
        weekdays=frozenset(day for day in range(7) if conduct.weekdays >> day & 1),
        at=conduct.at,
        zone=ZoneInfo(conduct.zone),
        least=dt.timedelta(hours=conduct.least_hours),
        window=window,
        skipped=_skipped(conduct, around, skipped),
        absence_cap=dt.timedelta(days=conduct.absence_cap_days),
    )


def _skipped(
    conduct: Conduct, around: dt.datetime, unstored: Collection[dt.date] | None
) -> frozenset[dt.date]:
    stored = unstored is None
    typed = {row.date for row in conduct.skipped_dates.all()} if stored else set(unstored or ())
    if not conduct.holidays:
        return frozenset(typed)
    last = (around + dt.timedelta(days=HORIZON)).year + 1
    years = range(around.year - 1, last + 1)
    return frozenset(typed.union(*(holidays.of(conduct.holidays, year) for year in years)))


def away(conduct: Conduct) -> Away:
    """When the holders of seats have said that they are away; nobody where that moves nothing."""
    if not conduct.is_timetable or not conduct.absence_cap_days:
        return ()
    return list(absences(conduct.game_id).values_list("first", "last"))


def absences(game: int | None) -> QuerySet[Absence]:
    """The absences of those who hold the seats of a game now."""
    return Absence.objects.filter(
        seat__game=game,
        seat__tenures__until=None,
        seat__tenures__person=F("person"),
        withdrawn_at=None,
    )


def deadline(conduct: Conduct, opens: PhaseType, opened_at: dt.datetime) -> dt.datetime:
    """When a phase of the type `opens` is due that opens at `opened_at`.

    Raises `NoDeadlineError` where a timetable skips every date.
    """
    rule = rule_of(conduct, opened_at)
    if opens == PhaseType.MOVEMENT:
        return rule.movement(opened_at, away=away(conduct))
    return rule.short(opened_at)


def next_deadline(game: Game, opens: PhaseType, resolved: Phase, now: dt.datetime) -> dt.datetime:
    """When the phase after `resolved`, of the type `opens`, is due: counted from deadline to
    deadline, so that a worker that comes some seconds late moves nothing."""
    assert game.conduct is not None
    on_time = resolved.due_at is not None and now - resolved.due_at <= LATE
    counted_from = resolved.due_at if on_time and resolved.due_at else now
    return deadline(game.conduct, opens, counted_from)


def following(phase: Phase, now: dt.datetime) -> dt.datetime:
    """The deadline after that of an open phase, if it is put off by one; never one that is over."""
    assert phase.deadline is not None
    return deadline(phase.conduct, phase.type, max(phase.deadline, now))


def resumed(phase: Phase, left: dt.timedelta, now: dt.datetime) -> dt.datetime:
    """When a phase is due whose clock stood still with `left` to run."""
    rule = rule_of(phase.conduct, now)
    if phase.type == PhaseType.MOVEMENT:
        return rule.resumed_movement(now, left, away=away(phase.conduct))
    return rule.resumed_short(now, left)


def upcoming(phase: Phase, conduct: Conduct, count: int) -> list[dt.datetime]:
    """When an open phase ends and the deadlines of movement phases after it, `count` in all, as
    they fall by `conduct`, which counts from the next phase on. Where all are ready, later ones
    are counted from the early end, as they will be then. Raises `NoDeadlineError`."""
    if phase.due_at is None:
        return []
    rule = rule_of(conduct, phase.due_at)
    return [phase.due_at, *rule.upcoming(phase.due_at, count - 1, away=away(conduct))]


def planned(
    conduct: Conduct, now: dt.datetime, count: int, *, skipped: Collection[dt.date] | None = None
) -> list[dt.datetime]:
    """The next `count` movement deadlines of a game whose first phase opened now. `skipped` as for
    `rule_of`. Raises `NoDeadlineError`."""
    return rule_of(conduct, now, skipped=skipped).upcoming(now, count, away=away(conduct))


def promise(phase: Phase, moment: dt.datetime | None, *, now: dt.datetime) -> None:
    """Give a phase its deadline, or stop its clock. To be stored with the fields `PROMISED`."""
    phase.deadline = moment
    phase.remind_at = moment and next_reminder(moment, now)
    end(phase, moment, now=now)


def end(phase: Phase, moment: dt.datetime | None, *, now: dt.datetime) -> None:
    """Let a phase end at a moment, by its deadline. To be stored with the fields `ENDING`.

    Calendars have a phase once it is stored, and read by its revision that it has moved.
    """
    if phase.pk is not None:
        phase.revision += 1
        phase.revised_at = now
    phase.was_due_at = None if moment else phase.due_at or phase.was_due_at
    phase.due_at = moment


ENDING = ["due_at", "was_due_at", "revision", "revised_at"]
PROMISED = ["deadline", "remind_at", *ENDING]


def stop(phases: QuerySet[Phase], *, now: dt.datetime) -> int:
    """Stop the clock of phases that are due, whatever else has changed in them; how many."""
    return phases.update(
        deadline=None, remind_at=None, due_at=None, was_due_at=F("due_at"), **revised(now)
    )


def revised(now: dt.datetime) -> dict[str, Any]:
    """What to write to phases besides, where calendars have to read them anew."""
    return {"revision": F("revision") + 1, "revised_at": now}


def next_reminder(deadline: dt.datetime, after: dt.datetime) -> dt.datetime | None:
    """When to ask next for orders that are missing then: none at the very moment `after`, in which
    the phase opened or was asked about."""
    moments = [deadline - before for before in REMINDERS]
    return min((moment for moment in moments if moment > after), default=None)
