"""Masters at the games of a running site, who do something whenever a phase is about to be due.

They act in this process, each on a connection of its own, while the site's processes die.
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

from games import clock, phases
from games.errors import Refused
from games.mastering import clockwork
from games.models import Game, Phase

from .. import factories
from .deeds import DEEDS, Deed, Hand

AWAY = (OperationalError, InterfaceError)
EVERY = tuple(name for name in DEEDS if name != "get ready")  # which is for players
CHANGING = ("ENGLAND", "TURKEY")  # the seats that change hands
PAUSE = dt.timedelta(minutes=20)


@dataclass
class Masters:
    """One for each of `games`. A deed begins when its phase is due in less than `near`."""

    games: Sequence[Game]
    near: dt.timedelta
    seed: int
    deeds: list[Deed] = field(default_factory=list)
    late: int = 0  # deeds after whose beginning the phase fell due before they ended
    errors: list[Exception] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def answered(self) -> Counter[str]:
        """How many deeds were answered how."""
        return Counter(f"{deed.what}: {deed.answer}" for deed in self.deeds)

    def run(self, game: Game, number: int, database: Mapping[str, Any]) -> None:
        """Be the master of one game until all is over."""
        chance = random.Random(self.seed + number)
        deeds = cycle(chance.sample(EVERY, len(EVERY)))
        connections["default"] = ConnectionHandler({"default": dict(database)})["default"]
        try:
            while not self.over.wait(0.02):
                try:
                    self._look(game, chance, deeds)
                except AWAY:  # the answer is lost, as it is for a page that dies
                    connections["default"].close()
        except Exception as error:
            self.errors.append(error)
        finally:
            connections["default"].close()

    def _look(self, game: Game, chance: random.Random, deeds: Iterator[str]) -> None:
        phase = phases.current(game)
        if phase is None or phase.due_at is None:
            self._start_again(game, chance)
        elif clock.now() < phase.due_at <= clock.now() + self.near:
            seat = factories.seat(game, chance.choice(CHANGING))
            hand = Hand(game.masterships.get().person, seat, PAUSE)
            self.deeds.append(hand.do(next(deeds), phase))
            self.late += phase.due_at <= clock.now()
            self.over.wait(chance.uniform(0, 0.2))

    def _start_again(self, game: Game, chance: random.Random) -> None:
        """Now and then before the pause ends by itself."""
        if chance.random() < 0.05:
            with contextlib.suppress(Refused):
                clockwork.resume(game, by=None)


@contextlib.contextmanager
def masters_at(games: Sequence[Game], *, near: dt.timedelta, seed: int) -> Iterator[Masters]:
    """Masters until the end of the block; afterwards no game is paused."""
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
            clockwork.resume(game, by=None)


def superseded() -> int:
    return Phase.objects.filter(status=Phase.Status.SUPERSEDED).count()
