"""Filters and orders of lists of games, and the queries behind them.

They narrow the games that a viewer may see; `access` decides which these are.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextChoices,
    Value,
    When,
)
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce, Substr
from django.utils.translation import gettext_lazy, pgettext_lazy

from .. import access
from ..models import Center, DeclaredPlayer, Game, LobbyEntry, Mastership, Phase
from ..models.game import RUNNING
from ..models.game_queries import GameQuerySet
from ..state import pace, variants


class ListedStatus(TextChoices):
    LOBBY = "lobby", gettext_lazy("Open to join")
    RUNNING = "running", gettext_lazy("In progress")
    FINISHED = "finished", gettext_lazy("Finished")
    EXPIRED = "expired", gettext_lazy("Not filled in time")


class ListedPace(TextChoices):
    """Time between two deadlines of movement phases, roughly."""

    LIVE = "live", pgettext_lazy("pace", "Live")
    DAY = "day", pgettext_lazy("pace", "Up to 1 day")
    DAYS = "days", pgettext_lazy("pace", "2 to 3 days")
    WEEK = "week", pgettext_lazy("pace", "4 days or longer")


class ListOrder(TextChoices):
    NEWEST = "newest", pgettext_lazy("order of games", "Newest")
    DEADLINE = "deadline", pgettext_lazy("order of games", "Next deadline")
    YEAR = "year", pgettext_lazy("order of games", "Latest game year")
    SEATS = "seats", pgettext_lazy("order of games", "Fewest free seats")


@dataclass(frozen=True)
class GameFilter:
    """Filters and order of a list of games; an empty value does not narrow it.

    `free_seats` asks for games with a seat that the viewer can take. `more_centers_than` asks for
    running games in which one power owns more centers than this.
    """

    status: str = ""
    free_seats: bool = False
    pace: str = ""
    language: str = ""
    setup: str = ""
    press: str = ""
    anonymous: bool | None = None
    mastered: bool | None = None
    more_centers_than: int | None = None
    order: str = ListOrder.NEWEST


_STATUSES: Final = {
    "": ~Q(status=Game.Status.EXPIRED),
    ListedStatus.LOBBY: Q(status=Game.Status.LOBBY),
    ListedStatus.RUNNING: Q(status__in=RUNNING),
    ListedStatus.FINISHED: Q(status=Game.Status.FINISHED),
    ListedStatus.EXPIRED: Q(status=Game.Status.EXPIRED),
}


def filtered_games(games: GameQuerySet, viewer: access.Viewer, wanted: GameFilter) -> GameQuerySet:
    """Return those of `games` that `wanted` asks for, in its order.

    `viewer` may see all of `games`.
    """
    games = games.filter(_condition(wanted))
    if wanted.free_seats or wanted.order == ListOrder.SEATS:
        games = with_free_seats(games, viewer, wanted.status)
    if wanted.free_seats:
        games = games.filter(_has_free_seats(viewer, wanted.status))
    return _ordered(games, wanted)


def with_free_seats(games: GameQuerySet, viewer: access.Viewer, status: str = "") -> GameQuerySet:
    """Annotate games with `free_seats`, the number of seats that `viewer` could take.

    In a lobby these are the seats without a person; in a running game the open ones. If all the
    games have one status, the query does without the part for the other.
    """
    numbers = {
        ListedStatus.LOBBY: _number_without_person(),
        ListedStatus.RUNNING: _number_open(viewer),
    }
    cases = [
        When(_STATUSES[one], then=number) for one, number in numbers.items() if status in ("", one)
    ]
    return games.annotate(
        free_seats=Case(*cases, default=Value(0), output_field=IntegerField()),
    )


def _has_free_seats(viewer: access.Viewer, status: str) -> Q:
    """A condition on games with `free_seats`: some are free. Open ones are found by their seats."""
    conditions = {
        ListedStatus.LOBBY: Q(status=Game.Status.LOBBY, free_seats__gt=0),
        ListedStatus.RUNNING: Q(pk__in=access.open_seats(viewer).values("game")),
    }
    either = Q(pk__in=())
    for one, condition in conditions.items():
        if status in ("", one):
            either |= condition
    return either


def _number_without_person() -> CombinedExpression:
    waiting = LobbyEntry.objects.filter(game=OuterRef("pk")).order_by().values("game")
    declared = DeclaredPlayer.objects.current().filter(game=OuterRef("pk"))
    taken = _number(waiting) + _number(declared.order_by().values("game"))
    sizes = variants.table_sizes().items()
    seats = Case(*(When(setup=name, then=Value(size)) for name, size in sizes), default=Value(0))
    return seats - taken


def _number_open(viewer: access.Viewer) -> Coalesce:
    vacant = access.open_seats(viewer).filter(game=OuterRef("pk")).order_by().values("game")
    return _number(vacant, "hand")


def _number(rows: QuerySet[Any, Any], counted: str = "pk") -> Coalesce:
    """The number of different values of a column in grouped rows; 0 without rows."""
    number = rows.annotate(number=Count(counted, distinct=True)).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def _condition(wanted: GameFilter) -> Q:
    condition = _STATUSES[wanted.status]
    for name in ("language", "setup", "press"):
        if value := getattr(wanted, name):
            condition &= Q(**{name: value})
    if wanted.pace:
        condition &= pace.CONDITIONS[wanted.pace]
    if wanted.anonymous is not None:
        condition &= Q(anonymous=wanted.anonymous)
    if wanted.mastered is not None:
        led = Exists(Mastership.objects.current().filter(game=OuterRef("pk")))
        condition &= Q(led) if wanted.mastered else ~Q(led)
    if wanted.more_centers_than is not None:
        condition &= Q(pk__in=_with_a_power_above(wanted.more_centers_than))
    return condition


def _with_a_power_above(centers: int) -> QuerySet[Any, Any]:
    """The games in whose open phase one power owns more than this number of centers."""
    owned = Center.objects.filter(phase__status=Phase.Status.OPEN).order_by()
    by_power = owned.values("seat", "phase__game").annotate(number=Count("pk"))
    return by_power.filter(number__gt=centers).values("phase__game")


def _ordered(games: GameQuerySet, wanted: GameFilter) -> GameQuerySet:
    newest = Phase.objects.filter(game=OuterRef("pk")).order_by("-number")
    match wanted.order:
        case ListOrder.DEADLINE:
            is_open = Phase.objects.open().filter(game=OuterRef("pk"))
            in_lobby = When(status=Game.Status.LOBBY, then=Coalesce("starts_at", "lobby_closes_at"))
            at = Case(in_lobby, default=Subquery(is_open.values("due_at")[:1]))
            keys = [at.asc(nulls_last=True)]
        case ListOrder.YEAR:
            year = Subquery(newest.values(year=Substr("code", 2, 4))[:1])
            number = Subquery(newest.values("number")[:1])
            keys = [year.desc(nulls_last=True), number.desc(nulls_last=True)]
        case ListOrder.SEATS:
            full_last = Case(When(free_seats__gt=0, then=Value(0)), default=Value(1))
            keys = [F("free_seats").asc()]
            if not wanted.free_seats:
                keys.insert(0, full_last.asc())
        case _:
            keys = []
    return games.order_by(*keys, "-created_at", "-pk")
