"""A sign of life of the processes that nobody can ask over HTTP: a file touched while they work.

A worker touches it from the loop in which it takes messages, beat at each of its ticks; one that
hangs, or has lost the broker, does not. docker-compose.yml looks at the file's age.
"""

import datetime as dt
from pathlib import Path
from typing import Any

from celery import bootsteps
from celery.beat import Scheduler as CelerysScheduler
from django.conf import settings

EVERY = 10  # seconds
LONG_AGO = dt.timedelta(days=1)


def touch() -> None:
    if settings.PULSE_FILE:
        Path(settings.PULSE_FILE).touch()


class Pulse(bootsteps.StartStopStep):
    """A part of each worker."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        parent.timer.call_repeatedly(EVERY, touch)


class Scheduler(CelerysScheduler):
    def tick(self, *args: Any, **kwargs: Any) -> float:
        self._live_in_the_present()
        wait: float = super().tick(*args, **kwargs)
        touch()
        return wait

    def _live_in_the_present(self) -> None:
        """Celery goes by the clock on the wall: set back by an hour, it would be silent for one."""
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if (entry.last_run_at or now) > now]
        for entry in ahead:
            entry.last_run_at = now - LONG_AGO  # it is due
        if ahead:
            self._heap = None  # it holds times of the clock as it was; the next tick fills it
