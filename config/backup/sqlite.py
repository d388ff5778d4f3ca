"""Backups of SQLite: a database file like the site's own."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from . import files
from .errors import BackupError

NAME = "SQLite"
SUFFIX = "sqlite3"
MAGIC = b"SQLite format 3\0"


def write(file: Path) -> None:
    # Reads one moment of the database, and under WAL keeps nobody from writing meanwhile.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])


def migrations(file: Path) -> set[tuple[str, str]]:
    with _reading(file) as database:
        if (said := database.execute("PRAGMA integrity_check(1)").fetchone()) != ("ok",):
            raise BackupError(f"“{file}” is damaged: {said[0]}")
        if (row := database.execute("PRAGMA foreign_key_check").fetchone()) is not None:
            raise BackupError(f"“{file}” is damaged: a row of {row[0]} names one that is not there")
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if ("django_migrations",) not in tables.fetchall():
            return set()
        return set(database.execute("SELECT app, name FROM django_migrations"))


def put_in_place(file: Path) -> Path | None:
    database = Path(connection.settings_dict["NAME"])
    connection.close()
    with files.written_aside(database) as aside:
        # Not a copy of the file alone: what a crash left in a log beside it belongs to it.
        with _reading(file) as source, closing(sqlite3.connect(aside)) as new:
            source.backup(new)
        return _set_aside(database)


def _set_aside(database: Path) -> Path | None:
    """Give the old database another name, and its log with it: it may hold the last commits."""
    if not database.exists():
        return None
    kept = database.with_name(f"{database.name}.replaced-{files.stamp()}")
    database.rename(kept)
    _beside(database, "-shm").unlink(missing_ok=True)
    log = _beside(database, "-wal")
    if log.exists():
        log.rename(_beside(kept, "-wal"))
    return kept


def _beside(database: Path, ending: str) -> Path:
    return database.with_name(f"{database.name}{ending}")


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            yield database
    except sqlite3.Error as error:
        raise BackupError(f"“{file}” cannot be read: {error}") from None
