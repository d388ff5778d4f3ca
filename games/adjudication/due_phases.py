"""Claim and resolve due phases. No other code resolves phases.

A worker claims a batch of due phases and resolves them in the same transaction: if it dies, the
claim is rolled back and another worker takes the phases. So any number of workers may run, and
tasks that are lost or delivered twice do no harm. A phase resolved alone takes more than twice the
time of one in a batch. If one of a batch fails, each is resolved alone.
"""

import datetime as dt
from collections.abc import Collection
from contextlib import AbstractContextManager

import structlog
from django.db import (
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)

from accounts import clock

from ..core import audit, metrics
from ..core.errors import describe
from ..deadlines import outages
from ..models import Event, Game, Notification, Phase
from ..notifications import notify, recipients
from ..state import phase_clock
from . import resolution

logger = structlog.get_logger(__name__)

# A lost connection, a full disk, a deadlock, an older schema: these are not caused by the game, so
# the next task tries the phase again.
DATABASE_ERRORS = (OperationalError, InterfaceError, ProgrammingError)
# Phases in a transaction. PostgreSQL locks only their rows, which take no orders: nobody waits.
# SQLite lets one transaction write, so that others wait: there a batch takes less than 0.1 s.
BATCH_SIZE = 32
BATCH_SIZE_OF_ONE_WRITER = 8
# A phase that is overdue for longer than this is logged as an error for the operator.
STUCK_AFTER = dt.timedelta(minutes=10)


def resolve_due() -> int:
    """Resolve every phase that is due; return how many games advanced or were set aside."""
    troubled: set[int] = set()
    watch = outages.Watch()
    count = 0
    while (done := _resolve_some(troubled, by=watch.moment())) is not None:
        count += done
    return count


def _resolve_some(troubled: set[int], *, by: dt.datetime, only: Phase | None = None) -> int | None:
    """Claim and resolve a batch of phases due `by` a moment, or `only` one, in one transaction.

    Returns how many games advanced or were set aside; None if there was nothing to claim. If one
    phase fails, none is resolved, and each is claimed alone. A phase that fails with a database
    error is added to `troubled` and left for later; any other error sets its game aside.
    """
    claimed: list[Phase] = []
    try:
        with transaction.atomic():
            claimed = claim(by=by, leaving=troubled, only=only)
            if not claimed:
                return None
            due_at = claimed[0].due_at
            resolved = resolution.resolve(claimed)
    except Exception as error:
        if not claimed:
            raise  # claiming failed: nothing can be done now
        if len(claimed) > 1:
            logger.warning("phases_resolved_one_by_one", error=describe(error))
            return sum(_resolve_some(troubled, by=by, only=each) or 0 for each in claimed)
        phase = claimed[0]
        phase.due_at = due_at  # as claimed: any change was rolled back
        return _handle_failure(phase, error, troubled)
    for phase in claimed:
        with _log_context(phase):
            if phase in resolved:
                metrics.phase_resolved(phase)
            if phase.status == Phase.Status.FINAL:
                logger.info("game_ended_by_vote")
            else:
                logger.info("phase_resolved" if phase in resolved else "phase_put_off")
    return sum(phase in resolved or phase.status == Phase.Status.FINAL for phase in claimed)


def _log_context(phase: Phase) -> AbstractContextManager[object]:
    """Add the game and the phase to log lines."""
    return structlog.contextvars.bound_contextvars(game=phase.game.slug, phase=phase.code)


def _handle_failure(phase: Phase, error: Exception, troubled: set[int]) -> int:
    with _log_context(phase):
        if isinstance(error, DATABASE_ERRORS):
            _leave_for_later(phase, error, troubled)
            return 0
        return _try_to_set_aside(phase, error, troubled)


def _leave_for_later(phase: Phase, error: Exception, troubled: set[int]) -> None:
    """Leave the phase to the next task after a database error.

    Its game is not set aside: an older schema, or a disk that is full for an hour, would stop every
    game of the site.
    """
    stuck = phase.due_at is not None and clock.now() - phase.due_at > STUCK_AFTER
    if stuck:
        logger.error("phase_stuck", error=describe(error))
    else:
        logger.warning("phase_left_for_later", error=describe(error))
    metrics.LEFT_FOR_LATER.inc()
    troubled.add(phase.pk)


def _try_to_set_aside(phase: Phase, error: Exception, troubled: set[int]) -> bool:
    """Set the game aside; return whether that worked. A failure must not stop other games."""
    try:
        set_aside(phase, describe(error))
    except Exception as another:
        logger.error("game_not_set_aside", error=describe(error), because=describe(another))
        metrics.NOT_SET_ASIDE.inc()
        troubled.add(phase.pk)
        return False
    return True


def claim(
    *, by: dt.datetime, leaving: Collection[int] = (), only: Phase | None = None
) -> list[Phase]:
    """Lock a batch of the phases that have been due longest, or `only` one.

    `by` is a moment at which the site was known to be running. Phases of `leaving` are left out. To
    be called inside a transaction. PostgreSQL skips rows that another worker has locked. SQLite
    ignores that option and needs no lock: its IMMEDIATE transactions allow one writer at a time.
    Phases due at the same moment are not sorted further, since each claim would have to read all.
    """
    skips_locked = connection.features.has_select_for_update_skip_locked
    phases = Phase.objects.select_for_update(of=("self",), skip_locked=skips_locked)
    due = phases.open().filter(due_at__lte=by).exclude(pk__in=leaving)
    if only is not None:
        due = due.filter(pk=only.pk)
    most = BATCH_SIZE if skips_locked else min(BATCH_SIZE, BATCH_SIZE_OF_ONE_WRITER)
    claimed = list(due.select_related("game", "settings").order_by("due_at")[:most])
    for phase in claimed:
        if phase.game.settings_id == phase.settings_id:
            phase.game.settings = phase.settings  # saves a query if the settings have not changed
    return claimed


def set_aside(phase: Phase, error: str) -> None:
    """Stop the clock of a game whose phase cannot be resolved; notify its masters and admins."""
    with transaction.atomic():
        # Only if the phase is as it was claimed: another worker or the master may have changed it.
        same = Phase.objects.open().filter(pk=phase.pk, due_at=phase.due_at)
        if not phase_clock.stop(same, now=clock.now()):
            return
        game = phase.game
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE, error=error)
        event = audit.log(Event.Kind.GAME_SET_ASIDE, game=game, phase=phase)
        people = recipients.masters(game) + recipients.admins()
        notify.notify(Notification.Kind.SET_ASIDE, people, game=game, phase=phase, event=event)
    metrics.SET_ASIDE.inc()
    logger.error("game_set_aside", error=error)
