"""The site's settings with one protection taken out, for a negative control: WITHOUT names it."""

import datetime as dt
import os
import time
from typing import Any

from config.settings import INSTALLED_APPS as PROTECTED_APPS

from .staged import *  # noqa: F403
from .staged import Staged

INSTALLED_APPS = [*PROTECTED_APPS, "tests.reliability.unprotected.Sabotage"]
PAUSE = 0.3  # seconds between the two commits


class Sabotage(Staged):
    label = "sabotage"

    def ready(self) -> None:
        super().ready()
        {
            "the one transaction": resolve_in_two_commits,
            "the commit before the answer": answer_whether_or_not_it_is_stored,
            "the signs of life": resolve_by_the_clock_alone,
        }[os.environ["WITHOUT"]]()


def resolve_in_two_commits() -> None:
    """The claim is committed first, and the work afterwards."""
    from django.db import transaction

    from games import adjudication
    from games.deadlines import resolving
    from games.models import Phase

    def resolve_some(troubled: set[int], *, by: dt.datetime, **_only: Any) -> int | None:
        with transaction.atomic():
            claimed = resolving.claim(by=by, leaving=troubled)
            if not claimed:
                return None
            # So that no other takes them.
            keys = [phase.pk for phase in claimed]
            Phase.objects.filter(pk__in=keys).update(deadline=None, due_at=None, remind_at=None)
        time.sleep(PAUSE)
        with transaction.atomic():
            return len(adjudication.resolve(claimed))

    resolving._resolve_some = resolve_some


def answer_whether_or_not_it_is_stored() -> None:
    """“Saved” is the answer to a sheet that could not be stored, as if that were done later."""
    from django.db import OperationalError

    from games import clock
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
    """Whatever time has passed since somebody was there before."""
    from games import clock
    from games.deadlines import heartbeat

    heartbeat.Watch.moment = lambda _watch: clock.now()  # type: ignore[method-assign, assignment]
