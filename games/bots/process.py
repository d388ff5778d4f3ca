"""The process in which bots play: started when one is due, ended when none is.

A worker only starts it and goes on at once, so that no deadline and no mail waits for a bot. It
runs `manage.py play_bots` at the lowest priority, and ends itself after `SECONDS`.
"""

import subprocess
import sys

from django.conf import settings

from . import seats

SECONDS = 180
"""Longest time of a process. What it left is the next one's."""
_running: subprocess.Popen[bytes] | None = None


def start_if_due() -> bool:
    """Start the process if a phase waits for bots and this worker runs none; whether it did."""
    global _running  # a worker has one
    if _running is not None and _running.poll() is None:
        return False
    _running = None
    if not (seats.waiting_tenures().exists() or seats.waiting_in_disorder().exists()):
        return False
    _running = subprocess.Popen(
        [sys.executable, "manage.py", "play_bots"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    return True
