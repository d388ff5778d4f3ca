"""Masters act whenever a phase is due, players order, and the site's processes are killed."""

import datetime as dt
import time
from pathlib import Path
from typing import Any

import pytest

from games.models import Event
from tests import measured
from tests.soak import SOAK

from . import amended, masters, promises, stage
from .faults import STEADY
from .stage import POSTGRESQL, SQLITE

pytestmark = [pytest.mark.processes, pytest.mark.timeout(1800 if SOAK else 300)]

KILLS, DEEDS, LATE, SUPERSEDED = (60, 300, 60, 40) if SOAK else (4, 8, 2, 1)
GAMES = 6 if SOAK else 4
HOUR = 13.0 if SOAK else 3.6  # seconds
PATIENCE = STEADY if SOAK else 0.0
BETWEEN_KILLS = 2.0  # seconds, where no other faults come
SECONDS = 1500 if SOAK else 150
KINDS = [SQLITE, POSTGRESQL] if SOAK else [SQLITE]


@pytest.mark.parametrize("kind", KINDS)
def test_what_masters_do_at_deadlines_holds_whoever_dies(
    kind: str, tmp_path: Path, django_db_blocker: Any
) -> None:
    with stage.on(kind, tmp_path, django_db_blocker, hour=HOUR) as table:
        games = stage.begin_games(GAMES, played=GAMES)
        faults = table.faults(stage.seed(), patience=PATIENCE)
        near = dt.timedelta(hours=1.5 * stage.TICK / table.hour)
        began = time.monotonic()
        with (
            stage.crowd_at(table, games) as crowd,
            masters.masters_at(games, near=near, seed=faults.seed) as acting,
        ):
            if SOAK:
                faults.thread.start()

            def enough() -> bool:
                if not SOAK and faults.chance.random() < stage.TICK / BETWEEN_KILLS:
                    faults.kill("deadlines worker", "web worker")
                return (
                    faults.kills.total() >= KILLS
                    and len(acting.deeds) >= DEEDS
                    and acting.late >= LATE
                    and masters.superseded() >= SUPERSEDED
                    and crowd.answered()["saved"] > KILLS
                )

            try:
                table.pass_time(
                    enough,
                    seconds=SECONDS,
                    what=f"{KILLS} kills, and so many deeds (SOAK_SEED={faults.seed})",
                    errors=lambda: faults.errors + crowd.errors + acting.errors,
                )
            finally:
                if SOAK:
                    faults.stop()
        masters.end_pauses(games)
        table.come_to_rest()
        broken = [
            *map(str, faults.errors + crowd.errors + acting.errors),
            *amended.broken(acting.deeds),
            *amended.every_sheet_answered_saved_has_its_receipts(crowd.sheets),
            *promises.every_phase_was_resolved_exactly_once(),
            *promises.every_game_goes_on(),
            *promises.every_clock_that_stands_still_was_stopped(),
            *promises.every_receipt_is_genuine(),
            *promises.every_letter_answered_sent_stands_once(crowd.letters),
        ]
        figures = {
            "phases resolved": Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED).count(),
            "phases superseded": masters.superseded(),
            "processes killed": faults.kills.total(),
            "other faults": faults.others.total(),
            **dict(sorted(acting.answered().items())),
            "deeds during which the phase fell due": acting.late,
            "sheets answered “saved”": crowd.answered()["saved"],
            "sheets refused": crowd.answered()["refused"],
            "promises broken": len(broken),
        }
        tell(kind, figures, faults.seed, time.monotonic() - began)
        if broken:
            pytest.fail(stage.show(broken, faults), pytrace=False)


def tell(kind: str, figures: dict[str, int], seed: int, seconds: float) -> None:
    """Print the figures of a run; a full one writes them down."""
    print(f"{kind}: {figures}; {seconds:.0f} s")
    if SOAK:
        rows = [f"| {name} | {number:,} |" for name, number in figures.items()]
        head = f"{kind}: {measured.machine()}; SOAK_SEED={seed}; {seconds:.0f} s."
        lines = [head, "", "| what | times |", "|---|---:|", *rows, ""]
        measured.write(f"masters among faults on {kind}", lines)
