"""Access to clubs, and to the names of their members."""

from django.db.models import Q, QuerySet
from django.http import Http404

from accounts.models import Profile, User

from ..models import Club, ClubMembership, Game
from ..models.club import ClubQuerySet
from ..models.game_queries import GameQuerySet
from .administration import runs_site
from .games import visible_games
from .roles import Viewer


def visible_clubs(viewer: Viewer) -> ClubQuerySet:
    """The listed clubs and those of `viewer`; all for administrators of the site."""
    if not isinstance(viewer, User):
        return Club.objects.listed()
    if runs_site(viewer):
        return Club.objects.all()
    own = ClubMembership.objects.filter(person=viewer)
    return Club.objects.filter(Q(is_listed=True) | Q(pk__in=own.values("club")))


def club_or_404(viewer: Viewer, slug: str) -> Club:
    """Return the club; 404 also if `viewer` may not know that it exists."""
    return _found(visible_clubs(viewer).filter(slug=slug).first())


def invited_club_or_404(slug: str, key: str) -> Club:
    """Return the club to which an invitation link leads."""
    return _found(Club.objects.filter(slug=slug, invitation_key=key).first())


def governed_club_or_404(viewer: Viewer, slug: str) -> Club:
    """Return the club for one of its masters, or an administrator of the site."""
    club = club_or_404(viewer, slug)
    if not governs_club(viewer, club):
        raise Http404
    return club


def governs_club(viewer: Viewer, club: Club) -> bool:
    """Whether `viewer` may change a club: its masters, and the site's administrators."""
    own = membership_of(viewer, club)
    return runs_site(viewer) or (own is not None and own.is_master)


def membership_of(viewer: Viewer, club: Club) -> ClubMembership | None:
    return club.memberships.filter(person=viewer.pk).first()


def club_members(viewer: Viewer, club: Club) -> QuerySet[ClubMembership]:
    """The members whose names `viewer` may see, by their names, with their people.

    Members see each other, and administrators all. Others see people whose profile they may see,
    as `accounts.profiles.sees` says.
    """
    rows = club.memberships.filter(person__closed_at=None)
    if membership_of(viewer, club) is None and not runs_site(viewer):
        shown = "person__profile__visibility"
        if isinstance(viewer, User):
            hidden = rows.filter(**{shown: Profile.Visibility.NOBODY})
            rows = rows.exclude(pk__in=hidden.values("pk"))
        else:
            rows = rows.filter(**{shown: Profile.Visibility.EVERYONE})
    return rows.select_related("person__profile").order_by("person__name", "pk")


def club_games(viewer: Viewer, club: Club) -> GameQuerySet:
    """The games of a club that `viewer` may see, the newest first."""
    found = visible_games(viewer).filter(club=club).exclude(status=Game.Status.DELETED)
    return found.order_by("-created_at", "-pk")


def _found(club: Club | None) -> Club:
    if club is None:
        raise Http404
    return club
