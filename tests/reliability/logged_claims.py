"""The site's Celery app for a test: claims are logged, and slowed down so that they overlap.

CLAIM_LOG names the log; a line is a phase and a process. CLAIM_LOCK=off removes the lock that keeps
two workers from claiming one phase.
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
BATCH_SIZE = 4  # so that the games of a test are several claims
if settings.SQLITE and not LOCKED:
    settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"
django.setup()

from games.adjudication import due_phases  # noqa: E402  (models need django.setup() first)
from games.models import Phase  # noqa: E402

claim_locked = due_phases.claim
resolve_at_once = due_phases._resolve_some


def claim_unlocked(by: dt.datetime) -> list[Phase]:
    due = Phase.objects.open().filter(due_at__lte=by)
    return list(due.select_related("game__settings", "settings").order_by("due_at", "pk")[:1])


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
    """Wait until some phase has been claimed twice, on a busy machine too."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        phases = [
            line.split()[0] for line in Path(os.environ["CLAIM_LOG"]).read_text().splitlines()
        ]
        if len(phases) > len(set(phases)):
            return
        time.sleep(PAUSE)


def resolve_some(troubled: set[int], *, by: dt.datetime, only: Phase | None = None) -> int | None:
    """Resolve one batch; with the lock, wait a little before the next claim.

    SQLite checks every 0.1 s at most whether the lock is free: a worker that never waits would
    leave the other no phase to claim.
    """
    done = resolve_at_once(troubled, by=by, only=only)
    if done and LOCKED:
        time.sleep(REST)
    return done


due_phases.claim = claim
due_phases.BATCH_SIZE = due_phases.BATCH_SIZE_OF_ONE_WRITER = BATCH_SIZE
due_phases._resolve_some = resolve_some
