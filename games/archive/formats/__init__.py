"""The formats in which whole games are read, one module each.

A module has `read`, which returns what it makes of a file's content, None if the content is not in
its format, and raises `Refused` if it is but cannot be used.
"""

from collections.abc import Callable

from django.utils.translation import gettext as _

from ...core.errors import Refused
from ..record import Reading
from . import entente, saved_game, sheets, webdiplomacy

READERS: tuple[Callable[[bytes], Reading | None], ...] = (
    entente.read,
    saved_game.read,
    webdiplomacy.read,
    sheets.read,
)


def read(content: bytes) -> Reading:
    """The game in `content`, in the first format that knows it. Raises `Refused`."""
    for reader in READERS:
        if (found := reader(content)) is not None:
            return found
    raise Refused(
        _("This file isn’t a game that can be read. Choose one of the formats listed here.")
    )
