"""Taking over a game that was begun elsewhere, from its present position."""

import datetime as dt
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import Position

from ..core import audit
from ..core.errors import Refused
from ..deadlines import control, schedule
from ..models import Event, Game, Mastership, Seat
from ..models.seat_invitation import LIFETIME
from ..seats import invitations
from ..state import editions, phases
from . import beginning, coin, creation, settings


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

    `players` maps powers to people, who are invited. All powers are in civil disorder until
    somebody plays them. The clock stands still until all have answered (see `invitations`), for the
    lifetime of an invitation at most; the master may start it sooner. It is unrated, as others may
    have played its first years. A phase in which nobody has anything to order is resolved at its
    deadline, like any other.

    A preview makes one game, however often its form is sent (the same `request_key`). Raises
    `Refused` if the master is among the players.
    """
    if master in players.values():
        raise Refused(_("A game master can’t play in their own game."))
    now = clock.now()
    fields["rated"] = False
    with transaction.atomic():
        game, made = creation.get_or_create(
            request_key,
            created_at=now,
            lobby_closes_at=now,
            status=Game.Status.PLAYING,
            started_at=now,
            allotment=Game.Allotment.MASTER,
            **fields,
        )
        if not made:
            if not game.masterships.filter(person=master).exists():
                raise Refused(_("This form was used for another game. Begin again."))
            return game
        settings.store(game, game_settings, skipped)
        editions.store_changes(game, changes or {})
        Mastership.objects.create(game=game, person=master, since=now)
        seats = beginning.create_seats(game, disorder_since=now)
        assert game.settings is not None
        deadline = schedule.deadline(game.settings, position.phase.type, now)
        won_by = _coin_winner(players, seats)
        coin_seat = coin.toss_if_due(game, position.phase, seats, now=now, won_by=won_by)
        phase = phases.open_phase(game, position, seats, number=1, now=now, deadline=deadline)
        audit.log(Event.Kind.TAKEN_OVER, game=game, phase=phase, actor=master)
        if coin_seat is not None:
            audit.log(Event.Kind.COIN_TOSSED, game=game, phase=phase, seat=coin_seat)
        if players:
            control.pause(game, until=now + LIFETIME, by=master, for_answers=True)
            invite_players(players, seats, master=master)
    return game


def invite_players(players: Mapping[str, User], seats: Mapping[str, Seat], *, master: User) -> None:
    """Invite the people named for the powers of a game that begins here."""
    invited = {seats[power].hand: (seats[power], person) for power, person in players.items()}
    for seat, person in invited.values():
        invitations.invite(seat, person, by=master, taken_over=True)


def _coin_winner(players: Mapping[str, User], seats: Mapping[str, Seat]) -> int | None:
    """The hand of the person named for the power of the coin; None if nobody is named for it.

    The form makes sure that this person is named for another power too.
    """
    joined = {person for power, person in players.items() if seats[power].hand is None}
    hands = (seats[power].hand for power, person in players.items() if person in joined)
    return next((hand for hand in hands if hand is not None), None)
