"""Health for machines: whether this process can serve pages, and how late deadlines are."""

from collections.abc import Callable
from functools import cache

import structlog
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min

from accounts import clock
from games.core.errors import describe
from games.models import Phase

logger = structlog.get_logger(__name__)


def readiness() -> dict[str, str]:
    """Return the state of each thing that pages need: “ok”, “behind”, “failing” or “unknown”."""
    database = _state("database", connection.ensure_connection)
    return {
        "database": database,
        "migrations": _state("migrations", _is_migrated) if database == "ok" else "unknown",
        "cache": _state("cache", _check_cache),
    }


def lateness() -> dict[str, int]:
    """Return how many phases are past their deadline (`due`) and by how many seconds at most."""
    now = clock.now()
    due = Phase.objects.open().filter(due_at__lte=now)
    found = due.aggregate(oldest=Min("due_at"), count=Count("pk"))
    late = (now - found["oldest"]).total_seconds() if found["oldest"] else 0
    return {"late_seconds": int(late), "due": found["count"]}


def _state(name: str, check: Callable[[], bool | None]) -> str:
    try:
        return "behind" if check() is False else "ok"
    except Exception as error:  # any error means that it is not ready
        logger.warning("not_ready", check=name, error=describe(error))
        return "failing"


def _is_migrated() -> bool:
    return _newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def _newest_migrations() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).graph.leaf_nodes())


def _check_cache() -> None:
    backend = caches["default"]
    if hasattr(backend, "probe"):  # ours raise errors there, and seem empty otherwise
        backend.probe()
    backend.set("readyz", "ok", timeout=60)
    if backend.get("readyz") != "ok":
        raise ConnectionError
