"""Access to ratings, and to the names of people in them."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from django.db.models import Q, QuerySet
from django.http import Http404

from accounts.models import Profile, User

from ..models import Game, Rating, RatingChange
from ..models.rating import RatingQuerySet
from .games import visible_games
from .roles import Viewer

Standings: TypeAlias = Mapping[int, list[RatingChange]]


def listed_ratings(viewer: Viewer, ladder: str) -> RatingQuerySet:
    """The ratings of a list with their people, without those who hide theirs from `viewer`.

    They are people whose profile `viewer` may not see or lists no games, and closed accounts.
    """
    shown = _shows_games(viewer, "person__") | Q(person=viewer.pk)
    rows = Rating.objects.filter(shown, ladder=ladder, person__closed_at=None)
    return rows.select_related("person").order_by("-points", "person__name", "pk")


def rated_person_or_404(viewer: Viewer, key: int) -> User:
    """The person with a rating that `viewer` may see; see `listed_ratings`."""
    rated = User.objects.not_closed().filter(pk=key, ratings__isnull=False)
    person = rated.filter(_shows_games(viewer) | Q(pk=viewer.pk)).distinct().first()
    if person is None:
        raise Http404
    return person


def _shows_games(viewer: Viewer, prefix: str = "") -> Q:
    """The condition that a person shows `viewer` their games; `prefix` leads to the person.

    It is that of `accounts.profiles.sees` for rows.
    """
    lists = Q(**{f"{prefix}profile__lists_games": True})
    shown = f"{prefix}profile__visibility"
    if not isinstance(viewer, User):
        return lists & Q(**{shown: Profile.Visibility.EVERYONE})
    hidden = Q(**{shown: Profile.Visibility.NOBODY})
    return Q(**{f"{prefix}profile": None}) | (lists & ~hidden)


def rating_changes(person: User) -> QuerySet[RatingChange]:
    """Changes by games in a person's ratings, the newest first, with the games.

    Only games whose ends can no longer be undone are rated. Should one be open again, its changes
    are left out until they are deleted.
    """
    counted = Game.objects.final().with_open_names()
    rows = RatingChange.objects.filter(person=person, game__in=counted)
    return rows.select_related("game", "seat").order_by("-game__ended_at", "-game")


def readable_standings(viewer: Viewer, games: Collection[int]) -> Standings:
    """The changes of all people in those of the rated `games` that `viewer` may see, by game.

    With people and seats, by their places. The names are open, because these games have ended.
    """
    visible = visible_games(viewer).filter(pk__in=games)
    rows = RatingChange.objects.filter(game__in=visible.order_by().values("pk"))
    found: dict[int, list[RatingChange]] = {}
    for row in rows.select_related("person", "seat").order_by("place", "seat__place"):
        found.setdefault(row.game_id, []).append(row)
    return found
