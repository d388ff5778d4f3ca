"""The pages of tournaments: the list, a tournament with its standings, a round.

Tournaments and their tables are public, and so are the names of their people. Where games hide
their players, `access.tables` gives no names, and no result counts yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.utils.formats import number_format

from accounts.profiles import profiles

from ... import access, wording
from ...models import Entrant, Round, Table, TablePlace, Team, Tournament
from ...state import variants
from ...tournaments import entrants, results
from ...tournaments.rounds import seatable
from ...wording import tournaments as tournament_wording
from ..forms.tournaments import EnterForm, TeamForm
from . import profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from ...tournaments.standings import Line

PAGE = 50


@dataclass(frozen=True)
class StandingLine:
    """A person in the standings; `points` has a text for each round, “–” where there are none."""

    rank: int
    name: str
    url: str
    team: str
    total: str
    points: Sequence[str]
    wins: int
    has_left: bool
    is_removed: bool
    entrant: int


@dataclass(frozen=True)
class TeamLine:
    """A team in the standings."""

    rank: int
    name: str
    total: str


@dataclass(frozen=True)
class TableLine:
    """A game of a round, with the powers and people who drew them."""

    number: int
    title: str
    url: str
    status: str
    people: Sequence[tuple[str, str]]


def list_page(page: str | None) -> dict[str, Any]:
    """Context of the list of tournaments."""
    found = Tournament.objects.in_order().with_numbers().select_related("pattern__settings")
    return {"page": Paginator(found, PAGE).get_page(page)}


def tournament_page(
    viewer: access.Viewer, tournament: Tournament, *, form: EnterForm | None = None
) -> dict[str, Any]:
    """Context of a tournament; a form that is given was sent and has errors."""
    own = access.entry_of(viewer, tournament)
    entered = own is not None and own.left_at is None
    lines, teams = standings(viewer, tournament)
    number = seatable(tournament).count()
    least = len(variants.setup_of(tournament.pattern).players)
    organizes = access.organizes(viewer, tournament)
    organizers = [row.person for row in access.current_organizers(tournament)]
    return {
        "tournament": tournament,
        "facts": list(tournament_wording.facts(tournament)),
        "organizers": organizers,
        "organizes": organizes,
        "administers": access.administers_tournament(viewer, tournament),
        "entries_closed": entrants.entries_closed(tournament),
        "entered": entered,
        "may_enter": entrants.may_enter(tournament, own),
        "form": form or EnterForm(tournament),
        "team_form": _team_form(own) if entered and tournament.has_teams else None,
        "rounds": list(tournament.rounds.with_numbers()),
        "all_drawn": tournament.rounds.count() >= tournament.rounds_planned,
        "lines": lines,
        "teams": teams,
        "number": number,
        "least": least,
        "over": number % least,
    }


def _team_form(own: Entrant | None) -> TeamForm:
    return TeamForm(initial={"name": own.team.name if own and own.team else ""})


def standings(
    viewer: access.Viewer, tournament: Tournament
) -> tuple[list[StandingLine], list[TeamLine]]:
    """The standings now, of people and of teams."""
    found = results.standings_of(tournament)
    tells_of_leaving = access.tells_of_leaving(tournament)
    people = {each.pk: each for each in access.named_entrants(tournament)}
    teams = {team.pk: team for team in tournament.teams.all()}
    return (
        [
            _standing_line(viewer, line, people[line.person], tells_of_leaving)
            for line in found.lines
        ],
        [TeamLine(rank, teams[key].name, points_text(total)) for rank, key, total in found.teams],
    )


def _standing_line(
    viewer: access.Viewer, line: Line, entrant: Entrant, tells_of_leaving: bool
) -> StandingLine:
    person = entrant.person
    shows = profiles.sees(viewer, profiles.profile_of(person)) and not person.is_leaving
    return StandingLine(
        rank=line.rank,
        name=str(person),
        url=profile.url_of(person) if shows else "",
        team=entrant.team.name if entrant.team else "",
        total=points_text(line.total),
        points=["–" if each is None else points_text(each) for each in line.points],
        wins=line.wins,
        has_left=tells_of_leaving and entrant.left_at is not None,
        is_removed=entrant.removed_at is not None,
        entrant=entrant.pk,
    )


def points_text(points: Fraction) -> str:
    """Points in the reader's language, with one decimal unless they are whole."""
    decimals = 0 if points.denominator == 1 else 1
    return number_format(round(float(points), decimals), decimal_pos=decimals)


def round_page(row: Round) -> dict[str, Any]:
    """Context of a round: its tables with who drew what, and who sits out."""
    tables = access.tables(row)
    setup = variants.setup_of(row.tournament.pattern)
    return {
        "tournament": row.tournament,
        "round": row,
        "tables": [_table_line(table, places, setup.players) for table, places in tables],
        "is_hidden": not any(places for _table, places in tables),
    }


def _table_line(
    table: Table, places: Sequence[TablePlace], hands: Sequence[Sequence[str]]
) -> TableLine:
    return TableLine(
        number=table.number,
        title=table.game.title,
        url=table.game.get_absolute_url(),
        status=str(table.game.get_status_display()),
        people=[(wording.powers(hands[place.hand]), str(place.entrant.person)) for place in places],
    )


def csv_rows(tournament: Tournament) -> Iterator[Sequence[object]]:
    """The standings as rows of a table, the heads first; exact totals as decimal numbers."""
    numbers = range(1, tournament.rounds.count() + 1)
    yield ["rank", "name", "team", "total", *(f"round {number}" for number in numbers), "wins"]
    rows = {each.pk: each for each in access.named_entrants(tournament)}
    for line in results.standings_of(tournament).lines:
        entrant = rows[line.person]
        team: Team | None = entrant.team
        yield [
            line.rank,
            _harmless(str(entrant.person)),
            _harmless(team.name) if team else "",
            f"{float(line.total):.4f}",
            *("" if each is None else f"{float(each):.4f}" for each in line.points),
            line.wins,
        ]


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
