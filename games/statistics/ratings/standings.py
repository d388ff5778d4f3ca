"""The final standings of rated games, read from rows: who counts for which power, and where.

Each power counts for the person who began with it, even if they left. A person who took it over
counts instead if they held it at the end and won or shared the draw: a substitute risks little.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, Exists, OuterRef

from ...models import Center, DeclaredPlayer, Game, Phase, Seat, Tenure, Unit
from ...models.endings import WITH_RESULT
from ...models.rating import Ladder
from . import rate
from .rate import Result

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from ...models.game_queries import GameQuerySet

FEW_PLAYERS = 7
"""Games for fewer than so many people have a list of their own."""
GONE = (Tenure.Ending.RESIGNED, Tenure.Ending.REPLACED)


@dataclass(frozen=True)
class Entrant:
    """A person in the standing of a game, with the first seat of their powers."""

    person: int
    seat: int
    place: int
    tied: bool


@dataclass(frozen=True)
class Standing:
    """The end of a game as ratings read it; entrants are in the order of their seats."""

    game: int
    ladder: Ladder
    entrants: Sequence[Entrant]


def rated_games() -> GameQuerySet:
    """The games that count, in the order of their ends; those of one instant in that of their keys.

    Their ends can no longer be undone, and everyone may see who played. Without a result nothing
    counts, nor do imported games and those in which somebody played without an account. Compare
    `Game.is_rated`, `Game.is_final`.
    """
    declared = DeclaredPlayer.objects.filter(game=OuterRef("pk"))
    found = (
        Game.objects.final()
        .with_open_names()
        .filter(rated=True, imported_at=None, ended_at__isnull=False, ending__in=WITH_RESULT)
    )
    return found.exclude(Exists(declared.order_by())).order_by("ended_at", "pk")


def standings(games: GameQuerySet) -> Iterator[Standing]:
    """The standings of `games` in their order, by a few queries.

    A game is left out if it has fewer than two people to rate.
    """
    keys = games.order_by().values("pk")
    hands = _hands(keys)
    tenures = _tenures(keys)
    counts = _counts(games)
    for game, press in games.values_list("pk", "press"):
        played = hands.get(game, {})
        entrants = _entrants(played.values(), tenures, counts)
        if len(entrants) > 1:
            yield Standing(game, _ladder(press, len(played)), entrants)


class _Seat(NamedTuple):
    key: int
    result: str


class _Tenure(NamedTuple):
    since: dt.datetime
    key: int
    person: int
    ending: str


def _hands(games: QuerySet[Game, Any]) -> Mapping[int, Mapping[int, Sequence[_Seat]]]:
    """The seats of games by the hands that play them, in the order of their places."""
    rows = Seat.objects.playable().filter(game__in=games).order_by("game", "place")
    found: dict[int, dict[int, list[_Seat]]] = defaultdict(lambda: defaultdict(list))
    for key, game, hand, result in rows.values_list("pk", "game", "hand", "result"):
        assert hand is not None  # of `playable` seats
        found[game][hand].append(_Seat(key, result))
    return found


def _tenures(games: QuerySet[Game, Any]) -> Mapping[int, Sequence[_Tenure]]:
    """The tenures of seats, in no order and without those of stand-ins."""
    rows = Tenure.objects.filter(seat__game__in=games, stands_in_for=None).order_by()
    found: dict[int, list[_Tenure]] = defaultdict(list)
    columns = ("seat", "since", "pk", "person", "ending")
    for seat, since, key, person, ending in rows.values_list(*columns):
        found[seat].append(_Tenure(since, key, person, ending))
    return found


def _counts(games: GameQuerySet) -> Mapping[int, int]:
    """The centers or units of seats at the end of the games that order their players by them."""
    found: dict[int, int] = {}
    limit = games.order_by().filter(ending=Game.Ending.LIMIT).exclude(ends_with=Game.EndsWith.DRAW)
    for rows, counted in (
        (Center.objects.all(), limit.exclude(ends_with=Game.EndsWith.UNITS)),
        (Unit.objects.filter(dislodged=False), limit.filter(ends_with=Game.EndsWith.UNITS)),
    ):
        final = Phase.objects.filter(status=Phase.Status.FINAL, game__in=counted.values("pk"))
        numbers = rows.filter(phase__in=final.order_by().values("pk")).order_by().values("seat")
        found |= dict(numbers.annotate(number=Count("pk")).values_list("seat", "number"))
    return found


def _entrants(
    hands: Iterable[Sequence[_Seat]],
    tenures: Mapping[int, Sequence[_Tenure]],
    counts: Mapping[int, int],
) -> list[Entrant]:
    """The people who count in a game. Hands that nobody ever played are left out."""
    first: dict[int, int] = {}
    results: list[Result] = []
    for seats in hands:
        result = Result(
            is_best=any(seat.result for seat in seats),
            count=sum(counts.get(seat.key, 0) for seat in seats),
        )
        held = sorted(tenure for seat in seats for tenure in tenures.get(seat.key, ()))
        person = _counting_person(held, result)
        if person is not None and person not in first:
            first[person] = seats[0].key
            results.append(result)
    found = rate.places(results)
    shared = rate.tied(found)
    return [Entrant(*each) for each in zip(first, first.values(), found, shared, strict=True)]


def _counting_person(held: Sequence[_Tenure], result: Result) -> int | None:
    """The person for whom the result of a power counts; see the module."""
    if not held:
        return None
    stayed = held[-1].ending not in GONE
    return held[-1 if stayed and result.is_best else 0].person


def _ladder(press: str, players: int) -> Ladder:
    if players < FEW_PLAYERS:
        return Ladder.FEW
    return Ladder.GUNBOAT if press == Game.Press.NONE else Ladder.FULL
