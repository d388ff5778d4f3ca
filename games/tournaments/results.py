"""Reads from the games of a tournament what its standings are made of."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from django.core.cache import caches
from django.db.models import Count, Max

from adjudicator.terms import PhaseCode

from .. import access
from ..models import Center, Game, Phase, Seat, TablePlace, Tenure, Unit
from ..models.endings import WITH_RESULT
from .scoring import SYSTEMS, Finish
from .standings import Line, Place, standings, team_standings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from fractions import Fraction

    from django.db.models import QuerySet

    from ..models.tournament import Tournament


class End(NamedTuple):
    """The end of a game for one of its hands, and the person who then held it, by their key."""

    finish: Finish
    holder: int | None


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
    ends = _kept_ends(tournament)
    entrants: dict[int | None, int] = dict(tournament.entrants.values_list("person", "pk"))
    found: dict[int, list[Place]] = defaultdict(list)
    columns = ("table", "table__round__number", "table__game", "hand", "entrant")
    for table, number, game, hand, entrant in places.order_by("table", "hand").values_list(
        *columns
    ):
        end = ends.get((game, hand))
        if end is None:
            found[table].append(Place(number, entrant, None))
        else:
            found[table].append(Place(number, entrants.get(end.holder), end.finish))
    return list(found.values())


def final_games(tournament: Tournament) -> QuerySet[Game]:
    """Return the games of a tournament that count: with a result, and over for good."""
    rounds = access.rounds_with_open_names(tournament)
    return Game.objects.final().filter(table__round__in=rounds, ending__in=WITH_RESULT)


def _kept_ends(tournament: Tournament) -> dict[tuple[int, int], End]:
    """The end of each game that counts for each of its hands, by the keys of the games.

    Each process keeps them: games that are over for good change no more. A game that had been open
    again would have another final phase.
    """
    games = set(final_games(tournament).order_by().values_list("pk", flat=True))
    last = Phase.objects.filter(game__in=games, status=Phase.Status.FINAL).order_by()
    finals = set(last.values_list("game", "pk", "opened_at"))
    key = f"ends:{tournament.pk}"
    kept = caches["statistics"].get(key, {})
    if finals != kept.keys():
        missing = finals - kept.keys()
        made = _ends({game: final for game, final, _opened_at in missing})
        kept = {row: kept.get(row) or made[row[0]] for row in finals}
        caches["statistics"].set(key, kept)
    return {(row[0], hand): each for row in finals for hand, each in kept[row].items()}


def _ends(games: Mapping[int, int]) -> Mapping[int, Mapping[int, End]]:
    """The ends of games by their hands; `games` has the final phase of each, by keys."""
    centers, units = _at_the_end(set(games.values()))
    hands: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    seats = Seat.objects.playable().filter(game__in=games).order_by("game", "place")
    for key, game, hand, result in seats.values_list("pk", "game", "hand", "result"):
        assert hand is not None  # of `playable` seats
        hands[game, hand].append((key, result))
    gone = {
        key: game
        for (game, _hand), held in hands.items()
        if not any(key in centers or key in units for key, _result in held)
        for key, _result in held
    }
    holders, years = _holders({key for held in hands.values() for key, _ in held}), _years(gone)
    found: dict[int, dict[int, End]] = {game: {} for game in games}
    for (game, hand), held in hands.items():
        finish = Finish(
            centers=sum(centers.get(key, 0) for key, _result in held),
            has_won=any(result == Seat.Result.WON for _key, result in held),
            has_drawn=any(result == Seat.Result.DREW for _key, result in held),
            eliminated_in=max((years[key] for key, _result in held if key in years), default=None),
        )
        holder = next((holders[key] for key, _result in held if key in holders), None)
        found[game][hand] = End(finish, holder)
    return found


def _holders(seats: Collection[int]) -> Mapping[int, int]:
    """The person who played each seat at the end of its game: nobody in civil disorder."""
    rows = Tenure.objects.filter(seat__in=seats, ending=Tenure.Ending.GAME_OVER)
    rows = rows.filter(seat__disorder_since=None).order_by()
    return dict(rows.values_list("seat", "person"))


def _at_the_end(finals: Collection[int]) -> tuple[Mapping[int, int], Collection[int]]:
    """The numbers of centers of seats in final phases, and the seats that have units there."""
    owned = Center.objects.filter(phase__in=finals).order_by().values("seat")
    centers = owned.annotate(number=Count("pk")).values_list("seat", "number")
    standing = Unit.objects.filter(phase__in=finals).order_by().values_list("seat", flat=True)
    return dict(centers), set(standing.distinct())


def _years(gone: Mapping[int, int]) -> Mapping[int, int]:
    """The year of the last phase in which each seat had a unit or a center; `gone` has its game.

    Only eliminated seats are asked for: the others have far more rows. Later phases have higher
    keys, so no row needs to be joined with its phase.
    """
    superseded = Phase.objects.filter(game__in=gone.values(), status=Phase.Status.SUPERSEDED)
    left_out = list(superseded.order_by().values_list("pk", flat=True))
    newest: dict[int, int] = {}
    for model in (Unit, Center):
        rows = model._default_manager.filter(seat__in=gone).exclude(phase__in=left_out).order_by()
        last = rows.values("seat").annotate(last=Max("phase")).values_list("seat", "last")
        for seat, phase in last:
            newest[seat] = max(phase, newest.get(seat, 0))
    rows_of = Phase.objects.filter(pk__in=newest.values()).order_by().values_list("pk", "code")
    years = {phase: PhaseCode.parse(code).year for phase, code in rows_of}
    return {seat: years[phase] for seat, phase in newest.items()}
