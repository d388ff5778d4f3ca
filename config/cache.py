"""The cache that all processes share: sessions' copies and the counts of limits.

Django's two back ends, each with what it lacks here.
"""

import fcntl
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = structlog.get_logger(__name__)

PAUSE = 5  # seconds without another try


class Files(FileBasedCache):
    """`add` stores for one caller only, as everywhere else: limits are counted behind it.

    While the disk is full nothing is kept, and limits are off: a form comes back with what was
    typed. `/readyz` and the log say so.
    """

    def look_again(self) -> None:
        """Raise OSError if nothing can be kept."""
        super().set("readyz", "ok", timeout=60)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        try:
            self._createdir()  # type: ignore[attr-defined]
            with (Path(self._dir) / "lock").open("ab") as file:  # type: ignore[attr-defined]
                fcntl.flock(file, fcntl.LOCK_EX)
                return super().add(*args, **kwargs)
        except OSError as error:
            logger.warning("cache_away", error=type(error).__name__)
            return True

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except OSError as error:
            logger.warning("cache_away", error=type(error).__name__)

    def _cull(self) -> None:
        """What is over goes first: a stranger's old counts must not push out what still counts."""
        names = self._list_cache_files()  # type: ignore[attr-defined]
        if len(names) < self._max_entries:
            return
        for name in names:
            with suppress(FileNotFoundError), Path(name).open("rb") as file:
                self._is_expired(file)  # type: ignore[attr-defined]  # it deletes what is
        super()._cull()  # type: ignore[misc]


class Redis(RedisCache):
    """While Redis is away everything is missing and nothing is kept: orders can still be saved.

    Limits are off meanwhile; `/readyz` and the log say so. A Redis that stalls costs the threads
    of a process one wait, not one for each question.
    """

    away_until = 0.0  # of the class: what one thread found out, all know

    def look_again(self) -> None:
        """End the pause for all threads if Redis answers; raise RedisError if it does not."""
        super().get("readyz")
        Redis.away_until = 0.0

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(default, lambda: super(Redis, self).get(key, default, version))

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask(True, lambda: super(Redis, self).add(*args, **kwargs)))

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask(None, lambda: super(Redis, self).set(*args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask(False, lambda: super(Redis, self).delete(*args, **kwargs)))

    def _ask(self, otherwise: Any, ask: Callable[[], Any]) -> Any:
        if time.monotonic() < self.away_until:
            return otherwise
        try:
            return ask()
        except RedisError as error:
            Redis.away_until = time.monotonic() + PAUSE
            logger.warning("cache_away", error=type(error).__name__)
            return otherwise
