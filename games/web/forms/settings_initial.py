"""Initial values of the form for the settings of a game."""

import datetime as dt
from typing import Any

from django.utils import timezone

from accounts import time_zones

from ...lifecycle.rhythms import SEATS, TIMETABLE, rhythm_of
from ...models import GameSettings
from ...models.settings import FEWEST_MISSES
from . import dates

LIVE_NAMES = ("live_minutes", "live_window_minutes")


def initial(settings: GameSettings | None = None) -> dict[str, Any]:
    """The initial values: the stored settings of a game, else the usual ones."""
    zone = timezone.get_current_timezone_name()
    usual = {
        "rhythm": TIMETABLE,
        "weekdays": ["6"],
        "at": dt.time(20),
        "zone": zone if zone in time_zones.names() else "UTC",
        "least_hours": 72,
        "window_hours": 48,
        "absence_cap_days": 7,
        "length": 7,
        "length_unit": "days",
        "short_unit": "days",
        "build_unit": "days",
        "live_minutes": 10,
        "live_window_minutes": 3,
        "live_ready_minutes": 0,
        "ready_minutes": 30,
        "on_missed": GameSettings.OnMissed.GRACE,
        "grace_hours": 24,
        "disorder_after": GameSettings.DisorderAfter.FIRST,
        "disorder_misses": FEWEST_MISSES,
        "seats_open_to": GameSettings.SeatsOpenTo.ANYONE,
        "bots_in_disorder": False,
        "orders_by_key": True,
        "press_by_key": True,
    }
    return usual | (_stored(settings) if settings else {})


def _stored(settings: GameSettings) -> dict[str, Any]:
    values = deadline_values(settings)
    names = [*SEATS]
    if settings.is_live:
        values["live_ready_minutes"] = settings.ready_minutes
        return values | {name: getattr(settings, name) for name in names}
    names += ["ready_minutes", "on_missed", "grace_hours"]
    if settings.is_timetable:
        names += ["holidays", "absence_cap_days"]
        skipped = (row.date for row in settings.skipped_dates.all())
        values["skipped"] = dates.write_list(skipped)
    return values | {name: getattr(settings, name) for name in names}


def deadline_values(settings: GameSettings) -> dict[str, Any]:
    """The rhythm of settings, and the values of its own fields; the settings need not be stored."""
    rhythm = {"rhythm": rhythm_of(settings)}
    if settings.is_live:
        names = (*LIVE_NAMES, "live_build_minutes")
        return rhythm | {name: getattr(settings, name) for name in names}
    if settings.is_timetable:
        single = (
            "at", "zone", "least_hours", "window_hours", "build_hours", "retreat_at", "build_at",
        )  # fmt: skip
        fields = {name: getattr(settings, name) for name in single}
        masks = ("weekdays", "retreat_weekdays", "build_weekdays")
        return rhythm | fields | {name: _days(getattr(settings, name)) for name in masks}
    hours, window = settings.phase_hours, settings.window_hours
    assert hours is not None
    assert window is not None
    lengths = _number_and_unit("length", "length_unit", hours)
    if window != hours:
        lengths |= _number_and_unit("short_length", "short_unit", window)
    if settings.build_hours is not None:
        lengths |= _number_and_unit("build_length", "build_unit", settings.build_hours)
    return rhythm | lengths


def _days(mask: int) -> list[str]:
    return [str(day) for day in range(7) if mask >> day & 1]


def _number_and_unit(length: str, unit: str, hours: int) -> dict[str, Any]:
    if hours % 24:
        return {length: hours, unit: "hours"}
    return {length: hours // 24, unit: "days"}
