"""Settings of Django's caches.

What all processes must share, such as the counts of rate limits, is in Redis if there is one,
otherwise in files. Parts of pages stay in the memory of each web process: so they are never older
than the database it reads.
"""

from pathlib import Path
from typing import Any


def settings(redis_url: str, data_dir: Path, pictures_dir: str) -> dict[str, dict[str, Any]]:
    """Return Django's setting `CACHES`; `redis_url` or `pictures_dir` may be empty."""
    return {
        "default": _in_redis(redis_url) if redis_url else _in_files(data_dir / "cache", 10_000),
        # Drawn maps, some 130 kB each. Workers draw them before anybody asks, if they share a
        # folder with the web processes.
        "pictures": {
            **(_in_files(pictures_dir, 500) if pictures_dir else _in_memory("pictures", 60)),
            "TIMEOUT": None,
        },
        # The parts of a game's pages that all its readers share, some 200 kB
        # (games/web/pages/shared_parts.py).
        "game_parts": _in_memory("game_parts", 40),
        # What pages show of a seat's stored orders, some 15 kB (games/web/pages/order_parts.py).
        "order_parts": {**_in_memory("order_parts", 200), "TIMEOUT": 3600},
        # Figures of the site, some 5 kB for each selection (games/statistics/site_figures.py); ends
        # of games of tournaments, at most 200 kB for each (games/tournaments/results.py).
        "statistics": {**_in_memory("statistics", 200), "TIMEOUT": 3600},
        # Which traces were stored during the last hour (accounts/devices/device_traces.py).
        "traces": _in_memory("traces", 1000),
    }


def _in_redis(url: str) -> dict[str, Any]:
    return {
        "BACKEND": "config.services.redis_cache.TolerantRedisCache",
        "LOCATION": url,
        "KEY_PREFIX": "entente",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }


def _in_files(folder: Path | str, most: int) -> dict[str, Any]:
    return {
        "BACKEND": "config.services.file_cache.SharedFileCache",
        "LOCATION": str(folder),
        "OPTIONS": {"MAX_ENTRIES": most},
    }


def _in_memory(name: str, most: int) -> dict[str, Any]:
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": most},
    }
