"""The site's Celery app for a test: each claim is written down, and slow enough to meet another.

CLAIM_LOG names the file; its lines are phase and process. CLAIM_LOCK=off takes out what keeps two
workers from one phase.
"""

import datetime as dt
import os
import time
from collections.abc import Collection
from pathlib import Path

import django
from django.conf import settings

from config.celery import app as app

LOCKED = os.environ["CLAIM_LOCK"] == "on"
PAUSE = 0.05
REST = 0.15
PATIENCE = 10.0
if settings.SQLITE and not LOCKED:
    settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"
django.setup()

from games.deadlines import resolving  # noqa: E402  (models need a Django that is set up)
from games.models import Phase  # noqa: E402

claim_locked = resolving.claim
resolve_at_once = resolving._resolve_some


def claim_unlocked(by: dt.datetime) -> list[Phase]:
    due = Phase.objects.filter(status=Phase.Status.OPEN, due_at__lte=by)
    return list(due.select_related("game__conduct", "conduct").order_by("due_at", "pk")[:1])


def claim(
    *, by: dt.datetime, leaving: Collection[int] = (), only: Phase | None = None
) -> list[Phase]:
    phases = claim_locked(by=by, leaving=leaving, only=only) if LOCKED else claim_unlocked(by)
    if phases:
        with Path(os.environ["CLAIM_LOG"]).open("a") as log:
            log.writelines(f"{phase.pk} {os.getpid()}\n" for phase in phases)
        time.sleep(PAUSE)
        if not LOCKED:
            wait_for_another()
    return phases


def wait_for_another() -> None:
    """Until some phase has been claimed twice: however busy the machine is, they meet once."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        phases = [
            line.split()[0] for line in Path(os.environ["CLAIM_LOG"]).read_text().splitlines()
        ]
        if len(phases) > len(set(phases)):
            return
        time.sleep(PAUSE)


def resolve_some(troubled: set[int], *, by: dt.datetime, only: Phase | None = None) -> int | None:
    """With the lock on, rests between two claims while it is free.

    SQLite wakes who waits for it every 0.1 s at most: a worker that never rests would leave the
    other nothing to do.
    """
    done = resolve_at_once(troubled, by=by, only=only)
    if done and LOCKED:
        time.sleep(REST)
    return done


resolving.claim = claim
resolving._resolve_some = resolve_some
