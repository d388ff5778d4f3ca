"""Celery beat as a thread of a worker, for the embedded site: a process less."""

import logging
import os
import threading
from typing import Any

from celery import bootsteps
from celery.beat import Service

from .heartbeat_file import HeartbeatScheduler

logger = logging.getLogger(__name__)


class BeatStep(bootsteps.StartStopStep):
    """Celery bootstep: runs beat beside a worker, and ends with it."""

    def start(self, parent: Any) -> None:
        threading.Thread(target=_run, args=[parent.app], name="beat", daemon=True).start()


def _run(app: Any) -> None:
    """Run beat. If it fails the process ends, and the supervisor starts both again."""
    try:
        Service(app, scheduler_cls=HeartbeatScheduler).start()
    except Exception:
        logger.exception("beat failed")
    os._exit(1)
