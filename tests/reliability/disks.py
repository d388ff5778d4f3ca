"""A site on a disk that can be filled up, for its own processes alone.

On SQLite a limit on the size of files lets every write of the site's processes fail: in the
database, in the queue and in the log. On PostgreSQL the tables lie on a small file system of their
own, which is full when nothing more can be written to it.
"""

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from psycopg.errors import DiskFull

from tests import services
from tests.site import Site, running

from . import play
from .play import SiteClock
from .stage import POSTGRESQL

# A file system that only the server sees: in a name space of its own, for which nobody has to be
# root. PostgreSQL refuses to run as the root of such a space, hence another space within.
PLACE, SIZE = "/mnt", "64m"
SCRIPT = (
    f"mount -t tmpfs -o size={SIZE} none {PLACE} && mkdir {PLACE}/tables &&"
    ' exec unshare --user --map-user=1000 --map-group=1000 "$@"'
)
BENEATH = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh"]
# Pages that an aborted statement has filled stay until somebody vacuums.
BALLAST = """
CREATE TABLE ballast (text text) WITH (autovacuum_enabled = false);
ALTER TABLE ballast ALTER text SET STORAGE PLAIN"""
ROWS = "INSERT INTO ballast SELECT repeat('x', 7000) FROM generate_series(1, %s)"
MANY = 100_000


@dataclass(frozen=True)
class Disk:
    """`fill` it up, and `make_room` again."""

    site: Site
    clock: SiteClock
    fill: Callable[[], None]
    make_room: Callable[[], None]


@contextlib.contextmanager
def site_on_a_disk(
    kind: str, folder: Path, blocker: Any, redis_url: str, **environment: str
) -> Iterator[Disk]:
    """Start a site, and look into its database."""
    clock = SiteClock(folder)
    with contextlib.ExitStack() as stack:
        database = ""
        if kind == POSTGRESQL:
            database = stack.enter_context(database_on_a_small_disk())
            environment |= {"DATABASE_URL": database, "REDIS_URL": redis_url}
        environment |= {"ENTENTE_ORDERS_PER_MINUTE": "1000000", **clock.environment}
        site = stack.enter_context(running(folder, **environment))
        stack.enter_context(play.looking_into(site, blocker))
        if kind == POSTGRESQL:
            yield Disk(site, clock, lambda: fill_up(database), lambda: empty(database))
        else:
            unlimited = psutil.RLIM_INFINITY
            yield Disk(site, clock, lambda: limit(site, 0), lambda: limit(site, unlimited))


def limit(site: Site, size: int) -> None:
    """For those that run; what has died is started again by the supervisor, which comes first."""
    for process in site.processes():
        process.rlimit(psutil.RLIMIT_FSIZE, (size, psutil.RLIM_INFINITY))


@contextlib.contextmanager
def database_on_a_small_disk() -> Iterator[str]:
    """Yield the URL of an empty database whose tables share a small file system."""
    user = "nobody" if os.geteuid() == 0 else None  # as PostgreSQL will
    tried = subprocess.run(
        [*BENEATH, "true"], check=False, capture_output=True, text=True, cwd="/", user=user
    )
    if tried.returncode:
        # No package mends that, so it is no lack of what REQUIRE_ALL asks for.
        pytest.skip(f"the system lets nobody mount a file system: {tried.stderr.strip()}")
    with services.own_postgres(services.FAST, beneath=BENEATH) as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{PLACE}/tables'")
            connection.execute("CREATE DATABASE entente TABLESPACE small")
        yield f"{server.url.rpartition('/')[0]}/entente"


def fill_up(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(BALLAST)
        with pytest.raises(DiskFull):
            connection.execute(ROWS, [MANY])
        with contextlib.suppress(DiskFull):  # where a block finds no room, a page may still
            for _ in range(MANY):
                connection.execute(ROWS, [1])


def empty(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP TABLE ballast")
