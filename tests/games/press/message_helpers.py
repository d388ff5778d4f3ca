"""Helpers for tests: write messages, hand seats over."""

import datetime as dt
import uuid
from typing import Any

from accounts import clock
from accounts.models import User
from games import access
from games.models import Game, Message, Seat, Tenure
from games.press import sending

from ... import factories


def seats(game: Game, *powers: str) -> list[Seat]:
    return list(game.seats.filter(power__in=powers).order_by("place"))


def write(
    game: Game,
    sender: str,
    *to: str,
    text: str = "Hello",
    person: User | None = None,
    key: uuid.UUID | None = None,
    **more: Any,
) -> Message:
    """Send a message from the holder of `sender` to these powers, or in public without any.

    `more` are other arguments of `sending.send`.
    """
    seat = factories.seat(game, sender)
    return sending.send(
        game,
        seats(game, sender, *to) if to else [],
        sender=seat,
        person=person or factories.holder(seat),
        text=text,
        request_key=key or uuid.uuid4(),
        **more,
    )


def note(game: Game, power: str, text: str) -> Message:
    """Write in the notebook of `power`."""
    seat = factories.seat(game, power)
    person, key = factories.holder(seat), uuid.uuid4()
    return sending.send(game, [seat], sender=seat, person=person, text=text, request_key=key)


def hand_over(game: Game, power: str, heir: User, at: dt.datetime | None = None) -> User:
    """Give a seat to `heir`; return its former holder."""
    seat, at = factories.seat(game, power), at or clock.now()
    former = factories.holder(seat)
    seat.tenures.current().update(until=at, ending=Tenure.Ending.REPLACED)
    seat.tenures.create(person=heir, since=at)
    return former


def agree(game: Game, **agreed: Any) -> None:
    """Set fields of the game as if they had been agreed when it was created."""
    Game.objects.filter(pk=game.pk).update(**agreed)
    game.refresh_from_db()


def texts(viewer: access.Viewer, game: Game) -> list[str]:
    """Return the texts that `viewer` may read, in the order in which they were sent."""
    return list(access.messages(viewer, [game]).order_by("pk").values_list("text", flat=True))
