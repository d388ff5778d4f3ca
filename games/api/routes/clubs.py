"""Clubs: reading them, joining one by its link, and leaving it."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router

from ... import access
from ...clubs import membership
from ...lifecycle import listed_games
from ...models import Club
from .. import limits
from ..acting import must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..pagination import PAGE, Cursor, Limit, page_of
from ..problems import Problem
from ..schemas import clubs as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.games import GamePage
from ..schemas.ratings import RatingPage
from ..values import clubs as values
from ..values.games import game_line
from .ratings import Ladder, page_of_ratings

router = Router(tags=["Clubs"])
CLUB = "/clubs/{slug:club}"


@router.get("/clubs", response=answers(schemas.ClubPage), auth=READ, summary="List clubs")
def list_clubs(
    request: KeyRequest,
    mine: Annotated[bool, Query(description="Only clubs that you are in.")] = False,
    limit: Limit = PAGE,
    cursor: Cursor | None = None,
) -> schemas.ClubPage:
    """The listed clubs and yours."""
    person = request.user
    seen = Club.objects.of_person(person.pk) if mine else access.visible_clubs(person)
    names = list(seen.order_by("name", "pk").values_list("slug", flat=True))
    page, more = page_of(names, limit=limit, cursor=cursor)
    return schemas.ClubPage(clubs=values.club_lines(person, page), next_cursor=more)


@router.get(CLUB, response=answers(schemas.Club), auth=READ, summary="Read a club")
def read_club(request: KeyRequest, club: str) -> schemas.Club:
    """A club and its members, of whom you see those that its page shows you."""
    return values.club_value(request.user, access.club_or_404(request.user, club))


@router.get(
    f"{CLUB}/games", response=answers(GamePage), auth=READ, summary="List the games of a club"
)
def list_club_games(
    request: KeyRequest, club: str, limit: Limit = PAGE, cursor: Cursor | None = None
) -> GamePage:
    """The games of a club that you may see, the newest first."""
    found = access.club_or_404(request.user, club)
    keys = dict(access.club_games(request.user, found).values_list("slug", "pk"))
    page, more = page_of(list(keys), limit=limit, cursor=cursor)
    shown = [keys[each] for each in page]
    rows = listed_games.rows(request.user, shown, with_seats=False)
    return GamePage(games=[game_line(row) for row in rows], next_cursor=more)


@router.get(
    f"{CLUB}/ratings",
    response=answers(RatingPage),
    auth=READ,
    summary="List the ratings of a club",
)
def list_club_ratings(
    request: KeyRequest,
    club: str,
    ladder: Ladder = "full",
    limit: Limit = PAGE,
    cursor: Cursor | None = None,
) -> RatingPage:
    """The members of a club by their ratings, ranked among themselves."""
    found = access.club_or_404(request.user, club)
    people = access.listed_ratings(request.user, ladder).of_club(found)
    return page_of_ratings(people, ladder, limit=limit, cursor=cursor)


@router.post(f"{CLUB}/join", response=acts(Done), auth=ACCOUNT, summary="Join a club")
@sensitive_variables()
def join_club(request: KeyRequest, club: str, wanted: schemas.ClubInvitation) -> Done:
    """Join a club by its invitation link. You may have joined already."""
    limits.count_form(request, "games")
    found = access.invited_club_or_404(club, wanted.invitation)
    membership.join(found, request.user, wanted.invitation)
    return Done(message=_("Welcome to the club."))


@router.post(f"{CLUB}/leave", response=acts(Done), auth=ACCOUNT, summary="Leave a club")
def leave_club(request: KeyRequest, club: str, sent: Confirmation) -> Done:
    """Leave a club. To come back you need its link."""
    limits.count_form(request, "games")
    found = access.club_or_404(request.user, club)
    own = access.membership_of(request.user, found)
    if own is None:
        raise Problem(409, "refused", _("You aren’t in this club."))
    must_be_confirmed(membership.consequences_of_leaving(own), confirmed=sent.confirmed)
    membership.leave(found, request.user)
    return Done(message=_("You’ve left the club."))
