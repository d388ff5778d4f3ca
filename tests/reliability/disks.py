"""A site on a disk that can be filled up without effect on other processes.

On SQLite a limit on the size of files makes every write of the site's processes fail: in the
database, in the queue and in the log. On PostgreSQL the tables are on a small file system of their
own, which is filled up.
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
from .faulty_site import POSTGRESQL
from .play import SiteClock

# A file system that only the server sees, in a mount namespace that needs no root. PostgreSQL
# refuses to run as the root of such a namespace, hence a second one inside.
PLACE, SIZE = "/mnt", "64m"
SCRIPT = (
    f"mount -t tmpfs -o size={SIZE} none {PLACE} && mkdir {PLACE}/tables &&"
    ' exec unshare --user --map-user=1000 --map-group=1000 "$@"'
)
BENEATH = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh"]
# Pages filled by an aborted statement stay filled until a vacuum, of which there is none.
BALLAST = """
CREATE TABLE ballast (text text);
ALTER TABLE ballast ALTER text SET STORAGE PLAIN"""
ROWS = "INSERT INTO ballast SELECT repeat('x', 7000) FROM generate_series(1, %s)"
MANY = 100_000
# A vacuum of system tables makes the next new connection write a file, which a full disk refuses.
UNDISTURBED = (*services.FAST, "autovacuum=off")


@dataclass(frozen=True)
class Disk:
    """A site and its disk: `fill` fills the disk up, `make_room` frees it again."""

    site: Site
    clock: SiteClock
    fill: Callable[[], None]
    make_room: Callable[[], None]


@contextlib.contextmanager
def site_on_a_disk(
    kind: str, folder: Path, blocker: Any, redis_url: str, **environment: str
) -> Iterator[Disk]:
    """Start a site and connect this process to its database."""
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
            connection = stack.enter_context(psycopg.connect(database, autocommit=True))
            yield Disk(site, clock, lambda: fill_up(connection), lambda: empty(connection))
        else:
            unlimited = psutil.RLIM_INFINITY
            yield Disk(site, clock, lambda: limit(site, 0), lambda: limit(site, unlimited))


def limit(site: Site, size: int) -> None:
    """Limit the file size of the site's running processes.

    The supervisor comes first, so that processes that it starts meanwhile inherit the limit.
    """
    for process in site.processes():
        with contextlib.suppress(psutil.NoSuchProcess):
            process.rlimit(psutil.RLIMIT_FSIZE, (size, psutil.RLIM_INFINITY))


@contextlib.contextmanager
def database_on_a_small_disk() -> Iterator[str]:
    """Yield the URL of an empty database whose tables share a small file system."""
    user = "nobody" if os.geteuid() == 0 else None  # the server will run as the user with this id
    tried = subprocess.run(
        [*BENEATH, "true"], check=False, capture_output=True, text=True, cwd="/", user=user
    )
    if tried.returncode:
        # No package can mend this, so REQUIRE_ALL does not ask for it.
        pytest.skip(f"the system lets nobody mount a file system: {tried.stderr.strip()}")
    with services.own_postgres(UNDISTURBED, beneath=BENEATH) as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{PLACE}/tables'")
            connection.execute("CREATE DATABASE entente TABLESPACE small")
        yield f"{server.url.rpartition('/')[0]}/entente"


def fill_up(connection: psycopg.Connection) -> None:
    connection.execute(BALLAST)
    with pytest.raises(DiskFull):
        connection.execute(ROWS, [MANY])
    with contextlib.suppress(DiskFull):  # where no block is left, a page may still fit
        for _ in range(MANY):
            connection.execute(ROWS, [1])


def empty(connection: psycopg.Connection) -> None:
    connection.execute("DROP TABLE ballast")
