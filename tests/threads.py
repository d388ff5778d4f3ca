"""Workers of a test: each in a thread of its own, with a connection of its own."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

ON_SQLITE = pytest.mark.skipif(connection.vendor == "sqlite", reason="one writer at a time")


def in_threads(*jobs: Callable[[], object]) -> None:
    """Do all at the same time; they have half a minute."""

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
    """Does something on a connection of its own; remembers what came of it."""

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
    """Whether another transaction waits for a lock. SQLite does not tell: there a while is all."""
    if connection.vendor == "sqlite":
        time.sleep(0.5)
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])
