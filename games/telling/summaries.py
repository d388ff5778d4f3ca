"""When the daily summary of a reader is due."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.conf import settings

from accounts import zones

AT = dt.time(7)  # in the zone of its reader


def next_one(zone: str, now: dt.datetime) -> dt.datetime:
    """The moment of the next summary for a reader in `zone`, which may be one that nobody knows."""
    there = ZoneInfo(zone if zone in zones.names() else settings.TIME_ZONE)
    local = now.astimezone(there)
    day = local.date() + dt.timedelta(days=local.time() >= AT)
    return dt.datetime.combine(day, AT, tzinfo=there).astimezone(dt.UTC)
