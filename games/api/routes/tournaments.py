"""Tournaments: reading them, entering and leaving one, and one's team."""

from typing import Annotated

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Path, Router

from ... import access
from ...core.errors import NeedsConfirmation
from ...models import Round, Tournament
from ...models.tournament import MOST_ROUNDS
from ...tournaments import entrants
from .. import limits
from ..acting import house_rules_problem, must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..pagination import PAGE, Cursor, Limit, page_of
from ..schemas import tournaments as schemas
from ..schemas.common import Confirmation, Done, HouseRulesProblem, acts, answers
from ..values import tournaments as values

router = Router(tags=["Tournaments"])
TOURNAMENT = "/tournaments/{slug:tournament}"


@router.get(
    "/tournaments",
    response=answers(schemas.TournamentPage),
    auth=READ,
    summary="List tournaments",
)
def list_tournaments(
    request: KeyRequest, limit: Limit = PAGE, cursor: Cursor | None = None
) -> schemas.TournamentPage:
    """All tournaments, those that go on first."""
    names = list(Tournament.objects.in_order().values_list("slug", flat=True))
    page, more = page_of(names, limit=limit, cursor=cursor)
    found = Tournament.objects.in_order().with_numbers().select_related("pattern")
    rows = found.filter(slug__in=page)
    return schemas.TournamentPage(
        tournaments=[values.tournament_line(row) for row in rows], next_cursor=more
    )


@router.get(
    TOURNAMENT, response=answers(schemas.Tournament), auth=READ, summary="Read a tournament"
)
def read_tournament(request: KeyRequest, tournament: str) -> schemas.Tournament:
    """The terms of a tournament, its rounds, and whether you are in it."""
    return values.tournament_value(request.user, access.tournament_or_404(tournament))


@router.get(
    f"{TOURNAMENT}/standings",
    response=answers(schemas.Standings),
    auth=READ,
    summary="Read the standings of a tournament",
)
def read_standings(request: KeyRequest, tournament: str) -> schemas.Standings:
    """The people of a tournament and their points. A game counts once its end is final."""
    return values.standings(access.tournament_or_404(tournament))


@router.get(
    f"{TOURNAMENT}/rounds/{{number}}",
    response=answers(schemas.RoundTables),
    auth=READ,
    summary="Read a round of a tournament",
)
def read_round(
    request: KeyRequest, tournament: str, number: Annotated[int, Path(ge=1, le=MOST_ROUNDS)]
) -> schemas.RoundTables:
    """The tables of a round, with who drew which power if names are open."""
    rounds = Round.objects.select_related("tournament__pattern")
    return values.round_tables(
        get_object_or_404(rounds, tournament__slug=tournament, number=number)
    )


@router.post(
    f"{TOURNAMENT}/enter",
    response=acts(Done) | {409: HouseRulesProblem},
    auth=ACCOUNT,
    summary="Enter a tournament",
)
def enter_tournament(request: KeyRequest, tournament: str, wanted: schemas.Entry) -> Done:
    """Enter a tournament, or come back. You accept the tables and powers that you draw.

    Everyone can see that you are in it.
    """
    limits.count_form(request, "games")
    found = access.tournament_or_404(tournament)
    try:
        entrants.enter(found, request.user, house_rules_accepted=wanted.house_rules_accepted)
    except NeedsConfirmation as question:
        raise house_rules_problem(found.pattern, str(question)) from None
    return Done(message=_("You’re in. The next round seats you."))


@router.post(f"{TOURNAMENT}/leave", response=acts(Done), auth=ACCOUNT, summary="Leave a tournament")
def leave_tournament(request: KeyRequest, tournament: str, sent: Confirmation) -> Done:
    """Take no part in further rounds. Your games go on, with you."""
    limits.count_form(request, "games")
    found = access.tournament_or_404(tournament)
    must_be_confirmed(entrants.consequences_of_leaving(), confirmed=sent.confirmed)
    entrants.leave(found, request.user)
    return Done(message=_("You’ve left the tournament."))


@router.put(f"{TOURNAMENT}/team", response=acts(Done), auth=ACCOUNT, summary="Choose your team")
def choose_team(request: KeyRequest, tournament: str, wanted: schemas.TeamChoice) -> Done:
    """Join a team by its name, or leave yours, before the first round is drawn."""
    limits.count_form(request, "games")
    found = access.tournament_or_404(tournament)
    entrants.join_team(found, request.user, wanted.name)
    return Done(message=_("Your team is saved."))
