"""A worker of deadlines without a broker, for tests of sleep: it looks again and again.

It begins once the file START is there. WATCH_LOG gets a line for each look, “asked” before the
claim and “claimed” after it, with the process; between the two it rests a little, so that it can be
caught there. WATCH=off takes out the signs of life, and with them all that is made up for.
"""

import datetime as dt
import os
import time
from collections.abc import Collection
from pathlib import Path

import django

django.setup()

from django.db import OperationalError  # noqa: E402  (all need a Django that is set up)

from games import clock  # noqa: E402
from games.deadlines import heartbeat, resolving  # noqa: E402
from games.models import Phase  # noqa: E402

REST = 0.1
claim_at_once = resolving.claim


def note(word: str) -> None:
    with Path(os.environ["WATCH_LOG"]).open("a") as log:
        log.write(f"{word} {os.getpid()}\n")


def claim(
    *, by: dt.datetime, leaving: Collection[int] = (), only: Phase | None = None
) -> list[Phase]:
    phases = claim_at_once(by=by, leaving=leaving, only=only)
    note("claimed")
    return phases


class Watch(heartbeat.Watch):
    """Rests between the look at the clock and the claim, outside of every transaction."""

    def moment(self) -> dt.datetime:
        now = super().moment()
        note("asked")
        time.sleep(REST)
        return now


class NoWatch(Watch):
    """Resolves what is due by the clock, whether or not anybody was there before."""

    def moment(self) -> dt.datetime:
        note("asked")
        time.sleep(REST)
        return clock.now()


def main() -> None:
    heartbeat.Watch = Watch if os.environ["WATCH"] == "on" else NoWatch  # type: ignore[misc]
    resolving.claim = claim
    note("ready")
    while not Path(os.environ["START"]).exists():
        time.sleep(0.01)
    while True:
        try:
            resolving.resolve_due()
        except OperationalError:  # as for Celery: the next hint comes
            time.sleep(REST)


if __name__ == "__main__":
    main()
