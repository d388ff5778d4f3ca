"""How a game is run as its form has it: what stands there before anybody types."""

import datetime as dt
from typing import Any

from django.utils import timezone

from accounts import zones

from ..models import Conduct
from . import typed_dates

TIMETABLE, LENGTHS = "timetable", "lengths"


def initial(conduct: Conduct | None = None) -> dict[str, Any]:
    """What stands in the form: how a game is run, or what is usual."""
    zone = timezone.get_current_timezone_name()
    usual = {
        "rhythm": TIMETABLE,
        "weekdays": ["6"],
        "at": dt.time(20),
        "zone": zone if zone in zones.names() else "UTC",
        "least_hours": 72,
        "window_hours": 48,
        "absence_cap_days": 7,
        "length": 7,
        "length_unit": "days",
        "short_unit": "days",
        "ready_minutes": 30,
        "on_missed": Conduct.OnMissed.GRACE,
        "grace_hours": 24,
        "seats_open_to": Conduct.SeatsOpenTo.ANYONE,
    }
    return usual | (_stored(conduct) if conduct else {})


def _stored(conduct: Conduct) -> dict[str, Any]:
    names = ["ready_minutes", "on_missed", "grace_hours", "seats_open_to"]
    if not conduct.is_timetable:
        hours, window = conduct.phase_hours or 0, conduct.window_hours
        lengths = _number_and_unit("length", "length_unit", hours)
        if window != hours:
            lengths |= _number_and_unit("short_length", "short_unit", window)
        return {"rhythm": LENGTHS, **lengths, **{name: getattr(conduct, name) for name in names}}
    names += ["at", "zone", "least_hours", "window_hours", "holidays", "absence_cap_days"]
    return {
        **{name: getattr(conduct, name) for name in names},
        "rhythm": TIMETABLE,
        "weekdays": [str(day) for day in range(7) if conduct.weekdays >> day & 1],
        "skipped": typed_dates.in_lines(row.date for row in conduct.skipped_dates.all()),
    }


def _number_and_unit(length: str, unit: str, hours: int) -> dict[str, Any]:
    if hours % 24:
        return {length: hours, unit: "hours"}
    return {length: hours // 24, unit: "days"}
