"""The record of a person: the games they play and played, with what and how it ended for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, OuterRef, Subquery

from ..models import Center, Game, Phase, Seat, Tenure, Unit

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from accounts.models import User

    from ..models.game_queries import GameQuerySet


class Outcome(Enum):
    """The way in which a game goes on or ended for a person."""

    PLAYING = auto()
    WON = auto()
    DREW = auto()
    LOST = auto()
    NO_RESULT = auto()
    STOOD_IN = auto()
    REPLACED = auto()
    RESIGNED = auto()


@dataclass(frozen=True)
class Stint:
    """A person's time in a game: all powers of one hand.

    `until` is None while they play. Time before a substitute is part of it.
    """

    game: int
    powers: tuple[str, ...]
    since: dt.datetime
    until: dt.datetime | None
    outcome: Outcome


@dataclass(frozen=True)
class Career:
    """All stints of a person, the running and the past ones: the latest first."""

    running: Sequence[Stint]
    past: Sequence[Stint]

    @property
    def outcomes(self) -> Counter[Outcome]:
        """The numbers of past stints by their outcome."""
        return Counter(stint.outcome for stint in self.past)

    @property
    def powers(self) -> list[tuple[str, int]]:
        """The powers with the number of games in which they were played, the most frequent first.

        Time as a substitute does not count.
        """
        stints = (each for each in (*self.running, *self.past) if each.outcome != Outcome.STOOD_IN)
        counts = Counter(power for stint in stints for power in stint.powers)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


class TenureRow(NamedTuple):
    """A tenure with what its game says of the result, as `career_of` reads it."""

    game: int
    power: str
    since: dt.datetime
    until: dt.datetime | None
    ending: str
    result: str
    stands_in_for: int | None = None
    game_ending: str = ""


def career_of(person: User, games: GameQuerySet) -> Career:
    """Return the record of a person in these games, by two queries.

    Seats are subqueries: PostgreSQL would join those of all games to the tenures of a busy person.
    """
    seat = Seat.objects.filter(pk=OuterRef("seat")).order_by()
    held = person.tenures.order_by("pk").annotate(
        game=Subquery(seat.values("game")),
        power=Subquery(seat.values("power")),
        result=Subquery(seat.values("result")),
    )
    rows = [TenureRow(*row) for row in held.values_list(*TenureRow._fields[:-1])]
    known = games.filter(pk__in={row.game for row in rows}).order_by()
    endings = dict(known.values_list("pk", "ending"))
    return career(
        row._replace(game_ending=endings[row.game]) for row in rows if row.game in endings
    )


def career(rows: Iterable[TenureRow]) -> Career:
    """Return the record that follows from a person's tenures, in the order in which they began."""
    games: dict[int, list[TenureRow]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row)
    stints = [_stint(tenures) for tenures in games.values()]
    running = [each for each in stints if each.until is None]
    past = [each for each in stints if each.until is not None]
    running.sort(key=lambda each: (each.since, each.game), reverse=True)
    past.sort(key=lambda each: (each.until, each.game), reverse=True)
    return Career(running, past)


def _stint(rows: Sequence[TenureRow]) -> Stint:
    """The stint that tenures in one game make: the last ones say how it ended."""
    last = rows[-1]
    alike = [row for row in rows if (row.until, row.ending) == (last.until, last.ending)]
    # The seat comes back to a person who has lent it.
    until = None if last.ending == Tenure.Ending.LENT else last.until
    powers = tuple(dict.fromkeys(row.power for row in alike))
    return Stint(last.game, powers, rows[0].since, until, _outcome(alike))


def _outcome(rows: Sequence[TenureRow]) -> Outcome:
    last = rows[-1]
    match last.ending:
        case "" | Tenure.Ending.LENT:
            return Outcome.PLAYING
        case Tenure.Ending.RETURNED:
            return Outcome.STOOD_IN
        case Tenure.Ending.REPLACED:
            return Outcome.REPLACED if last.stands_in_for is None else Outcome.STOOD_IN
        case Tenure.Ending.RESIGNED:
            return Outcome.RESIGNED
    results = {row.result for row in rows}
    if Seat.Result.WON in results:
        return Outcome.WON
    if Seat.Result.DREW in results:
        return Outcome.DREW
    undecided = (Game.Ending.CLOSED, Game.Ending.ABANDONED)
    return Outcome.NO_RESULT if last.game_ending in undecided else Outcome.LOST


def sharers(games: Collection[int]) -> Mapping[int, int]:
    """Return how many players share the draw of each of these games that ended in one."""
    drew = Seat.objects.filter(game__in=games, result=Seat.Result.DREW).order_by()
    counts = drew.values("game").annotate(players=Count("hand", distinct=True))
    return dict(counts.values_list("game", "players"))


def survivors(games: Collection[int]) -> set[tuple[int, str]]:
    """Return game and power for each power that has units or centers in its game's last position.

    By three queries, however many games there are.
    """
    standing = Phase.objects.not_superseded().filter(game__in=games)
    newest = Phase.objects.not_superseded().filter(game=OuterRef("game")).order_by("-number")
    last = list(standing.filter(pk=Subquery(newest.values("pk")[:1])).order_by().values_list("pk"))
    phases = [key for (key,) in last]
    units, centers = (model._default_manager.filter(phase__in=phases) for model in (Unit, Center))
    living = units.order_by().values_list("seat").union(centers.order_by().values_list("seat"))
    keys = {key for (key,) in living}
    return set(Seat.objects.filter(pk__in=keys).order_by().values_list("game", "power"))
