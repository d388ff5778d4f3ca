"""The cache that all processes share, above all for rate limits: files, or Redis.

Two of Django's backends, made atomic or tolerant of failures where they are not.
"""

import fcntl
import pickle
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = structlog.get_logger(__name__)

RETRY_SECONDS = 5  # pause after a failure of Redis


class SharedFileCache(FileBasedCache):
    """File cache with an atomic `add`, which allauth's rate limits need as a lock.

    While the disk is full nothing is stored and rate limits are off, so that pages still work.
    `/readyz` and the log report it. An entry that cannot be read counts as missing.
    """

    def probe(self) -> None:
        """Raise OSError if nothing can be stored."""
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

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (OSError, EOFError, pickle.UnpicklingError, zlib.error) as error:
            # A file that cannot be read, or that was damaged when the machine died.
            logger.warning("cache_away", error=type(error).__name__)
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except OSError as error:
            logger.warning("cache_away", error=type(error).__name__)

    def _cull(self) -> None:
        """Delete expired entries first, so that they do not displace valid counts."""
        names = self._list_cache_files()  # type: ignore[attr-defined]
        if len(names) < self._max_entries:
            return
        for name in names:
            with suppress(FileNotFoundError), Path(name).open("rb") as file:
                self._is_expired(file)  # type: ignore[attr-defined]  # deletes the file if it is expired
        super()._cull()  # type: ignore[misc]


class TolerantRedisCache(RedisCache):
    """Redis cache that seems empty while Redis is unreachable, so that orders can still be saved.

    Rate limits are off meanwhile; `/readyz` and the log report it. After a failure Redis is not
    asked for RETRY_SECONDS: a Redis that hangs costs a process one timeout, not one per call.
    """

    away_until = 0.0  # class attribute, shared by all threads

    def probe(self) -> None:
        """End the pause for all threads if Redis answers; otherwise raise RedisError."""
        super().get("readyz")
        TolerantRedisCache.away_until = 0.0

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(
            default, lambda: super(TolerantRedisCache, self).get(key, default, version)
        )

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._try(True, lambda: super(TolerantRedisCache, self).add(*args, **kwargs)))

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._try(None, lambda: super(TolerantRedisCache, self).set(*args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(
            self._try(False, lambda: super(TolerantRedisCache, self).delete(*args, **kwargs))
        )

    def _try(self, default: Any, call: Callable[[], Any]) -> Any:
        if time.monotonic() < self.away_until:
            return default
        try:
            return call()
        except RedisError as error:
            TolerantRedisCache.away_until = time.monotonic() + RETRY_SECONDS
            logger.warning("cache_away", error=type(error).__name__)
            return default
