"""Rows of games for lists: the columns that each needs.

The number of queries does not depend on the number of games.
"""

from collections.abc import Sequence

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from .. import access
from ..models import DeclaredPlayer, Game, LobbyEntry, Mastership, Pause, Phase
from ..models.game_queries import GameQuerySet
from .filtered_games import with_free_seats


def with_list_columns(games: GameQuerySet) -> GameQuerySet:
    """Add the columns of a list: people in the lobby, newest phase, its deadline, end of a pause.

    They are subqueries, so that they are computed for the games of one page alone; joins and counts
    would first read all games.
    """
    entries = LobbyEntry.objects.filter(game=OuterRef("pk")).order_by().values("game")
    current = DeclaredPlayer.objects.current().filter(game=OuterRef("pk"))
    declared = current.order_by().values("game")
    newest = Phase.objects.filter(game=OuterRef("pk")).order_by("-number")
    paused = Pause.objects.with_known_end().filter(phase__game=OuterRef("pk"))
    return (
        games.select_related("settings")
        .prefetch_related("seats")
        .annotate(
            waiting=Coalesce(Subquery(entries.values(number=Count("pk"))), 0)
            + Coalesce(Subquery(declared.values(number=Count("pk"))), 0),
            phase_code=Subquery(newest.values("code")[:1]),
            phase_number=Subquery(newest.values("number")[:1]),
            due_at=Subquery(newest.values("due_at")[:1]),
            closed_at=Subquery(newest.values("closed_at")[:1]),
            paused_until=Subquery(paused.values("until")[:1]),
            is_mastered=Exists(Mastership.objects.current().filter(game=OuterRef("pk"))),
        )
        .order_by("-created_at", "-pk")
    )


def rows(viewer: access.Viewer, keys: Sequence[int], *, with_seats: bool = True) -> list[Game]:
    """The games with these primary keys, in this order, with the columns of a list.

    Their seats are fetched too unless `with_seats` is false. The keys come from a query of their
    own: a database that sorts computes all columns before, of games on other pages too.
    """
    found = with_free_seats(with_list_columns(Game.objects.filter(pk__in=keys)), viewer)
    if not with_seats:
        found = found.prefetch_related(None)
    by_key = {game.pk: game for game in found}
    return [by_key[key] for key in keys if key in by_key]
