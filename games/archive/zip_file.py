"""Writes the archive of a game: its document, pages to read without a server, and maps.

The same game gives the same bytes: members have no time, names are in order, and texts are in the
language of the game and times in UTC, whoever downloads it.
"""

import zipfile
import zoneinfo
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO

from django.utils import timezone

from accounts import reader_locale

from .. import access
from ..board import pictures
from ..models import Game, Phase
from . import document, gather, pages

DOCUMENT = "game.json"
_NEVER = (1980, 1, 1, 0, 0, 0)  # the earliest time that a ZIP can name
_LEVEL = 6


def write(game: Game, file: IO[bytes]) -> None:
    """Write the archive to `file`, one member after the other: one map at a time is in memory."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, ExitStack() as stack:
        stack.enter_context(reader_locale.override(None, language=game.language))
        stack.enter_context(timezone.override(zoneinfo.ZoneInfo("UTC")))
        for name, content in _members(game):
            info = zipfile.ZipInfo(name, _NEVER)
            info.create_system, info.external_attr = 3, 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=_LEVEL)


def _members(game: Game) -> Iterator[tuple[str, bytes]]:
    yield DOCUMENT, document.write(gather.gather(game))
    for name, text in pages.pages(game):
        yield name, text.encode()
    for phase in pages.phases_of(game):
        yield f"maps/{pages.phase_file(phase)}.svg", _map(phase).encode()


def _map(phase: Phase) -> str:
    """The map as SVG: no smaller than PNG on a screen, sharp in print, and quick to draw.

    It has the orders once everyone may read them.
    """
    orders = phase.orders.select_related("seat") if access.may_read_orders(phase) else []
    return pictures.document(phase, orders)
