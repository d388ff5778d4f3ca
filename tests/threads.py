"""Threads for tests, each with its own database connection."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

ON_SQLITE = pytest.mark.skipif(connection.vendor == "sqlite", reason="one writer at a time")


def in_threads(*jobs: Callable[[], object]) -> None:
    """Run all jobs at the same time, for half a minute at most."""

    def run(job: Callable[[], object]) -> None:
        try:
            job()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)


class Act(threading.Thread):
    """Calls `act` in a thread with its own connection, and stores its result or error."""

    def __init__(self, act: Callable[[], Any]) -> None:
        super().__init__()
        self.act = act
        self.result: Any = None
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.result = self.act()
        except Exception as error:
            self.error = error
        finally:
            connection.close()


def is_waited_for() -> bool:
    """Whether another transaction waits for a lock. On SQLite, which cannot tell: wait a while."""
    if connection.vendor == "sqlite":
        time.sleep(0.5)
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


def some_transaction_waits() -> bool:
    """Whether any transaction waits for a lock. On SQLite, which cannot tell: wait a while."""
    if connection.vendor == "sqlite":
        time.sleep(0.5)
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])
