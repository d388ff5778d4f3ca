"""The one path by which a due phase is resolved.

A worker claims one due phase and resolves it in the same transaction: if it dies, the claim dies
with it and another takes the phase. So any number of workers may run, and a message that never
comes or comes twice does no harm.
"""

from collections import Counter

import structlog
from django.db import OperationalError, connection, transaction

from . import adjudication, audit, clock, notifications
from .errors import describe
from .models import Event, Game, Notice, Phase

logger = structlog.get_logger(__name__)

ATTEMPTS = 3


def resolve_due() -> int:
    """Resolve every phase that is due; returns how many games moved on or were set aside."""
    failures: Counter[int] = Counter()
    count = 0
    while (done := _resolve_one(failures)) is not None:
        count += done
    return count


def _resolve_one(failures: Counter[int]) -> bool | None:
    """Claim and resolve one due phase in one transaction.

    None if no phase is due, false if the database gave up in the middle (it chose a deadlock's
    victim, or went away) and the phase is to be tried again.
    """
    phase = None
    try:
        with transaction.atomic():
            phase = claim()
            if phase is None:
                return None
            adjudication.resolve(phase)
    except Exception as error:
        if phase is None:
            raise  # the database, not a game
        failures[phase.pk] += 1
        if isinstance(error, OperationalError) and failures[phase.pk] < ATTEMPTS:
            return False
        set_aside(phase, describe(error))
    return True


def claim() -> Phase | None:
    """Lock the phase that is due longest; others skip it. Call inside a transaction.

    PostgreSQL skips rows that another worker has locked. SQLite ignores that, and needs no more
    than its IMMEDIATE transactions: only one writer is in here at a time.
    """
    phases = Phase.objects.select_for_update(
        of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    return (
        phases.filter(status=Phase.Status.OPEN, due_at__lte=clock.now())
        .select_related("game")
        .order_by("due_at", "pk")
        .first()
    )


def set_aside(phase: Phase, error: str) -> None:
    """Stop the clock of a game that cannot be resolved, and tell its master. The others go on."""
    with transaction.atomic():
        stopped = Phase.objects.filter(pk=phase.pk, status=Phase.Status.OPEN).update(due_at=None)
        if not stopped:
            return
        game = phase.game
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE, error=error)
        audit.log(Event.Kind.GAME_SET_ASIDE, game=game, phase=phase)
        told = notifications.masters(game) + notifications.admins()
        notifications.tell(Notice.Kind.SET_ASIDE, told, game=game, phase=phase)
    logger.error("game_set_aside", game=game.slug, phase=phase.code, error=error)
