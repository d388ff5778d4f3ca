"""The list of clubs, and the page of one: its members, games and ratings."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import qr_codes
from accounts.models import User
from accounts.profiles import profiles

from ... import access
from ...lifecycle import listed_games
from ...models import Club, ClubMembership
from . import game_lists, profile, ratings

PAGE = 50


@dataclass(frozen=True)
class MemberLine:
    """A member in the list of a club. `url` is empty if the reader may not see the profile."""

    member: ClubMembership
    name: str
    url: str


def list_page(viewer: access.Viewer, query: QueryDict) -> dict[str, Any]:
    """Context of the list of clubs: those of `viewer`, and a page of the listed ones."""
    own = Club.objects.of_person(viewer.pk) if isinstance(viewer, User) else Club.objects.none()
    found = access.visible_clubs(viewer).order_by("name", "pk")
    return {"own": own.order_by("name"), "page": Paginator(found, PAGE).get_page(query.get("page"))}


def club_page(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Context of the page of a club.

    Nothing on it depends on who plays in a game: members stand by their names, and ratings count
    games only once their names are open.
    """
    viewer = request.user
    own = access.membership_of(viewer, club)
    governs = access.governs_club(viewer, club)
    members = [_line(viewer, each) for each in access.club_members(viewer, club)]
    ladder = ratings.ladder_of(request.GET)
    games = access.club_games(viewer, club).values_list("pk", flat=True)
    page = Paginator(games, game_lists.PAGE).get_page(request.GET.get("page"))
    return {
        "club": club,
        "own": own,
        "governs": governs,
        "sees_all": own is not None or governs,
        "members": members,
        "not_shown": club.memberships.count() - len(members),
        "page": page,
        "question": f"list={ladder}",
        "games": listed_games.rows(viewer, list(page.object_list)),
        **ratings.club_table(viewer, club, ladder),
        **(_invitation(request, club) if governs else {}),
    }


def _line(viewer: access.Viewer, member: ClubMembership) -> MemberLine:
    person = member.person
    shows = profiles.sees(viewer, profiles.profile_of(person)) and not person.is_leaving
    return MemberLine(member, str(person), profile.url_of(person) if shows else "")


def _invitation(request: HttpRequest, club: Club) -> dict[str, str]:
    path = reverse("games:join_club", args=[club.slug, club.invitation_key])
    url = request.build_absolute_uri(path)
    return {
        "invitation": url,
        "qr_code": qr_codes.svg(url, label=_("QR code of the invitation link")),
    }
