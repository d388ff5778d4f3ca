"""Negative control of the single transaction: a claim committed alone is lost with its worker."""

from pathlib import Path
from typing import Any

import pytest

from games.models import Phase
from tests.site import until

from . import faulty_site, play, promises
from .faulty_site import POSTGRESQL, SQLITE

pytestmark = [pytest.mark.processes, pytest.mark.timeout(500)]

GAMES = 6
KINDS = [SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.soak)]


@pytest.mark.parametrize("kind", KINDS)
def test_without_the_one_transaction_a_killed_worker_loses_its_game(
    kind: str, tmp_path: Path, django_db_blocker: Any
) -> None:
    without = {
        "DJANGO_SETTINGS_MODULE": "tests.reliability.unprotected",
        "WITHOUT": "the one transaction",
    }
    with faulty_site.started(
        kind, tmp_path, django_db_blocker, machines=1, hour=faulty_site.REAL_TIME, **without
    ) as table:
        play.until_alive()
        worker = table.sites[0].child("deadlines")
        games = faulty_site.begin_games(GAMES, played=0)
        claimed = Phase.objects.open().filter(due_at=None)
        table.clock.advance(hours=1.001)
        until(claimed.exists, seconds=30, what="a phase is claimed")
        worker.kill()
        table.come_to_rest()
        resolved = Phase.objects.filter(status=Phase.Status.RESOLVED)
        until(
            lambda: resolved.count() + claimed.count() == GAMES,
            seconds=60,
            what="the others are resolved",
        )
        lost = list(promises.every_game_goes_on())
        assert len(lost) == claimed.count() >= 1
        assert {phase.game for phase in claimed} <= set(games)
