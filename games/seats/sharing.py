"""Where two players of a game come from the same browser or network: for administrators alone."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, Q

from accounts import traces
from accounts.models import Trace, User

from .. import access, clock
from ..models import Game, Tenure


@dataclass(frozen=True)
class Shared:
    """`since` is when the second of the `people` came there first, `last` when one of them was
    there last."""

    game: Game
    people: tuple[User, User]
    kind: Trace.Kind
    since: dt.datetime
    last: dt.datetime


def seen_by(viewer: access.Viewer) -> list[Shared]:
    """What `viewer` may know, the newest first; two queries, however much it is."""
    traced = _traces()
    players = _players(viewer, {trace.person_id for of_mark in traced for trace in of_mark})
    found: dict[tuple[int, int, int, str], Shared] = {}
    for of_mark in traced:
        for shared in _of_a_mark(of_mark, players):
            one, other = shared.people
            key = (shared.game.pk, one.pk, other.pk, shared.kind)
            found[key] = _merged(shared, found.get(key, shared))
    return sorted(found.values(), key=lambda shared: shared.last, reverse=True)


def _traces() -> list[list[Trace]]:
    """Those that several people left in one place, by place."""
    several = Trace.objects.order_by().values("mark").annotate(people=Count("person"))
    marks = several.filter(people__gt=1).values("mark")
    by_mark = defaultdict(list)
    for trace in Trace.objects.filter(mark__in=marks).order_by("person_id"):
        by_mark[trace.mark].append(trace)
    return list(by_mark.values())


def _players(viewer: access.Viewer, people: set[int]) -> dict[Game, dict[int, User]]:
    """Who of `people` plays, or has played while traces were kept, in which game."""
    lately = Q(until=None) | Q(until__gt=clock.now() - traces.KEPT)
    games = access.administered_games(viewer)
    held = Tenure.objects.filter(lately, person__in=people, seat__game__in=games)
    players: dict[Game, dict[int, User]] = defaultdict(dict)
    for tenure in held.select_related("seat__game", "person"):
        players[tenure.seat.game][tenure.person_id] = tenure.person
    return players


def _of_a_mark(of_mark: list[Trace], players: dict[Game, dict[int, User]]) -> Iterator[Shared]:
    for game, playing in players.items():
        here = [trace for trace in of_mark if trace.person_id in playing]
        for one, other in combinations(here, 2):
            yield Shared(
                game,
                (playing[one.person_id], playing[other.person_id]),
                Trace.Kind(one.kind),
                since=max(one.first_at, other.first_at),
                last=max(one.last_at, other.last_at),
            )


def _merged(one: Shared, other: Shared) -> Shared:
    since, last = min(one.since, other.since), max(one.last, other.last)
    return Shared(one.game, one.people, one.kind, since, last)
