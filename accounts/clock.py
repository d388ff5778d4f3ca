"""The only clock. A file can shift it for all processes in tests; production refuses that."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from django.conf import settings
from django.utils import timezone

_stopped_at: ContextVar[dt.datetime | None] = ContextVar("stopped_at", default=None)


def now() -> dt.datetime:
    """The current time in UTC, plus the seconds in `settings.CLOCK_OFFSET_FILE`, if it is set."""
    return _stopped_at.get() or timezone.now() + _offset()


@contextmanager
def stopped_at(moment: dt.datetime) -> Iterator[None]:
    """Set the clock of this thread to `moment` inside the block, for tests and the demo's past."""
    if settings.PRODUCTION:
        raise RuntimeError("the clock of production is not stopped")
    token = _stopped_at.set(moment)
    try:
        yield
    finally:
        _stopped_at.reset(token)


def _offset() -> dt.timedelta:
    path = settings.CLOCK_OFFSET_FILE
    if not path:
        return dt.timedelta()
    try:
        seconds = Path(path).read_text() or "0"
    except FileNotFoundError:
        seconds = "0"
    return dt.timedelta(seconds=float(seconds))
