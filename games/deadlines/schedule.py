"""Deadlines of a game: its stored settings applied by the rules of `timetable`."""

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from adjudicator.terms import PhaseType

from ..core import holidays
from ..models import Absence, Game, GameSettings, Phase, Tenure
from .timetable import HORIZON, Away, Grid, Lengths, PhaseWindow, Rule, Timetable

# A phase resolved later than this gets its whole length from now on.
LATE_AFTER = dt.timedelta(minutes=10)
LIVE_LATE_AFTER = dt.timedelta(seconds=5)


def rule_of(
    settings: GameSettings, around: dt.datetime, *, skipped: Collection[dt.date] | None = None
) -> Rule:
    """Return the rule of `settings`, with the skipped dates of the years around `around`.

    `skipped` are the skipped dates of settings that are not stored.
    """
    if not settings.is_timetable:
        return _lengths(settings)
    assert settings.at is not None
    assert settings.window_hours is not None
    build_hours = settings.build_hours or settings.window_hours
    return Timetable(
        weekdays=weekdays_of(settings.weekdays),
        at=settings.at,
        zone=ZoneInfo(settings.zone),
        least=dt.timedelta(hours=settings.least_hours),
        retreats=_window(settings.window_hours, settings.retreat_weekdays, settings.retreat_at),
        builds=_window(build_hours, settings.build_weekdays, settings.build_at),
        skipped=_skipped(settings, around, skipped),
        absence_cap=dt.timedelta(days=settings.absence_cap_days),
    )


def _lengths(settings: GameSettings) -> Lengths:
    if settings.is_live:
        assert settings.live_minutes is not None
        assert settings.live_window_minutes is not None
        builds = settings.live_build_minutes or settings.live_window_minutes
        return Lengths(
            negotiation=dt.timedelta(minutes=settings.live_minutes),
            retreats=PhaseWindow(dt.timedelta(minutes=settings.live_window_minutes)),
            builds=PhaseWindow(dt.timedelta(minutes=builds)),
        )
    assert settings.phase_hours is not None
    assert settings.window_hours is not None
    return Lengths(
        negotiation=dt.timedelta(hours=settings.phase_hours),
        retreats=_window(settings.window_hours),
        builds=_window(settings.build_hours or settings.window_hours),
    )


def _window(hours: int, weekdays: int = 0, at: dt.time | None = None) -> PhaseWindow:
    grid = Grid(weekdays_of(weekdays), at) if weekdays and at else None
    return PhaseWindow(dt.timedelta(hours=hours), grid)


def weekdays_of(mask: int) -> frozenset[int]:
    """The weekdays of a bit field in which bit 0 is Monday."""
    return frozenset(day for day in range(7) if mask >> day & 1)


def window_of(rule: Rule, opens: PhaseType) -> PhaseWindow:
    """Return the window of retreat or of adjustment phases."""
    return rule.builds if opens == PhaseType.ADJUSTMENT else rule.retreats


def _skipped(
    settings: GameSettings, around: dt.datetime, unstored: Collection[dt.date] | None
) -> frozenset[dt.date]:
    stored = unstored is None
    typed = {row.date for row in settings.skipped_dates.all()} if stored else set(unstored or ())
    if not settings.holidays:
        return frozenset(typed)
    last = (around + dt.timedelta(days=HORIZON)).year + 1
    years = range(around.year - 1, last + 1)
    return frozenset(
        typed.union(*(holidays.public_holidays(settings.holidays, year) for year in years))
    )


def away(settings: GameSettings) -> Away:
    """Return the absences of the holders of seats; empty if they move no deadlines of the game."""
    if not settings.is_timetable or not settings.absence_cap_days:
        return ()
    return list(absences(settings.game_id).values_list("first", "last"))


def absences(game: int | None) -> QuerySet[Absence]:
    """Return the absences of the people who hold the seats of a game now."""
    held = Tenure.objects.current().filter(seat=OuterRef("seat"), person=OuterRef("person"))
    return Absence.objects.filter(Exists(held), seat__game=game, withdrawn_at=None)


def deadline(settings: GameSettings, opens: PhaseType, opened_at: dt.datetime) -> dt.datetime:
    """Return the deadline of a phase of type `opens` that opens at `opened_at`.

    Raises `NoDeadlineError` where a timetable skips every date.
    """
    rule = rule_of(settings, opened_at)
    if opens == PhaseType.MOVEMENT:
        return rule.movement(opened_at, away=away(settings))
    return rule.short(opened_at, window_of(rule, opens))


def next_deadline(game: Game, opens: PhaseType, resolved: Phase, now: dt.datetime) -> dt.datetime:
    """Return the deadline of the phase after `resolved`, of type `opens`.

    It is counted from the previous end, so that a worker's delay of some seconds moves no deadline.
    A longer delay would shorten the next phase, so it begins now.
    """
    assert game.settings is not None
    late_after = LIVE_LATE_AFTER if game.settings.is_live else LATE_AFTER
    on_time = resolved.due_at is not None and now - resolved.due_at <= late_after
    counted_from = resolved.due_at if on_time and resolved.due_at else now
    return deadline(game.settings, opens, counted_from)


def following(phase: Phase, now: dt.datetime) -> dt.datetime:
    """Return the deadline after that of an open phase, by its rule; always in the future."""
    assert phase.deadline is not None
    return deadline(phase.settings, phase.type, max(phase.deadline, now))


def resumed(phase: Phase, left: dt.timedelta, now: dt.datetime) -> dt.datetime:
    """Return the deadline of a phase whose clock starts again with `left` to run."""
    rule = rule_of(phase.settings, now)
    if phase.type == PhaseType.MOVEMENT:
        return rule.resumed_movement(now, left, away=away(phase.settings))
    return rule.resumed_short(now, left, window_of(rule, phase.type))


def upcoming(phase: Phase, settings: GameSettings, count: int) -> list[dt.datetime]:
    """Return the end of an open phase and the movement deadlines after it, `count` in all.

    The later ones follow `settings`, which apply from the next phase on, and are counted from the
    early end if all are ready. Empty if the clock is stopped. Raises `NoDeadlineError`.
    """
    if phase.due_at is None:
        return []
    rule = rule_of(settings, phase.due_at)
    return [phase.due_at, *rule.upcoming(phase.due_at, count - 1, away=away(settings))]


def check_windows(
    settings: GameSettings, now: dt.datetime, *, skipped: Collection[dt.date] | None = None
) -> None:
    """Raise `NoDeadlineError` if all dates of retreats or of builds are skipped."""
    rule = rule_of(settings, now, skipped=skipped)
    for window in (rule.retreats, rule.builds):
        rule.short(now, window)


def planned(
    settings: GameSettings,
    now: dt.datetime,
    count: int,
    *,
    skipped: Collection[dt.date] | None = None,
) -> list[dt.datetime]:
    """Return the first `count` movement deadlines of a game whose first phase opens at `now`.

    `skipped` as for `rule_of`. Raises `NoDeadlineError`.
    """
    return rule_of(settings, now, skipped=skipped).upcoming(now, count, away=away(settings))
