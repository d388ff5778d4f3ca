"""A worker of deadlines that needs no broker, for tests of outages: it resolves in a loop.

It begins once the file START exists. Each look writes two lines to WATCH_LOG, with the number of
the process: “asked” before the claim and “claimed” after it. Between the two the worker waits a
little, so that a test can stop it there. WATCH=off ignores the heartbeat, so that no outage is
compensated.
"""

import datetime as dt
import os
import time
from collections.abc import Collection
from pathlib import Path

import django

django.setup()

from django.db import OperationalError  # noqa: E402  (models need django.setup() first)

from accounts import clock  # noqa: E402
from games.adjudication import due_phases  # noqa: E402
from games.deadlines import outages  # noqa: E402
from games.models import Phase  # noqa: E402

REST = 0.1
claim_at_once = due_phases.claim


def note(word: str) -> None:
    with Path(os.environ["WATCH_LOG"]).open("a") as log:
        log.write(f"{word} {os.getpid()}\n")


def claim(
    *, by: dt.datetime, leaving: Collection[int] = (), only: Phase | None = None
) -> list[Phase]:
    phases = claim_at_once(by=by, leaving=leaving, only=only)
    note("claimed")
    return phases


class Watch(outages.Watch):
    """Waits between the look at the clock and the claim, outside of every transaction."""

    def moment(self) -> dt.datetime:
        now = super().moment()
        note("asked")
        time.sleep(REST)
        return now


class NoWatch(Watch):
    """Resolves what is due by the clock, without regard to an outage."""

    def moment(self) -> dt.datetime:
        note("asked")
        time.sleep(REST)
        return clock.now()


def main() -> None:
    outages.Watch = Watch if os.environ["WATCH"] == "on" else NoWatch  # type: ignore[misc]
    due_phases.claim = claim
    note("ready")
    while not Path(os.environ["START"]).exists():
        time.sleep(0.01)
    while True:
        try:
            due_phases.resolve_due()
        except OperationalError:  # as with Celery, the next message tries again
            time.sleep(REST)


if __name__ == "__main__":
    main()
