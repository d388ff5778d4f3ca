"""What one process of a run of the tests makes for all of them: databases with all their tables."""

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.db import connection

# Its processes inherit the first from the settings of the tests, the second from xdist.
FOLDER, RUN = "ENTENTE_DATA", "PYTEST_XDIST_TESTRUNUID"
MIGRATED = "entente_migrated"  # stays on a PostgreSQL that does, until the next run makes it anew


@contextlib.contextmanager
def turn(what: str) -> Iterator[Path]:
    """Wait until no other process of this run is at it.

    Yields a file, the same one for all: whoever finds it empty is the first.
    """
    run = os.environ.get(RUN, str(os.getpid()))
    file = Path(os.environ[FOLDER]) / f"{what}-{run}"
    with file.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield file


def said(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@contextlib.contextmanager
def database_of_tests(process: str) -> Iterator[None]:
    """A copy, for this process, of the tests' database, which the first one migrates."""
    creation, settings = connection.creation, connection.settings_dict
    own = settings["NAME"]
    with turn("tests") as file:
        if not said(file):
            creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            connection.close()
            file.write_text(str(settings["NAME"]), encoding="utf-8")
        settings["NAME"] = said(file)
        creation.clone_test_db(process, verbosity=0)
    settings["NAME"] = creation.get_test_db_clone_settings(process)["NAME"]
    yield
    creation.destroy_test_db(own, verbosity=0)


def migrated_file(migrate: Callable[[], Path]) -> bytes:
    """An SQLite database as `migrate` leaves it, which says where it is."""
    with turn("sqlite") as file:
        if not file.stat().st_size:
            file.write_bytes(migrate().read_bytes())
        return file.read_bytes()


def migrate_postgres(url: str, migrate: Callable[[], None]) -> None:
    """Have this empty database migrated, or make it a copy of the one that was."""
    parts = urlsplit(url)
    server, name = parts._replace(path="/postgres").geturl(), parts.path[1:]
    with turn(f"postgresql-{parts.port}") as file:
        first = not said(file)
        if first:
            migrate()
        source, target = (name, MIGRATED) if first else (MIGRATED, name)
        with psycopg.connect(server, autocommit=True) as administration:
            administration.execute(f"DROP DATABASE IF EXISTS {target} WITH (FORCE)".encode())
            administration.execute(f"CREATE DATABASE {target} TEMPLATE {source}".encode())
        file.write_text(MIGRATED, encoding="utf-8")
