"""Masters act whenever a phase is due, players order, and the site's processes are killed."""

import datetime as dt
import time
from pathlib import Path
from typing import Any

import pytest

from games.models import Event
from tests import measured
from tests.soak import SOAK

from . import faulty_site, master_promises, masters, promises
from .faults import STEADY
from .faulty_site import POSTGRESQL, SQLITE

pytestmark = [pytest.mark.soak, pytest.mark.processes, pytest.mark.timeout(1800)]

KILLS, ACTIONS, LATE, SUPERSEDED = (60, 300, 60, 40) if SOAK else (4, 8, 2, 1)
GAMES = 6 if SOAK else 4
HOUR = 13.0 if SOAK else 3.6  # seconds
PATIENCE = STEADY if SOAK else 0.0
BETWEEN_KILLS = 2.0  # seconds, when no other faults happen
HOURS = 115 if SOAK else 42  # of the site's clock, until it has taken too long
KINDS = [SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.soak)]


@pytest.mark.parametrize("kind", KINDS)
def test_what_masters_do_at_deadlines_holds_whoever_dies(
    kind: str, tmp_path: Path, django_db_blocker: Any
) -> None:
    with faulty_site.started(kind, tmp_path, django_db_blocker, hour=HOUR) as faulty:
        games = faulty_site.begin_games(GAMES, played=GAMES)
        faults = faulty.faults(faulty_site.seed(), patience=PATIENCE)
        near = dt.timedelta(hours=1.5 * faulty_site.TICK / faulty.hour)
        began = time.monotonic()
        with (
            faulty_site.crowd_at(faulty, games) as crowd,
            masters.masters_at(games, near=near, seed=faults.seed) as acting,
        ):
            if SOAK:
                faults.thread.start()

            def enough() -> bool:
                if not SOAK and faults.chance.random() < faulty_site.TICK / BETWEEN_KILLS:
                    faults.kill("deadlines worker", "web worker")
                return (
                    faults.kills.total() >= KILLS
                    and len(acting.actions) >= ACTIONS
                    and acting.late >= LATE
                    and masters.superseded() >= SUPERSEDED
                    and crowd.answered()["saved"] > KILLS
                )

            try:
                faulty.pass_time(
                    enough,
                    hours=HOURS,
                    what=lambda: (
                        f"{faults.kills}, {len(acting.actions)} actions, {acting.late} late,"
                        f" {masters.superseded()} superseded (SOAK_SEED={faults.seed})"
                    ),
                    errors=lambda: faults.errors + crowd.errors + acting.errors,
                )
            finally:
                if SOAK:
                    faults.stop()
        masters.end_pauses(games)
        faulty.come_to_rest()
        broken = [
            *map(str, faults.errors + crowd.errors + acting.errors),
            *master_promises.broken(acting.actions),
            *master_promises.every_sheet_answered_saved_has_its_receipts(crowd.sheets),
            *promises.every_phase_was_resolved_exactly_once(),
            *promises.every_game_goes_on(),
            *promises.every_clock_that_stands_still_was_stopped(),
            *promises.every_receipt_is_genuine(),
            *promises.every_message_answered_sent_stands_once(crowd.messages),
        ]
        figures = {
            "phases resolved": Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED).count(),
            "phases superseded": masters.superseded(),
            "processes killed": faults.kills.total(),
            "other faults": faults.others.total(),
            **dict(sorted(acting.answered().items())),
            "actions during which the phase fell due": acting.late,
            "sheets answered “saved”": crowd.answered()["saved"],
            "sheets refused": crowd.answered()["refused"],
            "promises broken": len(broken),
        }
        report_figures(kind, figures, faults.seed, time.monotonic() - began)
        if broken:
            pytest.fail(faulty_site.broken_with_seed(broken, faults), pytrace=False)


def report_figures(kind: str, figures: dict[str, int], seed: int, seconds: float) -> None:
    """Print the figures of a run, and store those of a full one."""
    print(f"{kind}: {figures}; {seconds:.0f} s")
    if SOAK:
        rows = [f"| {name} | {number:,} |" for name, number in figures.items()]
        head = f"{kind}: {measured.machine()}; SOAK_SEED={seed}; {seconds:.0f} s."
        lines = [head, "", "| what | times |", "|---|---:|", *rows, ""]
        measured.write(f"masters among faults on {kind}", lines)
