"""Writes the archive of a game: its document, pages to read without a server, and maps.

The same game gives the same bytes: members have no time, names are in order, and texts are in the
language of the game and times in UTC, whoever downloads it.
"""

import io
import zipfile
import zoneinfo
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Any

from django.utils import timezone

from accounts import reader_locale

from .. import access
from ..board import pictures
from ..models import Game, Phase
from . import document, gather, pages

DOCUMENT = "game.json"
_NEVER = (1980, 1, 1, 0, 0, 0)  # the earliest time that a ZIP can name
_LEVEL = 6


class _Pipe(io.RawIOBase):
    """A file that cannot seek: it holds what was written since it was emptied."""

    def __init__(self) -> None:
        self.content = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.content += data
        return len(data)

    def empty(self) -> bytes:
        content = bytes(self.content)
        self.content.clear()
        return content


def stream(game: Game) -> Generator[bytes]:
    """The archive in parts: one page or map at a time is in memory."""
    pipe = _Pipe()
    members = _members(game)
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        while True:
            with _readers_context(game):  # left before each part is sent
                name, content = next(members, ("", b""))
            if not name:
                break
            info = zipfile.ZipInfo(name, _NEVER)
            info.create_system, info.external_attr = 3, 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=_LEVEL)
            yield pipe.empty()
    yield pipe.empty()


def _readers_context(game: Game) -> ExitStack:
    """The language of the game, its notation, and UTC, whoever reads."""
    stack = ExitStack()
    stack.enter_context(reader_locale.override(None, language=game.language))
    stack.enter_context(timezone.override(zoneinfo.ZoneInfo("UTC")))
    return stack


def _members(game: Game) -> Iterator[tuple[str, bytes]]:
    yield DOCUMENT, document.write(gather.gather(game))
    phases = pages.phases_of(game)
    for name, text in pages.pages(game, phases):
        yield name, text.encode()
    for phase in phases:
        yield f"maps/{pages.phase_file(phase)}.svg", _map(phase).encode()


def _map(phase: Phase) -> str:
    """The map as SVG: no smaller than PNG on a screen, sharp in print, and quick to draw.

    It has the orders once everyone may read them.
    """
    orders = phase.orders.select_related("seat") if access.may_read_orders(phase) else []
    return pictures.document(phase, orders)
