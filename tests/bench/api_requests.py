"""Requests for `./run bench api`: every operation that reads, and saving orders.

The reads are those of the description of the API, so that a new one is measured as well. Half of
the players have full boards before a movement phase. In the games of the others, that phase was
resolved just now. A tournament and a club are as large as they can be, with games that are over.
"""

import datetime as dt
import itertools
import json
import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from accounts import clock
from accounts.api_keys import keys
from accounts.models import Profile
from games.adjudication import due_phases
from games.api import pages
from games.models import Game, Mastership, Phase, Seat, Tenure
from games.orders import choices
from games.state import phase_clock, phases
from games.statistics import results
from games.statistics.ratings import recompute

from . import gatherings, many_people, messages, tables
from .api import READ_BOUND, SAVE_BOUND, Kind, Request

CODE = "{code}"
GAMES_EACH = 3
OVER = 100  # games, so that a tournament of as many entrants as can be has five rounds
# No seat of these games has a player without an account.
NOT_THERE = ("/api/v1/games/{slug}/master/seats/{power}/declared",)
PARAMETER = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Player:
    """A player of a seat, with the keys of two programs and a phase to read.

    `key` is the player’s own, `masters_key` that of the game master.
    """

    key: str
    masters_key: str
    slug: str
    power: str
    code: str
    choices: Sequence[Sequence[str]]
    others: Mapping[str, str]

    def read(self, path: str, *, as_master: bool) -> Request:
        key = self.masters_key if as_master else self.key
        return Request("GET", path.format(**self.values()), key)

    def values(self) -> dict[str, str]:
        """The values of parameters in paths; `others` has those that are not of the game."""
        own = {"slug": self.slug, "power": self.power, "code": self.code, "thread": "public"}
        return {**own, **self.others}

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
    Game.objects.filter(pk__in=chosen).update(orders_by_master=True)
    Tenure.objects.filter(seat__game__in=chosen).update(lets_master_order=True)
    for game in Game.objects.filter(pk__in=chosen).prefetch_related("seats__tenures"):
        messages.write(game, long=False)
    community = itertools.cycle(_community())
    before = [_player(pk, next(community)) for pk in chosen[:some]]
    after = _resolved(chosen[some:], community)
    return _kinds(before, after)


def _community() -> list[dict[str, str]]:
    """Play games for a tournament and a club; return what paths say of them and their people."""
    people = tables.people()
    many_people.profiles(people)
    played = many_people.play(OVER)
    cup = gatherings.tournament(people, played, random.Random(1901))
    club = gatherings.club(people, played)
    for game in Game.objects.filter(pk__in=played):
        results.record(game)
    recompute.recompute()
    of_both = {"tournament": cup.slug, "club": club.slug}
    shown = Profile.objects.filter(visibility=Profile.Visibility.EVERYONE, lists_games=True)
    names = shown.filter(person__in=cup.entrants.values("person")).values_list("person__name")
    return [
        {**of_both, "number": str(1 + n % gatherings.ROUNDS), "name": quote(name)}
        for n, (name,) in enumerate(names)
    ]


def _seat_others(games: Sequence[int]) -> None:
    """Seat people who play in three of these games each; those of copied games play in dozens."""
    tenures = list(Tenure.objects.filter(seat__game__in=games).order_by("seat__game", "pk"))
    several = tables.people()[-math.ceil(len(tenures) / GAMES_EACH) :]
    for tenure, person in zip(tenures, itertools.cycle(several), strict=False):
        tenure.person = person
    Tenure.objects.bulk_update(tenures, ["person"])


def _player(game: int, others: Mapping[str, str]) -> Player:
    """The player of the power with the most orders in the open phase of a game."""
    phase = phases.current(Game.objects.get(pk=game))
    assert phase is not None
    due = phases.orders_due(phase)
    seat = phase.game.seats.get(power=max(due, key=lambda power: due[power]))
    offered = [
        [text for _heading, group in row.groups for text, _words in group]
        for row in choices.offers(phase, seat.power)
    ]
    return Player(*_keys(seat), phase.game.slug, seat.power, phase.code, offered, others)


def _resolved(games: Sequence[int], community: Iterator[Mapping[str, str]]) -> list[Player]:
    """Resolve the open phases; return a player of each game, who reads that phase."""
    opened = list(Phase.objects.open().filter(game__in=games).select_related("game"))
    for phase in opened:
        phase_clock.set_deadline(phase, clock.now(), now=clock.now())
        phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
    due_phases.resolve_due()
    assert not Phase.objects.open().filter(pk__in=[phase.pk for phase in opened]).exists()
    found = []
    for phase, others in zip(opened, community, strict=False):
        seat = phase.game.seats.order_by("place")[0]
        found.append(Player(*_keys(seat), phase.game.slug, seat.power, phase.code, (), others))
    return found


def _keys(seat: Seat) -> tuple[str, str]:
    """A key of the player of a seat, and one of the game master."""
    master = Mastership.objects.get(game=seat.game_id).person
    return (
        keys.make(seat.tenures.get().person, name="Bench", orders=True)[1],
        keys.make(master, name="Bench", master=True)[1],
    )


def _kinds(before: Sequence[Player], after: Sequence[Player]) -> tuple[dict[str, Kind], list[str]]:
    found: dict[str, Kind] = {}
    skipped = []
    for path, operations in pages.openapi_document()["paths"].items():
        read = operations.get("get")
        if read is None:
            continue
        summary = read["summary"]
        if not set(PARAMETER.findall(path)) <= before[0].values().keys() or path in NOT_THERE:
            skipped.append(summary)
            continue
        as_master = {"Key": ["master"]} in read["security"]
        kinds = read["responses"]["200"]["content"].keys()
        # Drawn once each, under a limit of its own; and none of these games is over.
        if "image/png" in kinds or "image/webp" in kinds:
            skipped.append(summary)
            continue
        bound = READ_BOUND if "application/json" in kinds else None
        reads = partial(_reads, path=path, as_master=as_master)
        found[summary] = Kind(bound, reads(before))
        if CODE in path:
            found[f"{summary}, with results"] = Kind(bound, reads(after))
    for way, name in (("orders", "a list"), ("text", "a text")):
        found[f"Save orders, {name}"] = Kind(SAVE_BOUND, _saves(before, way))
    return found, skipped


def _reads(players: Sequence[Player], path: str, *, as_master: bool) -> Iterator[Request]:
    return (player.read(path, as_master=as_master) for player in itertools.cycle(players))


def _saves(players: Sequence[Player], way: str) -> Iterator[Request]:
    return (player.save(way, turn) for turn in itertools.count() for player in players)
