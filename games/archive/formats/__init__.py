"""The formats in which whole games are read, one module each.

A module has `read`, which returns what it makes of a file's content, None if the content is not in
its format, and raises `Refused` if it is but cannot be used. JSON is parsed once for all formats
that are written in it.
"""

import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from ...core.errors import Refused
from .. import document
from ..record import Reading
from . import entente, saved_game, sheets, webdiplomacy

JSON = re.compile(rb"[\xef\xbb\xbf\s]*(?:\{|\[(?![a-z]+[=\]]))", re.IGNORECASE)  # no “[b]”
READERS_OF_JSON: tuple[Callable[[Any], Reading | None], ...] = (
    entente.read,
    saved_game.read,
    webdiplomacy.read,
)


def read(content: bytes) -> Reading:
    """The game in `content`, in the first format that knows it. Raises `Refused`."""
    if JSON.match(content):
        body = document.parse(content)
        found = next(filter(None, (reader(body) for reader in READERS_OF_JSON)), None)
    else:
        found = sheets.read(content)
    if found is None:
        raise Refused(
            _("This file isn’t a game that can be read. Choose one of the formats listed here.")
        )
    return found
