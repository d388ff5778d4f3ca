"""The roles of a person in a game; the other modules here are built on them."""

from collections.abc import Sequence
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, QuerySet

from accounts.compiled_queries import CompiledQuery
from accounts.models import User

from ..models import Game, Mastership, Seat, Tenure

Viewer = User | AnonymousUser


class Role:
    """The present and past roles of `viewer` in a game, read once for one page.

    Code that changes data calls `holds`, `held_seats` and `is_master` instead, which query the
    database each time.
    """

    def __init__(self, viewer: Viewer, game: Game) -> None:
        self.viewer, self.game = viewer, game

    @cached_property
    def tenures(self) -> list[Tenure]:
        if not isinstance(self.viewer, User):
            return []
        tenures: list[Tenure] = _TENURES.objects(game=self.game.pk, person=self.viewer.pk)
        return tenures

    @property
    def has_played(self) -> bool:
        return bool(self.tenures)

    @property
    def sat_in(self) -> set[int]:
        """Primary keys of the seats that the viewer holds or held."""
        return {tenure.seat_id for tenure in self.tenures}

    @property
    def held(self) -> list[Seat]:
        """The seats that the viewer holds, or held when the game ended, by place."""
        seats = {each.seat_id: each.seat for each in self.tenures if each.lasts}
        for seat in seats.values():
            seat.game = self.game
        return list(seats.values())

    @cached_property
    def is_master(self) -> bool:
        if not isinstance(self.viewer, User) or self.has_played:
            return False
        return Mastership.objects.current().filter(game=self.game, person=self.viewer).exists()

    @property
    def sees_names(self) -> bool:
        """Whether the viewer may see the names of the players."""
        return self.game.names_are_open or self.is_master

    @property
    def sees_who_has_ordered(self) -> bool:
        """Whether the viewer may see which powers have ordered; never what they ordered."""
        return everyone_sees_who_has_ordered(self.game) or self.is_master


def roles_in(viewer: User, games: Sequence[Game]) -> list[Role]:
    """The roles of a person in several games, read by two queries."""
    tenures: dict[int, list[Tenure]] = {game.pk: [] for game in games}
    mine = Tenure.objects.filter(seat__game__in=tenures, person=viewer)
    for tenure in mine.select_related("seat").order_by("seat__place", "pk"):
        tenures[tenure.seat.game_id].append(tenure)
    masterships = Mastership.objects.current().filter(game__in=tenures, person=viewer)
    mastered = set(masterships.order_by().values_list("game", flat=True))
    roles = [Role(viewer, game) for game in games]
    for role in roles:
        role.tenures = tenures[role.game.pk]
        role.is_master = role.game.pk in mastered and not role.has_played
    return roles


def _tenures(game: int, person: int) -> QuerySet[Tenure]:
    mine = Tenure.objects.filter(seat__game=game, person=person)
    return mine.select_related("seat").order_by("seat__place", "pk")


_TENURES = CompiledQuery(_tenures, game=int, person=int)


def everyone_sees_who_has_ordered(game: Game) -> bool:
    """Whether everyone may see which powers have ordered and are ready."""
    return game.orders_watched_by == Game.Watch.EVERYONE


def held_seats(viewer: Viewer, game: Game) -> QuerySet[Seat]:
    """Return the seats that `viewer` holds, or held when the game ended."""
    if not isinstance(viewer, User):
        return Seat.objects.none()
    return game.seats.filter(pk__in=Tenure.objects.lasting().filter(person=viewer).values("seat"))


def has_played(person: User, game: Game) -> bool:
    return Tenure.objects.filter(seat__game=game, person=person).exists()


def is_master(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` masters `game` and never held a seat in it."""
    return isinstance(viewer, User) and bool(_MASTERSHIP.rows(game=game.pk, person=viewer.pk))


def _mastership(game: int, person: int) -> QuerySet[Mastership, int]:
    mine = Mastership.objects.current().filter(game=game, person=person)
    played = Tenure.objects.filter(seat__game=game, person=person)
    return mine.exclude(Exists(played)).order_by().values_list("pk", flat=True)


_MASTERSHIP = CompiledQuery(_mastership, game=int, person=int)
