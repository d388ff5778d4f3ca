"""Who somebody is in a game: what everything else here is made of."""

from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User

from ..models import Game, Mastership, Seat, Tenure

Viewer = User | AnonymousUser
# Talk goes on after the end: who held a seat to the end writes and reads its letters for good.
TO_THE_END = Q(until=None) | Q(ending=Tenure.Ending.GAME_OVER)


class Part:
    """The part that `viewer` has and had in a game. Read once, for a page: whoever writes asks the
    functions below."""

    def __init__(self, viewer: Viewer, game: Game) -> None:
        self.viewer, self.game = viewer, game

    @cached_property
    def tenures(self) -> list[Tenure]:
        if not isinstance(self.viewer, User):
            return []
        mine = Tenure.objects.filter(seat__game=self.game, person=self.viewer)
        return list(mine.select_related("seat").order_by("seat__place", "pk"))

    @property
    def has_played(self) -> bool:
        return bool(self.tenures)

    @property
    def sat_in(self) -> set[int]:
        """The primary keys of the seats that they hold or held."""
        return {tenure.seat_id for tenure in self.tenures}

    @property
    def held(self) -> list[Seat]:
        """The seats that they hold, or held when the game ended, by place."""
        return list({each.seat_id: each.seat for each in self.tenures if each.lasts}.values())

    @cached_property
    def is_master(self) -> bool:
        return not self.has_played and is_master(self.viewer, self.game)


def held_seats(viewer: Viewer, game: Game) -> QuerySet[Seat]:
    """The seats that `viewer` holds, or held when the game ended."""
    if not isinstance(viewer, User):
        return Seat.objects.none()
    return game.seats.filter(pk__in=Tenure.objects.filter(TO_THE_END, person=viewer).values("seat"))


def holds(person: User, seat: Seat) -> bool:
    return Tenure.objects.filter(seat=seat, person=person, until=None).exists()


def has_played(person: User, game: Game) -> bool:
    return Tenure.objects.filter(seat__game=game, person=person).exists()


def is_master(viewer: Viewer, game: Game) -> bool:
    """Masters `game` and never sat in it: whoever holds or held a seat has no such powers."""
    return (
        isinstance(viewer, User)
        and Mastership.objects.filter(game=game, person=viewer, until=None).exists()
        and not has_played(viewer, game)
    )
