"""Rows of clubs → values of the API."""

from collections.abc import Collection

from accounts.models import User

from ... import access
from ...models import Club, ClubMembership
from ..schemas import clubs as schemas


def club_lines(person: User, slugs: Collection[str]) -> list[schemas.ClubLine]:
    own = ClubMembership.objects.filter(person=person, club__slug__in=slugs)
    roles = dict(own.values_list("club", "role"))
    return [
        schemas.ClubLine(
            slug=club.slug, name=club.name, listed=club.is_listed, role=roles.get(club.pk)
        )
        for club in Club.objects.filter(slug__in=slugs).order_by("name", "pk")
    ]


def club_value(person: User, club: Club) -> schemas.Club:
    own = access.membership_of(person, club)
    sees_all = own is not None or access.governs_club(person, club)
    members = [
        schemas.ClubMember(
            name=str(each.person),
            is_master=each.is_master,
            since=each.joined_at if sees_all else None,
        )
        for each in access.club_members(person, club)
    ]
    return schemas.Club(
        slug=club.slug,
        name=club.name,
        about=club.about,
        listed=club.is_listed,
        role=own.role if own else None,
        members=members,
        members_not_shown=club.memberships.count() - len(members),
    )
