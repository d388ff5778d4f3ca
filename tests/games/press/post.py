"""Letters and changes of hands, for tests."""

import datetime as dt
import uuid

from accounts.models import User
from games import access, clock
from games.models import Game, Letter, Seat, Tenure
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
) -> Letter:
    """A letter from the holder of `sender` to these powers; to everyone, where none is named."""
    seat = factories.seat(game, sender)
    return sending.send(
        game,
        seats(game, sender, *to) if to else [],
        sender=seat,
        person=person or factories.holder(seat),
        text=text,
        request_key=key or uuid.uuid4(),
    )


def hand_over(game: Game, power: str, heir: User, at: dt.datetime | None = None) -> User:
    """Give a seat to `heir`; returns who held it."""
    seat, at = factories.seat(game, power), at or clock.now()
    former = factories.holder(seat)
    seat.tenures.filter(until=None).update(until=at, ending=Tenure.Ending.REPLACED)
    seat.tenures.create(person=heir, since=at)
    return former


def texts(viewer: access.Viewer, game: Game) -> list[str]:
    """What `viewer` may read, in the order it was sent."""
    return list(access.letters(viewer, [game]).order_by("pk").values_list("text", flat=True))
