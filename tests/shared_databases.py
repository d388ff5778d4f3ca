"""Migrated databases that one process of a test run creates for all others."""

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.db import connection

# The processes of xdist inherit the first from the test settings, the second from xdist.
FOLDER, RUN = "ENTENTE_DATA", "PYTEST_XDIST_TESTRUNUID"
MIGRATED = "entente_migrated"  # recreated by the next run on the same server


@contextlib.contextmanager
def run_lock(name: str) -> Iterator[Path]:
    """Hold the lock `name`, which all processes of this run share.

    Yield a file that is the same for all: whoever finds it empty is the first.
    """
    run = os.environ.get(RUN, str(os.getpid()))
    file = Path(os.environ[FOLDER]) / f"{name}-{run}"
    with file.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield file


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@contextlib.contextmanager
def database_of_tests(process: str) -> Iterator[None]:
    """Provide this process with a copy of the test database, which the first process migrates."""
    creation, settings = connection.creation, connection.settings_dict
    own = settings["NAME"]
    with run_lock("tests") as file:
        if not text_of(file):
            creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            connection.close()
            file.write_text(str(settings["NAME"]), encoding="utf-8")
        settings["NAME"] = text_of(file)
        creation.clone_test_db(process, verbosity=0)
    settings["NAME"] = creation.get_test_db_clone_settings(process)["NAME"]
    yield
    creation.destroy_test_db(own, verbosity=0)


def migrated_file(migrate: Callable[[], Path]) -> bytes:
    """Return the content of a migrated SQLite database.

    The first process creates it with `migrate`, which returns its path.
    """
    with run_lock("sqlite") as file:
        if not file.stat().st_size:
            file.write_bytes(migrate().read_bytes())
        return file.read_bytes()


def migrate_postgres(url: str, migrate: Callable[[], None]) -> None:
    """Migrate this empty database, or make it a copy of one that another process has migrated."""
    parts = urlsplit(url)
    server, name = parts._replace(path="/postgres").geturl(), parts.path[1:]
    with run_lock(f"postgresql-{parts.port}") as file:
        first = not text_of(file)
        if first:
            migrate()
        source, target = (name, MIGRATED) if first else (MIGRATED, name)
        with psycopg.connect(server, autocommit=True) as administration:
            administration.execute(f"DROP DATABASE IF EXISTS {target} WITH (FORCE)".encode())
            administration.execute(f"CREATE DATABASE {target} TEMPLATE {source}".encode())
        file.write_text(MIGRATED, encoding="utf-8")
