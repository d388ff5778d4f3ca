"""Bots wait while phases of people are due: none of their deadlines is later because of a bot.

A low priority is not enough. A program that thinks takes part of the caches of the processor, and
of a core that is really half of one.
"""

import datetime as dt
import time

from accounts import clock

from ..models import Phase

AHEAD = dt.timedelta(seconds=2)
"""Time of a decision and more: a deadline within it would come while the bot thinks."""
STUCK = dt.timedelta(seconds=10)
"""Phases that have been due for longer wait for something else."""
LONGEST = 5.0
"""Seconds that a bot waits at most: on a busy site it comes to its turn all the same."""
_PAUSE = 0.2  # seconds


def wait() -> None:
    """Return when no phase of people is due or will be within `AHEAD`, or after `LONGEST`."""
    end = time.monotonic() + LONGEST
    while _are_due() and time.monotonic() < end:
        time.sleep(_PAUSE)


def _are_due() -> bool:
    now = clock.now()
    near = Phase.objects.open().filter(due_at__range=(now - STUCK, now + AHEAD))
    return near.filter(game__practice=False).exists()
