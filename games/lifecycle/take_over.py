"""Taking over a game that was begun elsewhere, from its present position."""

import datetime as dt
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import Position, must_order

from ..core import audit, clock
from ..core.errors import Refused
from ..deadlines import schedule
from ..models import Event, Game, Mastership, Notification, Seat, Tenure
from ..notifications import notify
from ..state import editions, phases, variants
from . import lobby, settings


def take_over(
    position: Position,
    players: Mapping[str, User],
    *,
    master: User,
    request_key: uuid.UUID,
    game_settings: Mapping[str, Any],
    skipped: Collection[dt.date] = (),
    changes: Mapping[str, str] | None = None,
    **fields: Any,
) -> Game:
    """Begin a game at `position`, mastered by `master`.

    `players` maps powers to people; other powers are in civil disorder. The same form sent twice
    (the same `request_key`) makes one game. A phase in which nobody has anything to order is
    resolved at its deadline, like any other. Raises `Refused` if the master is among the players.
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
        settings.store(game, game_settings, skipped)
        editions.store_changes(game, changes or {})
        Mastership.objects.create(game=game, person=master, since=now)
        seats = _seats(game, players, now)
        assert game.settings is not None
        deadline = schedule.deadline(game.settings, position.phase.type, now)
        phase = phases.open_phase(game, position, seats, number=1, now=now, deadline=deadline)
        event = audit.log(Event.Kind.TAKEN_OVER, game=game, phase=phase, actor=master)
        player_ids = [person.pk for person in players.values()]
        not_reached = notify.notify(
            Notification.Kind.GAME_BEGUN, player_ids, game=game, phase=phase, event=event
        )
        notify.notify_turn(phase, must_order(position), not_reached=not_reached)
    return game


def _seats(game: Game, players: Mapping[str, User], now: dt.datetime) -> dict[str, Seat]:
    """Create a seat for each power; those without a player are in civil disorder."""
    seats = {}
    for place, power in enumerate(variants.setup_of(game).powers):
        person = players.get(power)
        seat = Seat.objects.create(
            game=game, power=power, place=place, disorder_since=None if person else now
        )
        if person is not None:
            Tenure.objects.create(seat=seat, person=person, since=now)
        seats[power] = seat
    return seats
