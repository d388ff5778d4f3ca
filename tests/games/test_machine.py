"""The promises of DESIGN.md hold for a game whatever happens to it, in any order.

A state machine plays at random: orders, readiness, extensions, pauses, deadlines, missed orders,
late orders, replacements, substitutes, returns, rollbacks, and crashes in the middle of a
resolution. It keeps its own record of the saved orders. `./run soak` runs 2,000 of these stories,
in parts that several processes share. SOAK_SEED repeats a run.

Negative controls take a check out of the site: the machine must notice that within some stories.
"""

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, seed, settings
from hypothesis import Phase as Stage
from hypothesis.stateful import run_state_machine_as_test

from games import access
from games.adjudication import due_phases, resolution
from games.deadlines import open_phase
from games.models import Phase
from games.seats import handover

from .. import measured
from ..soak import SOAK
from .machine.machine import GameMachine, Stories

PARTS, STORIES = (40, 50) if SOAK else (1, 3)
STEPS = 30
SEED = int(os.environ.get("SOAK_SEED") or random.SystemRandom().randrange(2**32))
ENOUGH = 100  # stories within which a built-in fault must be found; the rarest is in one of ten
ON = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def run_stories(stories: Stories, *, number: int, seeded: int) -> None:
    """Run `number` stories. Raise AssertionError for the first that breaks a promise."""
    several = settings(
        max_examples=number,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Stage.generate],  # no shrinking: it takes minutes, and a whole story can be read
        suppress_health_check=list(HealthCheck),
    )

    @seed(seeded)
    def machine() -> GameMachine:
        return GameMachine(stories)

    run_state_machine_as_test(machine, settings=several)  # type: ignore[arg-type]  # or a function


@pytest.mark.django_db
@pytest.mark.timeout(3600 if SOAK else 300)
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_to_a_game_its_promises_hold(
    part: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    print(f"SOAK_SEED={SEED}")
    stories, began = Stories(), time.monotonic()
    run_stories(stories, number=STORIES, seeded=SEED + part)
    figures = {**stories.figures(), "seconds of processes": round(time.monotonic() - began)}
    print(figures)
    if SOAK:
        store_figures(part, figures, tmp_path_factory.getbasetemp())


def store_figures(part: int, figures: dict[str, int], folder: Path) -> None:
    """Store the figures of a part. After the last part, write the sums of all."""
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    (shared / f"stories-{part}.json").write_text(json.dumps(figures))
    parts = [json.loads(file.read_text()) for file in shared.glob("stories-*.json")]
    if len(parts) == PARTS:
        total: Counter[str] = sum(map(Counter, parts), Counter())
        kind = ON[connection.vendor]
        rows = [f"| {name} | {number:,} |" for name, number in total.items()]
        head = f"{kind}: {measured.machine()}."
        measured.write(
            f"stories on {kind}", [head, "", "| what | times |", "|---|---:|", *rows, ""]
        )


def commit_the_claim_first(patch: pytest.MonkeyPatch) -> None:
    """Resolve in a second transaction after the claim: a crash between the two loses the phase."""

    def resolve_some(troubled: set[int], *, by: Any) -> int | None:
        with transaction.atomic():
            claimed = due_phases.claim(by=by, leaving=troubled)
            if not claimed:
                return None
            (phase,) = claimed
            same = Phase.objects.filter(pk=phase.pk)
            same.update(deadline=None, due_at=None)  # so that no other worker claims it
        with transaction.atomic():
            same.update(deadline=phase.deadline, due_at=phase.due_at)
            return len(resolution.resolve(claimed))

    patch.setattr(due_phases, "_resolve_some", resolve_some)


def keep_the_orders_of_a_former_holder(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(handover, "void_orders", lambda _phase, _seat: None)


def take_orders_after_the_deadline(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(open_phase, "must_be_open", lambda _phase, **_late: None)


def take_orders_from_anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(access, "holds", lambda _person, _seat: True)


GUARDS = [
    pytest.param(commit_the_claim_first, "half of it was done", marks=pytest.mark.soak),
    pytest.param(keep_the_orders_of_a_former_holder, "are stored, and"),
    pytest.param(take_orders_after_the_deadline, "saved orders", marks=pytest.mark.soak),
    pytest.param(take_orders_from_anybody, "saved orders", marks=pytest.mark.soak),
]


@pytest.mark.django_db
@pytest.mark.timeout(1800 if SOAK else 300)
@pytest.mark.parametrize(("take_out", "words"), GUARDS)
def test_without_a_guard_a_story_breaks_a_promise(
    take_out: Callable[[pytest.MonkeyPatch], None], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_out(monkeypatch)
    stories = Stories()
    with pytest.raises(AssertionError, match=words) as broken:
        run_stories(stories, number=ENOUGH, seeded=SEED if SOAK else 1)
    print(f"after {stories.told} stories: {str(broken.value).splitlines()[0]}")
