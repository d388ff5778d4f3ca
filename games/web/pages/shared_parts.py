"""The parts of a game's page that all its readers share, made once for each version of the game.

Each process keeps them for the games that were looked at last, apart by what their texts depend
on: language, notation, time zone, and patterns on the map. No part holds what only some may see.
What is secret or a reader's own is read for each page: orders, readiness, ballots, unread messages,
and the names in an anonymous game.
"""

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from django.core.cache import caches
from django.utils import timezone
from django.utils.translation import get_language

from accounts import notation, reader

from ...models import Game
from ...state import versions

LIFETIME = 3600
"""Seconds after which parts are made again. Few of them depend on the time: an announcement is
shown for two weeks, an absence ends, a suspended master can act again."""

Part = TypeVar("Part")


class SharedParts:
    """The shared parts of one game, for one page.

    Missing parts are made from rows that are read after the version, which may be newer. So they
    are kept only if the version is still the same when the page is complete: `keep`. The row of
    `game` was read before the version; it is read again before the first part is made.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.version = versions.version(game.pk)
        self._key = _key(game)
        self._is_complete = True

    @cached_property
    def _parts(self) -> dict[str, Any]:
        version, parts = caches["game_parts"].get(self._key, ("", {}))
        return parts if version == self.version else {}

    def part(self, name: str, make: Callable[[], Part]) -> Part:
        """Return the part of this name, which `make` makes if it is not kept.

        `name` must tell on what a part depends besides the game.
        """
        if name not in self._parts:
            if self._is_complete:
                self._game.refresh_from_db()
                self._is_complete = False
            self._parts[name] = make()
        found: Part = self._parts[name]
        return found

    def keep(self) -> None:
        """Keep what was made, unless the game has changed meanwhile."""
        if not self._is_complete and versions.version(self._game.pk) == self.version:
            caches["game_parts"].set(self._key, (self.version, self._parts), LIFETIME)


def part(parts: SharedParts | None, name: str, make: Callable[[], Part]) -> Part:
    """The part of a page about the newest phase; on pages without parts it is made."""
    return make() if parts is None else parts.part(name, make)


def _key(game: Game) -> str:
    """The key of a game's parts, which holds nothing readable."""
    texts = (
        get_language(),
        notation.current(),
        timezone.get_current_timezone_name(),
        reader.wants_patterns(),
    )
    return hashlib.blake2b(repr((game.pk, texts)).encode(), digest_size=16).hexdigest()
