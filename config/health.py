"""What a machine may ask: can this process serve whole pages, and how late are the deadlines?"""

from collections.abc import Callable
from functools import cache

import structlog
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min

from config.cache import Files, Redis
from games import clock
from games.errors import describe
from games.models import Phase

logger = structlog.get_logger(__name__)


def readiness() -> dict[str, str]:
    """Return one word for each thing that pages need: “ok”, or what it is instead."""
    database = _ask("database", connection.ensure_connection)
    return {
        "database": database,
        "migrations": _ask("migrations", _migrated) if database == "ok" else "unknown",
        "cache": _ask("cache", _kept),
    }


def lateness() -> dict[str, int]:
    """Return how many phases wait to be resolved, and for how many seconds the oldest does."""
    now = clock.now()
    due = Phase.objects.filter(status=Phase.Status.OPEN, due_at__lte=now)
    found = due.aggregate(oldest=Min("due_at"), count=Count("pk"))
    late = (now - found["oldest"]).total_seconds() if found["oldest"] else 0
    return {"late_seconds": int(late), "due": found["count"]}


def _ask(name: str, question: Callable[[], bool | None]) -> str:
    try:
        return "behind" if question() is False else "ok"
    except Exception as error:  # whatever it is, it is the answer
        logger.warning("not_ready", check=name, error=describe(error))
        return "failing"


def _migrated() -> bool:
    return _newest() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def _newest() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).graph.leaf_nodes())


def _kept() -> None:
    if isinstance(backend := caches["default"], Files | Redis):
        backend.look_again()
    backend.set("readyz", "ok", timeout=60)
    if backend.get("readyz") != "ok":
        raise ConnectionError
