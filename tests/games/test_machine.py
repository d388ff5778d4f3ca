"""Whatever happens to a game, in any order: what DESIGN.md promises holds.

A machine plays at random – orders, readiness, extensions, pauses, deadlines, missed orders, late
ones, replacements, stand-ins, returns, rollbacks, and crashes in the middle of a resolution – and
keeps a book of its own of what was saved. `./run soak` tells 2,000 of these stories, in parts that
several processes share. SOAK_SEED tells the same ones again.

Its controls take a guard out of the site: the machine must notice within some stories.
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

from games import access, adjudication, phases
from games.deadlines import resolving
from games.models import Phase
from games.seats import sitting

from .. import measured
from ..soak import SOAK
from .machine.machine import GameMachine, Stories

PARTS, STORIES = (40, 50) if SOAK else (1, 3)
STEPS = 30
SEED = int(os.environ.get("SOAK_SEED") or random.SystemRandom().randrange(2**32))
ENOUGH = 40  # stories in which a fault that was built in must show
ON = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def tell(stories: Stories, *, number: int, seeded: int) -> None:
    """Tell so many stories. Raises what is wrong with the first that breaks a promise."""
    several = settings(
        max_examples=number,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Stage.generate],  # a story is read; to make it shorter takes minutes
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
    tell(stories, number=STORIES, seeded=SEED + part)
    figures = {**stories.figures(), "seconds of processes": round(time.monotonic() - began)}
    print(figures)
    if SOAK:
        note(part, figures, tmp_path_factory.getbasetemp())


def note(part: int, figures: dict[str, int], folder: Path) -> None:
    """Whichever process finishes the last part writes down the figures of all."""
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
    """And the work afterwards: who dies between the two has lost the phase."""

    def resolve_some(troubled: set[int], *, by: Any) -> int | None:
        with transaction.atomic():
            claimed = resolving.claim(by=by, leaving=troubled)
            if not claimed:
                return None
            (phase,) = claimed
            same = Phase.objects.filter(pk=phase.pk)
            same.update(deadline=None, due_at=None)  # so that no other takes it
        with transaction.atomic():
            same.update(deadline=phase.deadline, due_at=phase.due_at)
            return len(adjudication.resolve(claimed))

    patch.setattr(resolving, "_resolve_some", resolve_some)


def keep_the_orders_of_who_goes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sitting, "_void", lambda _phase, _seat: None)


def take_orders_after_the_deadline(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(phases, "must_be_open", lambda _phase: None)


def take_orders_from_anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(access, "holds", lambda _person, _seat: True)


GUARDS = [
    (commit_the_claim_first, "half of it was done"),
    (keep_the_orders_of_who_goes, "are stored, and"),
]
MORE_GUARDS = [
    (take_orders_after_the_deadline, "saved orders"),
    (take_orders_from_anybody, "saved orders"),
]


@pytest.mark.django_db
@pytest.mark.timeout(1800 if SOAK else 300)
@pytest.mark.parametrize(("take_out", "words"), GUARDS + MORE_GUARDS * SOAK)
def test_without_a_guard_a_story_breaks_a_promise(
    take_out: Callable[[pytest.MonkeyPatch], None], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_out(monkeypatch)
    stories = Stories()
    with pytest.raises(AssertionError, match=words) as broken:
        tell(stories, number=ENOUGH, seeded=SEED if SOAK else 1)
    print(f"after {stories.told} stories: {str(broken.value).splitlines()[0]}")
