"""Pairs of players of a game who use the same browser or network, for administrators alone."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, Q

from accounts import clock
from accounts.devices import device_traces
from accounts.models import Trace, User

from ... import access
from ...models import DismissedSharing, Game, Tenure

Pair = tuple[int, int]


@dataclass(frozen=True)
class SharedDevice:
    """Two players of a game who used the same browser or network.

    `since` is the first time of the second of them, `newest` the same for the device that they
    share for the shortest time, `last` the latest time of either.
    """

    game: Game
    people: tuple[User, User]
    kind: Trace.Kind
    since: dt.datetime
    newest: dt.datetime
    last: dt.datetime

    @property
    def pair(self) -> Pair:
        one, other = sorted(person.pk for person in self.people)
        return one, other


@dataclass(frozen=True)
class SharingPair:
    """Two people with all that they share, newest first, and the notes that dismissed it."""

    people: tuple[User, User]
    shared: Sequence[SharedDevice]
    notes: Sequence[DismissedSharing] = ()


@dataclass(frozen=True)
class SharingGroup:
    """A person, and those with whom they share something; each pair is in one group."""

    person: User
    pairs: Sequence[SharingPair]


@dataclass(frozen=True)
class SharedDevices:
    """The open pairs by person, the newest first, and the pairs that were dismissed."""

    groups: Sequence[SharingGroup]
    dismissed: Sequence[SharingPair]


def shared_devices_page(viewer: access.Viewer) -> SharedDevices:
    """The pairs that the page shows to an administrator. Takes three queries."""
    found = shared_devices(viewer)
    notes = _newest_notes(found)
    still: list[SharedDevice] = []
    gone: list[SharedDevice] = []
    for shared in found:
        note = notes.get((shared.game.pk, *shared.pair))
        (gone if note and shared.newest <= note.at else still).append(shared)
    used = {note.pk: note for note in notes.values()}
    dismissed = [
        SharingPair(pair.people, pair.shared, _notes_of(pair, used.values()))
        for pair in _by_pair(gone)
    ]
    return SharedDevices(_by_person(_by_pair(still)), dismissed)


def open_pair(viewer: access.Viewer, pair: Pair) -> SharingPair | None:
    """The pair with these primary keys, if the page lists it for `viewer`."""
    groups = shared_devices_page(viewer).groups
    pairs = (each for group in groups for each in group.pairs)
    return next((each for each in pairs if each.shared[0].pair == pair), None)


def _newest_notes(found: Iterable[SharedDevice]) -> dict[tuple[int, int, int], DismissedSharing]:
    games = {shared.game.pk for shared in found}
    rows = DismissedSharing.objects.filter(game__in=games).select_related("by").order_by("pk")
    return {(row.game_id, row.one_id, row.other_id): row for row in rows}


def _notes_of(pair: SharingPair, notes: Iterable[DismissedSharing]) -> list[DismissedSharing]:
    """The notes on a pair, those of several games that were made at once only once."""
    keys = {(shared.game.pk, *shared.pair) for shared in pair.shared}
    mine = [note for note in notes if (note.game_id, note.one_id, note.other_id) in keys]
    return list({(note.at, note.by_id): note for note in mine}.values())


def _by_pair(found: Iterable[SharedDevice]) -> list[SharingPair]:
    pairs: dict[Pair, list[SharedDevice]] = defaultdict(list)
    for shared in found:
        pairs[shared.pair].append(shared)
    return [SharingPair(several[0].people, several) for several in pairs.values()]


def _by_person(pairs: Sequence[SharingPair]) -> list[SharingGroup]:
    """Group pairs under the one of the two who is in more pairs."""
    number = Counter(person.pk for pair in pairs for person in pair.people)
    groups: dict[int, list[SharingPair]] = defaultdict(list)
    for pair in pairs:
        one, other = sorted(pair.people, key=lambda each: (-number[each.pk], str(each)))
        groups[one.pk].append(SharingPair((one, other), pair.shared))
    return [SharingGroup(several[0].people[0], several) for several in groups.values()]


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
            since = max(one.first_at, other.first_at)
            yield SharedDevice(
                game,
                (playing[one.person_id], playing[other.person_id]),
                Trace.Kind(one.kind),
                since=since,
                newest=since,
                last=max(one.last_at, other.last_at),
            )


def _merged(one: SharedDevice, other: SharedDevice) -> SharedDevice:
    """The same two people, from the first time to the last."""
    return SharedDevice(
        one.game,
        one.people,
        one.kind,
        since=min(one.since, other.since),
        newest=max(one.newest, other.newest),
        last=max(one.last, other.last),
    )
