"""The one path by which a due phase is resolved.

A worker claims a few due phases and resolves them in the same transaction: if it dies, the claim
dies with it and another takes the phases. So any number of workers may run, and a message that
never comes or comes twice does no harm. A few and not one, for a phase by itself takes more
than twice the time; where one of them fails, each is taken by itself.
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

from .. import adjudication, audit, clock, metrics
from ..errors import describe
from ..models import Event, Game, Notice, Phase
from ..telling import notifications
from . import heartbeat, schedule

logger = structlog.get_logger(__name__)

# The database's own trouble: a lost connection, a full disk, a deadlock's victim, an older schema.
# It is no game's fault; the phase is tried again with the next message.
TROUBLE = (OperationalError, InterfaceError, ProgrammingError)
# So many are resolved at once: few enough that nobody waits long for a row, or for SQLite's one
# writer. More would gain little.
TOGETHER = 8
# After so long it is no accident any more, and somebody has to look: the log says so as an error.
STUCK = dt.timedelta(minutes=10)


def resolve_due() -> int:
    """Resolve every phase that is due; returns how many games moved on or were set aside."""
    troubled: set[int] = set()
    watch = heartbeat.Watch()
    count = 0
    while (done := _resolve_some(troubled, by=watch.moment())) is not None:
        count += done
    return count


def _resolve_some(troubled: set[int], *, by: dt.datetime, only: Phase | None = None) -> int | None:
    """Claim and resolve a few phases that are due `by` a moment, or `only` one, in one transaction.
    Returns how many games moved on or were set aside; none if there is nothing to claim.

    If one of them fails, none was resolved, and each is claimed by itself. One for which the
    database fails joins `troubled` and is left for later; any other error sets its game aside.
    """
    claimed: list[Phase] = []
    try:
        with transaction.atomic():
            claimed = claim(by=by, leaving=troubled, only=only)
            if not claimed:
                return None
            due_at = claimed[0].due_at
            resolved = adjudication.resolve(claimed)
    except Exception as error:
        if not claimed:
            raise  # not even a claim: nothing can be done now
        if len(claimed) > 1:
            logger.warning("phases_resolved_one_by_one", error=describe(error))
            return sum(_resolve_some(troubled, by=by, only=each) or 0 for each in claimed)
        phase = claimed[0]
        phase.due_at = due_at  # as it was claimed: whatever moved it was rolled back
        return _fail(phase, error, troubled)
    for phase in claimed:
        with _named(phase):
            if phase in resolved:
                metrics.phase_resolved(phase)
            logger.info("phase_resolved" if phase in resolved else "phase_put_off")
    return len(resolved)


def _named(phase: Phase) -> AbstractContextManager[object]:
    """Lets log lines say of which phase they speak."""
    return structlog.contextvars.bound_contextvars(game=phase.game.slug, phase=phase.code)


def _fail(phase: Phase, error: Exception, troubled: set[int]) -> int:
    with _named(phase):
        if isinstance(error, TROUBLE):
            _leave(phase, error, troubled)
            return 0
        return _try_to_set_aside(phase, error, troubled)


def _leave(phase: Phase, error: Exception, troubled: set[int]) -> None:
    """Try the phase again with the next message. It is never set aside for the database's trouble:
    an older schema, or a disk that is full for an hour, would stop every game of the site."""
    stuck = phase.due_at is not None and clock.now() - phase.due_at > STUCK
    if stuck:
        logger.error("phase_stuck", error=describe(error))
    else:
        logger.warning("phase_left_for_later", error=describe(error))
    metrics.LEFT_FOR_LATER.inc()
    troubled.add(phase.pk)


def _try_to_set_aside(phase: Phase, error: Exception, troubled: set[int]) -> bool:
    """False if not even that can be done: the others go on all the same."""
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
    """Lock those phases that are due longest, `by` a moment at which the site was known to be
    alive, or `only` one; others skip them. Call inside a transaction.

    PostgreSQL skips rows that another worker has locked. SQLite ignores that, and needs no more
    than its IMMEDIATE transactions: only one writer is in here at a time. Which of those due at the
    same moment comes first matters to nobody: told to sort them, each claim would read them all.
    """
    phases = Phase.objects.select_for_update(
        of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    due = phases.filter(status=Phase.Status.OPEN, due_at__lte=by).exclude(pk__in=leaving)
    if only is not None:
        due = due.filter(pk=only.pk)
    claimed = list(due.select_related("game", "conduct").order_by("due_at")[:TOGETHER])
    for phase in claimed:
        if phase.game.conduct_id == phase.conduct_id:
            phase.game.conduct = phase.conduct  # as long as nobody has changed the settings
    return claimed


def set_aside(phase: Phase, error: str) -> None:
    """Stop the clock of a game that cannot be resolved, and tell its master. The others go on."""
    with transaction.atomic():
        # Only the phase as it was claimed: another worker or the master may have been here since.
        same = Phase.objects.filter(pk=phase.pk, status=Phase.Status.OPEN, due_at=phase.due_at)
        if not schedule.stop(same, now=clock.now()):
            return
        game = phase.game
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE, error=error)
        event = audit.log(Event.Kind.GAME_SET_ASIDE, game=game, phase=phase)
        told = notifications.masters(game) + notifications.admins()
        notifications.tell(Notice.Kind.SET_ASIDE, told, game=game, phase=phase, event=event)
    metrics.SET_ASIDE.inc()
    logger.error("game_set_aside", error=error)
