"""Form data of the settings of a game."""

COMMON = {
    "ready_minutes": "30",
    "on_missed": "grace",
    "grace_hours": "24",
    "disorder_after": "first",
    "disorder_misses": "2",
    "seats_open_to": "anyone",
    "orders_by_key": "on",
    "press_by_key": "on",
}
# A browser sends the fields of the other kind of deadlines as well.
WEEKLY = {
    "rhythm": "timetable",
    "weekdays": "6",
    "at": "20:00",
    "zone": "Europe/Madrid",
    "least_hours": "72",
    "window_hours": "48",
    "skipped": "",
    "holidays": "",
    "absence_cap_days": "7",
    "length": "7",
    "length_unit": "days",
    "short_length": "",
    "short_unit": "days",
    "build_unit": "days",
    **COMMON,
}
LENGTHS = {**WEEKLY, "rhythm": "lengths"}
LIVE = {
    **WEEKLY,
    "rhythm": "live",
    "live_minutes": "3",
    "live_window_minutes": "1",
    "live_ready_minutes": "0",
}
