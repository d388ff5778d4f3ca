"""Reads from the games of a tournament what its standings are made of."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, Max

from adjudicator.terms import PhaseCode

from .. import access
from ..models import Center, Game, Phase, Seat, TablePlace, Tenure, Unit
from ..models.endings import WITH_RESULT
from .scoring import SYSTEMS, Finish
from .standings import Line, Place, standings, team_standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from django.db.models import QuerySet

    from ..models.tournament import Tournament


class Standings(NamedTuple):
    """The lines of the people of a tournament, by their keys as entrants, and of its teams."""

    lines: list[Line]
    teams: list[tuple[int, int, Fraction]]


def standings_of(tournament: Tournament) -> Standings:
    """Return the standings of a tournament now, by a few queries.

    A game counts once its end can no longer be undone, and the names at its round are open.
    """
    entrants = list(tournament.entrants.values_list("pk", "team"))
    lines = standings(
        _tables(tournament),
        [key for key, _team in entrants],
        SYSTEMS[tournament.scoring],
        rounds=tournament.rounds.count(),
        counting=tournament.counting,
    )
    teams = {key: team for key, team in entrants if team is not None}
    return Standings(lines, team_standings(lines, teams))


def _tables(tournament: Tournament) -> list[Sequence[Place]]:
    """The places at all tables."""
    places = TablePlace.objects.filter(table__round__tournament=tournament)
    games = final_games(tournament)
    finishes = _finishes(games)
    holders = _holders(games)
    entrants = dict(tournament.entrants.values_list("person", "pk"))
    found: dict[int, list[Place]] = defaultdict(list)
    columns = ("table", "table__round__number", "table__game", "hand", "entrant")
    for table, number, game, hand, entrant in places.order_by("table", "hand").values_list(
        *columns
    ):
        finish = finishes.get((game, hand))
        holder = holders.get((game, hand))
        person = entrant if finish is None else None if holder is None else entrants.get(holder)
        found[table].append(Place(number, person, finish))
    return list(found.values())


def final_games(tournament: Tournament) -> QuerySet[Game]:
    """Return the games of a tournament that count: with a result, and over for good."""
    rounds = access.rounds_with_open_names(tournament)
    return Game.objects.final().filter(table__round__in=rounds, ending__in=WITH_RESULT)


def _holders(games: QuerySet[Game]) -> Mapping[tuple[int, int], int]:
    """The person who held each hand at the end of its game."""
    rows = Tenure.objects.filter(seat__game__in=games, ending=Tenure.Ending.GAME_OVER).order_by()
    columns = ("seat__game", "seat__hand", "person")
    return {(game, hand): person for game, hand, person in rows.values_list(*columns)}


def _finishes(games: QuerySet[Game]) -> Mapping[tuple[int, int], Finish]:
    """The finish of each hand of games that are over."""
    last = dict(
        Phase.objects.filter(game__in=games, status=Phase.Status.FINAL)
        .order_by()
        .values_list("game", "number")
    )
    lived = _last_lived(games)
    centers = dict(
        Center.objects.filter(phase__game__in=games, phase__status=Phase.Status.FINAL)
        .order_by()
        .values("seat")
        .annotate(number=Count("pk"))
        .values_list("seat", "number")
    )
    hands: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    seats = Seat.objects.playable().filter(game__in=games).order_by("place")
    for key, game, hand, result in seats.values_list("pk", "game", "hand", "result"):
        assert hand is not None  # of `playable` seats
        hands[game, hand].append((key, result))
    return {
        (game, hand): Finish(
            centers=sum(centers.get(key, 0) for key, _result in held),
            has_won=any(result == Seat.Result.WON for _key, result in held),
            has_drawn=any(result == Seat.Result.DREW for _key, result in held),
            eliminated_in=_eliminated_in([lived[key] for key, _result in held], last[game]),
        )
        for (game, hand), held in hands.items()
    }


def _last_lived(games: QuerySet[Game]) -> Mapping[int, tuple[int, int]]:
    """The number and year of the last phase in which each seat had a unit or a center."""
    found: dict[int, int] = {}
    for model in (Unit, Center):
        rows = model._default_manager.filter(phase__game__in=games).exclude(
            phase__status=Phase.Status.SUPERSEDED
        )
        numbers = rows.order_by().values("seat").annotate(number=Max("phase__number"))
        for seat, number in numbers.values_list("seat", "number"):
            found[seat] = max(number, found.get(seat, 0))
    codes = Phase.objects.filter(game__in=games).exclude(status=Phase.Status.SUPERSEDED)
    years = {
        (game, number): PhaseCode.parse(code).year
        for game, number, code in codes.order_by().values_list("game", "number", "code")
    }
    games_of = dict(Seat.objects.filter(pk__in=found).order_by().values_list("pk", "game"))
    return {seat: (number, years[games_of[seat], number]) for seat, number in found.items()}


def _eliminated_in(lived: Sequence[tuple[int, int]], last: int) -> int | None:
    """The year after which a person had nothing; None if they had something to the end."""
    number, year = max(lived)
    return None if number == last else year
