"""The only clock. Tests move it for all processes at once by a file; production refuses that."""

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def now() -> dt.datetime:
    """The present moment in UTC, moved by the seconds in `settings.CLOCK_OFFSET_FILE`, if set."""
    return timezone.now() + _offset()


def _offset() -> dt.timedelta:
    path = settings.CLOCK_OFFSET_FILE
    if not path:
        return dt.timedelta()
    try:
        seconds = Path(path).read_text() or "0"
    except FileNotFoundError:
        seconds = "0"
    return dt.timedelta(seconds=float(seconds))
