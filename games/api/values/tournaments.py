"""Rows of tournaments → values of the API. `access.tables` hides the names that are not open."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from accounts.models import User

from ... import access
from ...models import Entrant, Round, Table, TablePlace, Tournament
from ...state import variants
from ...tournaments import entrants, results
from ...tournaments.standings import Line
from ...wording import tournaments as wording
from ..schemas import tournaments as schemas
from ..schemas.games import Fact


def tournament_line(row: Any) -> schemas.TournamentLine:
    """The line of a row of `with_numbers`."""
    return schemas.TournamentLine(
        slug=row.slug,
        title=row.title,
        status=row.status,
        setup=row.pattern.setup,
        press=row.pattern.press,
        entered=row.entered,
        rounds_drawn=row.drawn,
        rounds_planned=row.rounds_planned,
        entries_until=row.entries_until,
        created_at=row.created_at,
    )


def tournament_value(person: User, tournament: Tournament) -> schemas.Tournament:
    own = access.entry_of(person, tournament)
    organizers = access.current_organizers(tournament)
    facts = wording.facts(tournament)
    return schemas.Tournament(
        slug=tournament.slug,
        title=tournament.title,
        about=tournament.about,
        status=tournament.status,
        scoring=tournament.scoring,
        settings=[Fact(name=str(name), value=str(value)) for name, value in facts],
        house_rules=tournament.pattern.house_rules,
        organizers=[str(row.person) for row in organizers],
        rounds=[_round(row) for row in tournament.rounds.with_numbers()],
        rounds_planned=tournament.rounds_planned,
        rounds_counting=tournament.counting,
        entries_until=tournament.entries_until,
        entered=own is not None and own.left_at is None,
        can_enter=entrants.may_enter(tournament, own),
        has_teams=tournament.has_teams,
        team=own.team.name if own and own.team else None,
    )


def _round(row: Any) -> schemas.TournamentRound:
    return schemas.TournamentRound(
        number=row.number, drawn_at=row.drawn_at, games=row.games, games_over=row.over
    )


def standings(tournament: Tournament) -> schemas.Standings:
    found = results.standings_of(tournament)
    tells = access.tells_of_leaving(tournament)
    people = {each.pk: each for each in access.named_entrants(tournament)}
    teams = {team.pk: team.name for team in tournament.teams.all()}
    return schemas.Standings(
        people=[_standing(line, people[line.person], tells=tells) for line in found.lines],
        teams=[
            schemas.TeamStanding(rank=rank, name=teams[key], points=_points(total))
            for rank, key, total in found.teams
        ],
    )


def _standing(line: Line, entrant: Entrant, *, tells: bool) -> schemas.PersonStanding:
    return schemas.PersonStanding(
        rank=line.rank,
        name=str(entrant.person),
        team=entrant.team.name if entrant.team else None,
        points=_points(line.total),
        rounds=[None if each is None else _points(each) for each in line.points],
        wins=line.wins,
        has_left=tells and entrant.left_at is not None,
    )


def _points(points: Fraction) -> float:
    return round(float(points), 4)


def round_tables(row: Round) -> schemas.RoundTables:
    hands = variants.setup_of(row.tournament.pattern).players
    return schemas.RoundTables(
        number=row.number,
        drawn_at=row.drawn_at,
        tables=[_table(table, places, hands) for table, places in access.tables(row)],
    )


def _table(
    table: Table, places: Sequence[TablePlace], hands: Sequence[Sequence[str]]
) -> schemas.TournamentTable:
    return schemas.TournamentTable(
        number=table.number,
        game=table.game.slug,
        title=table.game.title,
        status=table.game.status,
        players=[
            schemas.TablePlayer(name=str(each.entrant.person), powers=list(hands[each.hand]))
            for each in places
        ],
    )
