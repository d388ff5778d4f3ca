"""Masters of the games of a running site, who act whenever a phase is about to be due.

They act in threads of this process, each on its own database connection, while the processes of the
site are killed.
"""

import contextlib
import datetime as dt
import random
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from django.db import InterfaceError, OperationalError, connections
from django.db.utils import ConnectionHandler

from accounts import clock
from games.core.errors import Refused
from games.deadlines import control
from games.models import Game, Phase
from games.state import phases

from .. import factories
from .actions import ACTIONS, Action, Actor

AWAY = (OperationalError, InterfaceError)
EVERY = tuple(name for name in ACTIONS if name != "get ready")  # players get ready, not masters
CHANGING = ("ENGLAND", "TURKEY")  # seats that change hands
PAUSE = dt.timedelta(minutes=20)


@dataclass
class Masters:
    """One master for each of `games`, who acts when its phase is due in less than `near`."""

    games: Sequence[Game]
    near: dt.timedelta
    seed: int
    actions: list[Action] = field(default_factory=list)
    late: int = 0  # actions that began before their phase fell due and ended after it
    errors: list[Exception] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def answered(self) -> Counter[str]:
        """Count the actions by kind and answer."""
        return Counter(f"{action.what}: {action.answer}" for action in self.actions)

    def run(self, game: Game, number: int, database: Mapping[str, Any]) -> None:
        """Act as the master of one game until `over` is set."""
        chance = random.Random(self.seed + number)
        actions = cycle(chance.sample(EVERY, len(EVERY)))
        connections["default"] = ConnectionHandler({"default": dict(database)})["default"]
        try:
            while not self.over.wait(0.02):
                try:
                    self._look(game, chance, actions)
                except AWAY:  # the answer is lost, as with a page that fails
                    connections["default"].close()
        except Exception as error:
            self.errors.append(error)
        finally:
            connections["default"].close()

    def _look(self, game: Game, chance: random.Random, actions: Iterator[str]) -> None:
        phase = phases.current(game)
        if phase is None or phase.due_at is None:
            self._start_again(game, chance)
        elif clock.now() < phase.due_at <= clock.now() + self.near:
            seat = factories.seat(game, chance.choice(CHANGING))
            actor = Actor(game.masterships.get().person, seat, PAUSE)
            self.actions.append(actor.do(next(actions), phase))
            self.late += phase.due_at <= clock.now()
            self.over.wait(chance.uniform(0, 0.2))

    def _start_again(self, game: Game, chance: random.Random) -> None:
        """Sometimes resume the game before the pause ends by itself."""
        if chance.random() < 0.05:
            with contextlib.suppress(Refused):
                control.resume(game, by=None)


@contextlib.contextmanager
def masters_at(games: Sequence[Game], *, near: dt.timedelta, seed: int) -> Iterator[Masters]:
    """Run the masters until the end of the block."""
    masters = Masters(games, near, seed)
    database = connections["default"].settings_dict
    threads = [
        threading.Thread(target=masters.run, args=(game, number, database), daemon=True)
        for number, game in enumerate(games)
    ]
    for thread in threads:
        thread.start()
    try:
        yield masters
    finally:
        masters.over.set()
        for thread in threads:
            thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "a master hangs"


def end_pauses(games: Sequence[Game]) -> None:
    for game in games:
        with contextlib.suppress(Refused):
            control.resume(game, by=None)


def superseded() -> int:
    return Phase.objects.filter(status=Phase.Status.SUPERSEDED).count()
