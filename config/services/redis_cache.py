"""The cache of a site with Redis, which all processes share."""

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = structlog.get_logger(__name__)

RETRY_SECONDS = 5  # pause after a failure of Redis


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
