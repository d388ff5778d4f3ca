"""Initial values of the form for the settings of a game."""

import datetime as dt
from typing import Any

from django.utils import timezone

from accounts import time_zones

from ...models import GameSettings
from . import dates

TIMETABLE, LENGTHS, LIVE = "timetable", "lengths", "live"
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
        "live_minutes": 10,
        "live_window_minutes": 3,
        "live_ready_minutes": 0,
        "ready_minutes": 30,
        "on_missed": GameSettings.OnMissed.GRACE,
        "grace_hours": 24,
        "seats_open_to": GameSettings.SeatsOpenTo.ANYONE,
    }
    return usual | (_stored(settings) if settings else {})


def _stored(settings: GameSettings) -> dict[str, Any]:
    if settings.is_live:
        lengths = {name: getattr(settings, name) for name in LIVE_NAMES}
        lengths["live_ready_minutes"] = settings.ready_minutes
        return {"rhythm": LIVE, "seats_open_to": settings.seats_open_to, **lengths}
    names = ["ready_minutes", "on_missed", "grace_hours", "seats_open_to"]
    if not settings.is_timetable:
        hours, window = settings.phase_hours, settings.window_hours
        assert hours is not None
        assert window is not None
        lengths = _number_and_unit("length", "length_unit", hours)
        if window != hours:
            lengths |= _number_and_unit("short_length", "short_unit", window)
        return {"rhythm": LENGTHS, **lengths, **{name: getattr(settings, name) for name in names}}
    names += ["at", "zone", "least_hours", "window_hours", "holidays", "absence_cap_days"]
    return {
        **{name: getattr(settings, name) for name in names},
        "rhythm": TIMETABLE,
        "weekdays": [str(day) for day in range(7) if settings.weekdays >> day & 1],
        "skipped": dates.write_list(row.date for row in settings.skipped_dates.all()),
    }


def _number_and_unit(length: str, unit: str, hours: int) -> dict[str, Any]:
    if hours % 24:
        return {length: hours, unit: "hours"}
    return {length: hours // 24, unit: "days"}
