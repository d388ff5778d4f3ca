"""A person's games, and what they have to do in each.

The number of queries does not depend on the number of games.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User

from ... import access, wording
from ...models import Game, LobbyEntry, Order, Pause, Phase, Seat
from ...models.game import RUNNING, GameQuerySet
from ...press import unread as press_unread
from ...state import phases, positions


@dataclass(frozen=True)
class MySeat:
    """A seat that the reader holds in a running game."""

    code: str
    power: str
    must_order: bool
    has_ordered: bool
    is_ready: bool


@dataclass(frozen=True)
class MyGame:
    """A game in a person's list.

    `masters` tells whether they master it; `unread` is the number of their unread messages in it.
    """

    game: Game
    seats: Sequence[MySeat] = ()
    due_at: dt.datetime | None = None
    unread: int = 0
    masters: bool = False

    @property
    def waits_for_me(self) -> bool:
        """Whether a seat of the person has to order and has not done so."""
        return any(seat.must_order and not seat.has_ordered for seat in self.seats)


def my_games(person: User) -> list[MyGame]:
    """The unfinished games of `person`, the nearest deadline first."""
    unfinished = access.games_of(person).filter(status__in=[Game.Status.LOBBY, *RUNNING])
    found = list(with_list_columns(unfinished))
    unread = press_unread.unread_by_game(person, found)
    newest = _newest_phases(game for game in found if game.has_begun)
    seats = _my_seats(person, newest)
    mastered = set(access.mastered_games(person).values_list("pk", flat=True))
    mine = [
        MyGame(
            game,
            seats[game.pk],
            newest[game.pk].due_at,
            unread.get(game.pk, 0),
            masters=game.pk in mastered,
        )
        if game.pk in newest
        else MyGame(game)
        for game in found
    ]
    return sorted(mine, key=lambda each: (each.due_at is None, each.due_at))


def _newest_phases(begun: Iterable[Game]) -> dict[int, Phase]:
    """The newest phase of each game, by the game's primary key, with its snapshot."""
    games = {game.pk: game for game in begun}
    numbers = Phase.objects.filter(game=OuterRef("game")).order_by("-number").values("pk")[:1]
    newest = list(Phase.objects.filter(game__in=games, pk=Subquery(numbers)).order_by("pk"))
    for phase in newest:
        phase.game = games[phase.game_id]
    positions.fetch(*newest)
    return {phase.game_id: phase for phase in newest}


def _my_seats(person: User, newest: dict[int, Phase]) -> dict[int, list[MySeat]]:
    """The seats of `person`, by the game's primary key."""
    held = list(access.seats_in_hand(person).filter(game__in=newest))
    ordered = Order.objects.filter(phase__in=newest.values(), seat__in=held).order_by()
    done = set(ordered.values_list("phase", "seat").distinct())
    found: dict[int, list[MySeat]] = defaultdict(list)
    for seat in held:
        phase = newest[seat.game_id]
        has_ordered = (phase.pk, seat.pk) in done
        found[seat.game_id].append(_my_seat(seat, phase, has_ordered=has_ordered))
    return found


def _my_seat(seat: Seat, phase: Phase, *, has_ordered: bool) -> MySeat:
    must_order = phase.is_open and seat.power in phases.orders_due(phase)
    return MySeat(
        code=seat.power,
        power=wording.power(seat.power),
        must_order=must_order,
        has_ordered=must_order and has_ordered,
        is_ready=must_order and seat.ready_phase_id == phase.pk,
    )


def with_list_columns(games: GameQuerySet) -> GameQuerySet:
    """Add the columns of a list: people in the lobby, newest phase, its deadline, end of a pause.

    They are subqueries, so that they are computed for the games of one page alone; joins and counts
    would first read all games.
    """
    entries = LobbyEntry.objects.filter(game=OuterRef("pk")).order_by().values("game")
    newest = Phase.objects.filter(game=OuterRef("pk")).order_by("-number")
    paused = Pause.objects.with_known_end().filter(phase__game=OuterRef("pk"))
    return (
        games.select_related("settings")
        .prefetch_related("seats")
        .annotate(
            waiting=Coalesce(Subquery(entries.values(number=Count("pk"))), 0),
            phase_code=Subquery(newest.values("code")[:1]),
            due_at=Subquery(newest.values("due_at")[:1]),
            paused_until=Subquery(paused.values("until")[:1]),
        )
        .order_by("-created_at", "-pk")
    )
