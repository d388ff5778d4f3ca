"""Pairs of players of a game who use the same browser or network, for administrators alone."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, Q

from accounts import clock
from accounts.devices import device_traces
from accounts.models import Trace, User

from ... import access
from ...models import Game, Tenure


@dataclass(frozen=True)
class SharedDevice:
    """Two players of a game who used the same browser or network.

    `since` is the first time of the second of them, `last` the latest time of either.
    """

    game: Game
    people: tuple[User, User]
    kind: Trace.Kind
    since: dt.datetime
    last: dt.datetime


def shared_devices(viewer: access.Viewer) -> list[SharedDevice]:
    """Shared devices in games that `viewer` administers, the newest first. Takes two queries."""
    traced = _traces()
    players = _players(viewer, {trace.person_id for traces in traced for trace in traces})
    found: dict[tuple[int, int, int, str], SharedDevice] = {}
    for traces in traced:
        for shared in _pairs(traces, players):
            one, other = shared.people
            key = (shared.game.pk, one.pk, other.pk, shared.kind)
            found[key] = _merged(shared, found.get(key, shared))
    return sorted(found.values(), key=lambda shared: shared.last, reverse=True)


def _traces() -> list[list[Trace]]:
    """Traces of browsers and networks that several people used, a list for each."""
    several = Trace.objects.order_by().values("mark").annotate(people=Count("person"))
    marks = several.filter(people__gt=1).values("mark")
    by_mark = defaultdict(list)
    for trace in Trace.objects.filter(mark__in=marks).order_by("person_id"):
        by_mark[trace.mark].append(trace)
    return list(by_mark.values())


def _players(viewer: access.Viewer, people: set[int]) -> dict[Game, dict[int, User]]:
    """By game, the members of `people` who play in it, or did so while traces were kept."""
    lately = Q(until=None) | Q(until__gt=clock.now() - device_traces.RETENTION)
    games = access.administered_games(viewer)
    held = Tenure.objects.filter(lately, person__in=people, seat__game__in=games)
    players: dict[Game, dict[int, User]] = defaultdict(dict)
    for tenure in held.select_related("seat__game", "person"):
        players[tenure.seat.game][tenure.person_id] = tenure.person
    return players


def _pairs(traces: list[Trace], players: dict[Game, dict[int, User]]) -> Iterator[SharedDevice]:
    """Each pair of players of one game among people with traces of one device."""
    for game, playing in players.items():
        here = [trace for trace in traces if trace.person_id in playing]
        for one, other in combinations(here, 2):
            yield SharedDevice(
                game,
                (playing[one.person_id], playing[other.person_id]),
                Trace.Kind(one.kind),
                since=max(one.first_at, other.first_at),
                last=max(one.last_at, other.last_at),
            )


def _merged(one: SharedDevice, other: SharedDevice) -> SharedDevice:
    """The same two people, from the first time to the last."""
    since, last = min(one.since, other.since), max(one.last, other.last)
    return SharedDevice(one.game, one.people, one.kind, since, last)
