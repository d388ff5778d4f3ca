"""Taking over a game that already runs elsewhere: it goes on here from the position it has."""

import datetime as dt
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import Position, must_order

from .. import audit, clock, editions, lobby, phases, positions
from ..deadlines import schedule
from ..errors import Refused
from ..models import Event, Game, Mastership, Notice, Seat, Tenure
from ..telling import notifications
from . import settings


def take_over(
    position: Position,
    players: Mapping[str, User],
    *,
    master: User,
    request_key: uuid.UUID,
    conduct: Mapping[str, Any],
    skipped: Collection[dt.date] = (),
    changes: Mapping[str, str] | None = None,
    **fields: Any,
) -> Game:
    """Begin a game at `position`, mastered by `master`. `players` has who plays which power; powers
    without a player are open. The same form sent twice makes one game.

    A phase in which nobody has anything to order is resolved when its clock runs out, as any.
    """
    if master in players.values():
        raise Refused(_("Who masters a game cannot play in it."))
    now = clock.now()
    with transaction.atomic():
        game, made = lobby.get_or_create(
            request_key,
            created_at=now,
            lobby_closes_at=now,
            status=Game.Status.PLAYING,
            started_at=now,
            **fields,
        )
        if not made:
            return game
        settings.store(game, conduct, skipped)
        editions.record(game, changes or {})
        Mastership.objects.create(game=game, person=master, since=now)
        seats = _seats(game, players, now)
        assert game.conduct is not None
        deadline = schedule.deadline(game.conduct, position.phase.type, now)
        phase = phases.open_phase(game, position, seats, number=1, now=now, deadline=deadline)
        event = audit.log(Event.Kind.TAKEN_OVER, game=game, phase=phase, actor=master)
        told = [person.pk for person in players.values()]
        untold = notifications.tell(
            Notice.Kind.GAME_BEGUN, told, game=game, phase=phase, event=event
        )
        notifications.tell_of_turn(phase, must_order(position), untold=untold)
    return game


def _seats(game: Game, players: Mapping[str, User], now: dt.datetime) -> dict[str, Seat]:
    """A seat for each power of the set-up; nobody orders for those without a player."""
    seats = {}
    for place, power in enumerate(positions.setup_of(game).powers):
        person = players.get(power)
        seat = Seat.objects.create(
            game=game, power=power, place=place, disorder_since=None if person else now
        )
        if person is not None:
            Tenure.objects.create(seat=seat, person=person, since=now)
        seats[power] = seat
    return seats
