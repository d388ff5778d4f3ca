"""Let deadlines pass on a running site, and measure that."""

import datetime as dt
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from games.adjudication import due_phases
from games.core import bulk
from games.deadlines import outages
from games.models import Game, Notification, Phase
from games.state import phase_clock
from tests.site import until

from .usage import Reading
from .visitors import Visitors

SOON = dt.timedelta(seconds=5)
PATIENCE = 600


@dataclass(frozen=True)
class Course:
    """The measurements while the deadlines of some games passed. Times are in seconds."""

    games: int
    within: float
    throughput: float
    lateness: list[float]
    pages: list[float]
    errors: list[str]
    seconds: float
    cores: Mapping[str, float]

    def cpu_a_phase(self, *kinds: str) -> float:
        return sum(self.cores[kind] for kind in kinds) * self.seconds / self.games


def queries_a_phase(games: Sequence[int]) -> list[int]:
    """Resolve these games in this process, one after the other; return the queries of each.

    BEGIN and COMMIT do not count. Included are one query for the heartbeat, and the last query,
    which finds nothing due.
    """
    found = []
    for game in games:
        let_be_due([game], timezone.now(), dt.timedelta())
        outages.beat()
        count = _Count()
        with connection.execute_wrapper(count):
            assert due_phases.resolve_due() == 1
        found.append(count.queries)
    return found


class _Count:
    queries = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries += 1
        return execute(sql, params, many, context)


def pass_deadlines(
    games: Sequence[int],
    within: dt.timedelta,
    *,
    visitors: Visitors,
    roots: Mapping[str, list[int]],
) -> Course:
    """Let the deadlines of `games` pass, spread evenly over `within`, and wait for the workers."""
    first = timezone.now() + SOON
    let_be_due(games, first, within)
    _sleep_until(first)
    with visitors:
        before = Reading.take(roots)
        _sleep_until(first + within)
        open_still = Phase.objects.open().filter(due_at__lte=first + within)
        until(lambda: not open_still.exists(), seconds=PATIENCE, what="every phase is resolved")
        after = Reading.take(roots)
    done = list(_checked(games).values_list("due_at", "resolved_at"))
    ends = sorted(resolved_at for _due_at, resolved_at in done)
    return Course(
        games=len(games),
        within=within.total_seconds(),
        throughput=(len(ends) - 1) / (ends[-1] - ends[0]).total_seconds(),
        lateness=[(resolved_at - due_at).total_seconds() for due_at, resolved_at in done],
        pages=visitors.seconds,
        errors=visitors.errors,
        seconds=after.at - before.at,
        cores=after.cores_since(before),
    )


def let_be_due(games: Sequence[int], first: dt.datetime, within: dt.timedelta) -> None:
    phases = list(Phase.objects.open().filter(game__in=games))
    for number, phase in enumerate(phases):
        phase_clock.set_deadline(phase, first + within * number / len(phases), now=first)
    bulk.update_each(phases, phase_clock.DEADLINE_FIELDS)


def _sleep_until(moment: dt.datetime) -> None:
    time.sleep(max(0.0, (moment - timezone.now()).total_seconds()))


def _checked(games: Sequence[int]) -> Any:
    """The resolved phases, after checks: one for each game, none set aside, everybody notified."""
    assert not Game.objects.filter(pk__in=games, status=Game.Status.ASIDE).exists()
    done = Phase.objects.filter(game__in=games, status=Phase.Status.RESOLVED)
    assert done.count() == len(games)
    told = Notification.objects.filter(
        kind=Notification.Kind.RESULTS, channel="site", phase__in=done
    )
    assert told.count() == 8 * len(games)
    return done
