"""People who are notified of a message or an event of a game."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import BigIntegerField, Q, QuerySet, Value

from accounts.models import User

from .. import access
from ..models import Game, Mastership, Message, Mute, Tenure


def readers(message: Message) -> QuerySet[User]:
    """People to notify of a message, without those who have muted the power that signs it.

    They are the holders of the seats of its thread or, if it is public, of all seats and the
    masters. Masters also read the threads that they share with players. People who held their seats
    when the game ended still count.
    """
    thread = message.thread
    signed_by = None if message.unsigned else message.seat_id
    muted_by = Mute.objects.filter(seat=signed_by).values("person")
    people = User.objects.exclude(pk__in=muted_by) if signed_by else User.objects.all()
    addressed = Q(pk__in=access.thread_holders(thread).values("person"))
    if thread.is_public or thread.with_masters:
        masters = Mastership.objects.current().filter(game=thread.game_id)
        addressed |= Q(pk__in=masters.values("person"))
    return people.filter(addressed)


def players(game: Game) -> list[int]:
    """The holders of the seats now, by primary key."""
    return list(Tenure.objects.current().filter(seat__game=game).values_list("person", flat=True))


def masters(game: Game) -> list[int]:
    running = Mastership.objects.current().filter(game=game)
    return list(running.values_list("person", flat=True))


class Audience(NamedTuple):
    """The people of a game now, by primary key: holders by seat, and masters."""

    players: dict[int, int]
    masters: set[int]

    @property
    def everyone(self) -> set[int]:
        return self.masters.union(self.players.values())


def audiences(games: Collection[int]) -> dict[int, Audience]:
    """The audience of each game, by the game's primary key; one query."""
    found = {game: Audience({}, set()) for game in games}
    seated = Tenure.objects.current().filter(seat__game__in=games)
    mastering = Mastership.objects.current().filter(game__in=games)
    nobody = Value(None, output_field=BigIntegerField())
    rows = seated.order_by().values_list("seat__game", "person", "seat")
    for game, person, seat in rows.union(
        mastering.order_by().values_list("game", "person", nobody), all=True
    ):
        if seat is None:
            found[game].masters.add(person)
        else:
            found[game].players[seat] = person
    return found


def everyone(game: Game) -> set[int]:
    """The holders of the seats and the masters of the game now, by primary key."""
    return audiences([game.pk])[game.pk].everyone


def admins() -> list[int]:
    people = User.objects.taking_part().filter(is_superuser=True)
    return list(people.values_list("pk", flat=True))
