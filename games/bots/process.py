"""The process in which bots play: started when one is due, ended when none is.

A worker only starts it and goes on at once, so that no deadline and no mail waits for a bot. It
runs `manage.py play_bots` at the lowest priority, and ends itself after `SECONDS`.
"""

import subprocess
import sys

from django.conf import settings

from . import answering, disorder, playing

SECONDS = 180
"""Longest time of a process. What it left is the next one's."""
LOWEST = ["nice", "-n", "19"]
"""People come first. The programs of the bots inherit the priority."""
_running: subprocess.Popen[bytes] | None = None


def start_if_due() -> bool:
    """Start the process if bots are due and this worker runs none; return whether it did.

    Two threads of a worker may start one each: they play different phases.
    """
    global _running
    if _running is not None and _running.poll() is None:
        return False
    _running = None
    if not answering.is_due() and not playing.is_due() and not disorder.is_due():
        return False
    _running = subprocess.Popen(  # noqa: S603 - our own command, by our own interpreter
        [*LOWEST, sys.executable, "manage.py", "play_bots"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    return True
