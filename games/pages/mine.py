"""Somebody's games and what they have to do in each: as many queries however many there are."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from accounts.models import User

from .. import access, phases, positions, wording
from ..models import Game, Order, Phase, Seat
from ..models.game import RUNNING
from ..press import sending
from . import contents


@dataclass(frozen=True)
class MySeat:
    """A seat that the reader holds in a running game."""

    power: str
    css: str
    must_order: bool
    is_in: bool
    is_ready: bool


@dataclass(frozen=True)
class MyGame:
    """A game in somebody's list, with what they have to do in it and letters they have not read."""

    game: Game
    seats: Sequence[MySeat] = ()
    due_at: dt.datetime | None = None
    unread: int = 0

    @property
    def waits_for_me(self) -> bool:
        return any(seat.must_order and not seat.is_in for seat in self.seats)


def games(person: User) -> list[MyGame]:
    """The games of `person` that are not over: those with the nearest deadline first."""
    unfinished = access.games_of(person).filter(status__in=[Game.Status.LOBBY, *RUNNING])
    found = list(contents.listed(unfinished))
    unread = sending.unread_by_game(person, found)
    newest = _newest(game for game in found if game.has_begun)
    seats = _seats(person, newest)
    mine = [
        MyGame(game, seats[game.pk], newest[game.pk].due_at, unread.get(game.pk, 0))
        if game.pk in newest
        else MyGame(game)
        for game in found
    ]
    return sorted(mine, key=lambda each: (each.due_at is None, each.due_at))


def _newest(begun: Iterable[Game]) -> dict[int, Phase]:
    """The newest phase of each game, by the game's primary key, with its snapshot."""
    games = {game.pk: game for game in begun}
    numbers = Phase.objects.filter(game=OuterRef("game")).order_by("-number").values("pk")[:1]
    newest = list(Phase.objects.filter(game__in=games, pk=Subquery(numbers)).order_by("pk"))
    for phase in newest:
        phase.game = games[phase.game_id]
    positions.fetch(*newest)
    return {phase.game_id: phase for phase in newest}


def _seats(person: User, newest: dict[int, Phase]) -> dict[int, list[MySeat]]:
    """What `person` holds, by the game's primary key."""
    held = list(access.seats_in_hand(person).filter(game__in=newest))
    ordered = Order.objects.filter(phase__in=newest.values(), seat__in=held).order_by()
    in_already = set(ordered.values_list("phase", "seat").distinct())
    found: dict[int, list[MySeat]] = defaultdict(list)
    for seat in held:
        phase = newest[seat.game_id]
        found[seat.game_id].append(_seat(seat, phase, is_in=(phase.pk, seat.pk) in in_already))
    return found


def _seat(seat: Seat, phase: Phase, *, is_in: bool) -> MySeat:
    must_order = phase.is_open and seat.power in phases.due(phase)
    return MySeat(
        power=wording.power(seat.power),
        css=seat.power.lower(),
        must_order=must_order,
        is_in=must_order and is_in,
        is_ready=must_order and seat.ready_phase_id == phase.pk,
    )
