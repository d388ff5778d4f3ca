"""The heartbeat file of workers and beat, which have no HTTP port for health checks.

A worker touches it from the loop that takes messages, and beat at each of its ticks. A process that
hangs, or has lost the broker, does not. docker-compose.yml checks the file's age.
"""

import datetime as dt
from pathlib import Path
from typing import Any

from celery import bootsteps
from celery.beat import Scheduler
from django.conf import settings

INTERVAL = 10  # seconds
LONG_AGO = dt.timedelta(days=1)


def touch() -> None:
    if settings.PULSE_FILE:
        Path(settings.PULSE_FILE).touch()


class HeartbeatStep(bootsteps.StartStopStep):
    """Celery bootstep: touches the file from the event loop of a worker."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        parent.timer.call_repeatedly(INTERVAL, touch)


class HeartbeatScheduler(Scheduler):
    """Celery's scheduler, which touches the file and survives a system clock that is set back."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        self._reset_future_runs()
        wait: float = super().tick(*args, **kwargs)
        touch()
        return wait

    def _reset_future_runs(self) -> None:
        """Make entries due whose last run lies in the future: the system clock was set back.

        Celery would otherwise send nothing until the clock has caught up.
        """
        now = self.app.now()
        in_future = [entry for entry in self.schedule.values() if (entry.last_run_at or now) > now]
        for entry in in_future:
            entry.last_run_at = now - LONG_AGO
        if in_future:
            self._heap = None  # its times are wrong; the next tick fills it again
