"""Actions that race with the deadline: workers, players and masters of the same games, in threads.

Each thread has its own connection to the database of the tests.
"""

import contextlib
import datetime as dt
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

import pytest
from django.db import connection

from accounts import clock
from games.adjudication import due_phases, resolution
from games.core.errors import Refused
from games.deadlines import control, readiness
from games.models import Game, Phase
from games.orders import submission
from games.orders.submission import Line

from .. import factories
from . import faulty_site
from .actions import Action, Actor
from .crowd import Answer
from .test_late_orders import SHEETS

WORKERS = 3
SOON, APART = dt.timedelta(seconds=0.6), dt.timedelta(seconds=0.15)
EARLIER = 0.2  # seconds; the longest time before a deadline at which an action begins


@dataclass
class Race:
    """Games that are due one after the other, with their masters, players and workers."""

    chance: random.Random
    actions: list[Action] = field(default_factory=list)
    due: dict[int, float] = field(default_factory=dict)  # by phase, as `time.monotonic()`
    resolving: list[tuple[int, float, float]] = field(default_factory=list)
    sheets: Counter[Answer] = field(default_factory=Counter)
    errors: list[Exception] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def run(self, games: dict[str, Game]) -> None:
        """Let the games be due one after the other. The keys of `games` are the actions."""
        self.over.clear()
        for number, game in enumerate(games.values()):
            factories.let_be_due(game, clock.now() + SOON + number * APART)
        acting = [self._thread(self._master, game, what) for what, game in games.items()]
        beside = [self._thread(self._player, game) for game in games.values()]
        beside += [self._thread(self._worker) for _ in range(WORKERS)]
        for thread in [*acting, *beside]:
            thread.start()
        for thread in acting:
            thread.join(60)
        until_nothing_is_due()
        self.over.set()
        for thread in beside:
            thread.join(60)
        assert not any(thread.is_alive() for thread in [*acting, *beside]), "somebody hangs"

    def _thread(self, act: Callable[..., None], *what: object) -> threading.Thread:
        def run() -> None:
            try:
                act(*what)
            except Exception as error:
                self.errors.append(error)
            finally:
                connection.close()

        return threading.Thread(target=run, daemon=True)

    def _worker(self) -> None:
        while not self.over.wait(0.03):
            due_phases.resolve_due()
            control.resume_due()

    def _master(self, game: Game, what: str) -> None:
        phase = factories.open_phase(game)
        actor = Actor(game.masterships.get().person, factories.seat(game, "TURKEY"))
        self.due[phase.pk] = time.monotonic() + seconds_to(phase)
        lead = self.chance.uniform(0, EARLIER)
        time.sleep(max(0, seconds_to(phase) - lead))
        self.actions.append(action := actor.do(what, phase))
        if what == "pause" and action.answer == Answer.SAVED:  # resume just as it ends
            time.sleep(actor.pause.total_seconds() - lead)
            with contextlib.suppress(Refused):  # a worker was faster
                control.resume(game, by=actor.master)

    def _player(self, game: Game) -> None:
        """Let the seven players save again and again, and all but one get ready."""
        seats = [(seat, factories.holder(seat)) for seat in game.seats.select_related("game")]
        times = count()
        while not self.over.wait(0.01):
            turn, place = divmod(next(times), len(seats))
            seat, person = seats[place]
            text = SHEETS[seat.power][turn % 2]
            phase = Phase.objects.filter(game=game).latest("number")
            try:
                submission.submit(phase, seat, [Line("1", text)], person=person)
                self.sheets[Answer.SAVED] += 1
                if seat.power != "TURKEY":
                    readiness.set_ready(phase, [seat], ready=True, person=person)
            except Refused:
                self.sheets[Answer.REFUSED] += 1

    def note_resolutions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Record each resolution with its times."""
        resolve = resolution.resolve

        def note(due: Sequence[Phase]) -> list[Phase]:
            began = time.monotonic()
            try:
                return resolve(due)
            finally:
                ended = time.monotonic()
                self.resolving += [(phase.pk, began, ended) for phase in due]

        monkeypatch.setattr(resolution, "resolve", note)

    def hits(self) -> Counter[str]:
        """Count the actions, by kind, during which their phase fell due or was resolved."""
        return Counter(action.what for action in self.actions if self._was_hit(action))

    def _was_hit(self, action: Action) -> bool:
        spans = [(begun, ended) for key, begun, ended in self.resolving if key == action.phase]
        spans.append((self.due[action.phase], self.due[action.phase]))
        return any(action.began <= ended and begun <= action.ended for begun, ended in spans)


def seconds_to(phase: Phase) -> float:
    assert phase.due_at is not None
    return (phase.due_at - clock.now()).total_seconds()


def until_nothing_is_due() -> None:
    patience = time.monotonic() + 60
    while not faulty_site.nothing_is_due():
        assert time.monotonic() < patience, "something stays due"
        time.sleep(0.02)
