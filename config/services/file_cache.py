"""The cache of a site without Redis, in files that all processes share."""

import fcntl
import pickle
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.filebased import FileBasedCache

logger = structlog.get_logger(__name__)


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
