"""The site's settings without one protection, for a negative control. WITHOUT names it."""

import datetime as dt
import os
import time
from typing import Any

from config.settings import INSTALLED_APPS as PROTECTED_APPS

from .fast_clock_settings import *  # noqa: F403
from .fast_clock_settings import FastClock

INSTALLED_APPS = [*PROTECTED_APPS, "tests.reliability.unprotected.Sabotage"]
PAUSE = 3.0  # seconds between the two commits, in which a test kills the worker


class Sabotage(FastClock):
    label = "sabotage"

    def ready(self) -> None:
        super().ready()
        {
            "the one transaction": resolve_in_two_commits,
            "the commit before the answer": answer_whether_or_not_it_is_stored,
            "the signs of life": resolve_by_the_clock_alone,
        }[os.environ["WITHOUT"]]()


def resolve_in_two_commits() -> None:
    """Commit the claim first, and the results afterwards."""
    from django.db import transaction

    from games.adjudication import due_phases, resolution
    from games.models import Phase

    def resolve_some(troubled: set[int], *, by: dt.datetime, **_only: Any) -> int | None:
        with transaction.atomic():
            claimed = due_phases.claim(by=by, leaving=troubled)
            if not claimed:
                return None
            # No other worker takes them.
            keys = [phase.pk for phase in claimed]
            Phase.objects.filter(pk__in=keys).update(deadline=None, due_at=None, remind_at=None)
        time.sleep(PAUSE)
        with transaction.atomic():
            return len(resolution.resolve(claimed))

    due_phases._resolve_some = resolve_some


def answer_whether_or_not_it_is_stored() -> None:
    """Answer “saved” to a sheet that could not be stored, as if it were stored later."""
    from django.db import OperationalError

    from accounts import clock
    from games.models import Receipt
    from games.orders import submission

    save = submission._save

    def save_later(*sheet: Any, **who: Any) -> submission.Saved:
        try:
            return save(*sheet, **who)
        except OperationalError:
            return submission.Saved(Receipt(text="all", saved_at=clock.now()), changed=True)

    submission._save = save_later


def resolve_by_the_clock_alone() -> None:
    """Resolve due phases without regard to an outage."""
    from accounts import clock
    from games.deadlines import outages

    outages.Watch.moment = lambda _watch: clock.now()  # type: ignore[method-assign, assignment]
