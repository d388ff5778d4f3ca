"""Authors of messages, as far as a reader may know them."""

from typing import NamedTuple

from .. import access
from ..models import Message


class Signature(NamedTuple):
    """The author of a message for a reader.

    `power` is None for the game master and for a message that is unsigned to this reader. `name` is
    empty if the reader may not know it. `mine` says that the reader wrote it.
    """

    power: str | None
    name: str
    mine: bool


def signature(viewer: access.Viewer, message: Message, *, names_open: bool) -> Signature:
    """The author of a message that `viewer` may read; its seat and person must be loaded."""
    mine = access.has_written(viewer, message)
    signed = access.sees_author(viewer, message)
    shown = signed and (names_open or mine or message.seat is None)
    return Signature(
        power=message.seat.power if message.seat and signed else None,
        name=access.author_name(viewer, message, names_open=names_open) if shown else "",
        mine=mine,
    )
