"""Requests for `./run bench api`: every operation that reads, and saving orders.

The reads are those of the description of the API, so that a new one is measured as well. Half of
the players have full boards before a movement phase. In the games of the others, that phase was
resolved just now.
"""

import datetime as dt
import itertools
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from accounts import clock
from accounts.api_keys import keys
from games.adjudication import due_phases
from games.api import pages
from games.models import Game, Phase, Seat, Tenure
from games.orders import choices
from games.state import phase_clock, phases

from . import messages, tables
from .api import READ_BOUND, SAVE_BOUND, Kind, Request

CODE = "{code}"
GAMES_EACH = 3
PARAMETER = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Player:
    """A player of a seat, with the key of a program and a phase to read."""

    key: str
    slug: str
    power: str
    code: str
    choices: Sequence[Sequence[str]]

    def read(self, path: str) -> Request:
        return Request("GET", path.format(**self.values()), self.key)

    def values(self) -> dict[str, str]:
        """The values of parameters in paths."""
        return {"slug": self.slug, "power": self.power, "code": self.code, "thread": "public"}

    def save(self, way: str, turn: int) -> Request:
        """A sheet in which each unit has another order than in the sheet of the turn before."""
        orders = [each[turn % len(each)] for each in self.choices]
        body = {"phase": self.code, way: orders if way == "orders" else "\n".join(orders)}
        path = f"/api/v1/games/{self.slug}/seats/{self.power}/orders"
        return Request("PUT", path, self.key, json.dumps(body))


def prepare(number: int, *, some: int) -> tuple[dict[str, Kind], list[str]]:
    """Write the games; return the kinds of requests by name, and the operations left out."""
    games = tables.fill(number, due_in=dt.timedelta(days=2))
    chosen = games[:: max(1, len(games) // (2 * some))][: 2 * some]
    _seat_others(chosen)
    for game in Game.objects.filter(pk__in=chosen).prefetch_related("seats__tenures"):
        messages.write(game, long=False)
    before = [_player(pk) for pk in chosen[:some]]
    after = _resolved(chosen[some:])
    return _kinds(before, after)


def _seat_others(games: Sequence[int]) -> None:
    """Seat people who play in three of these games each; those of copied games play in dozens."""
    tenures = list(Tenure.objects.filter(seat__game__in=games).order_by("seat__game", "pk"))
    several = tables.people()[-math.ceil(len(tenures) / GAMES_EACH) :]
    for tenure, person in zip(tenures, itertools.cycle(several), strict=False):
        tenure.person = person
    Tenure.objects.bulk_update(tenures, ["person"])


def _player(game: int) -> Player:
    """The player of the power with the most orders in the open phase of a game."""
    phase = phases.current(Game.objects.get(pk=game))
    assert phase is not None
    due = phases.orders_due(phase)
    seat = phase.game.seats.get(power=max(due, key=lambda power: due[power]))
    offered = [
        [text for _heading, group in row.groups for text, _words in group]
        for row in choices.offers(phase, seat.power)
    ]
    return Player(_key(seat), phase.game.slug, seat.power, phase.code, offered)


def _resolved(games: Sequence[int]) -> list[Player]:
    """Resolve the open phases; return a player of each game, who reads that phase."""
    opened = list(Phase.objects.open().filter(game__in=games).select_related("game"))
    for phase in opened:
        phase_clock.set_deadline(phase, clock.now(), now=clock.now())
        phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
    due_phases.resolve_due()
    assert not Phase.objects.open().filter(pk__in=[phase.pk for phase in opened]).exists()
    found = []
    for phase in opened:
        seat = phase.game.seats.order_by("place")[0]
        found.append(Player(_key(seat), phase.game.slug, seat.power, phase.code, ()))
    return found


def _key(seat: Seat) -> str:
    return keys.make(seat.tenures.get().person, name="Bench", orders=True)[1]


def _kinds(before: Sequence[Player], after: Sequence[Player]) -> tuple[dict[str, Kind], list[str]]:
    found: dict[str, Kind] = {}
    skipped = []
    for path, operations in pages.openapi_document()["paths"].items():
        read = operations.get("get")
        if read is None:
            continue
        summary = read["summary"]
        of_players = {"Key": ["read"]} in read["security"]
        if not of_players or not set(PARAMETER.findall(path)) <= before[0].values().keys():
            skipped.append(summary)
            continue
        kinds = read["responses"]["200"]["content"].keys()
        # Drawn once each, under a limit of its own; and none of these games is over.
        if "image/png" in kinds or "image/webp" in kinds:
            skipped.append(summary)
            continue
        bound = READ_BOUND if "application/json" in kinds else None
        found[summary] = Kind(bound, _reads(before, path))
        if CODE in path:
            found[f"{summary}, with results"] = Kind(bound, _reads(after, path))
    for way, name in (("orders", "a list"), ("text", "a text")):
        found[f"Save orders, {name}"] = Kind(SAVE_BOUND, _saves(before, way))
    return found, skipped


def _reads(players: Sequence[Player], path: str) -> Iterator[Request]:
    return (player.read(path) for player in itertools.cycle(players))


def _saves(players: Sequence[Player], way: str) -> Iterator[Request]:
    return (player.save(way, turn) for turn in itertools.count() for player in players)
