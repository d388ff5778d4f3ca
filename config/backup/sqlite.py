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
    # A consistent snapshot; under WAL others can write meanwhile.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])


def migrations(file: Path) -> set[tuple[str, str]]:
    with _reading(file) as database:
        if (result := database.execute("PRAGMA integrity_check(1)").fetchone()) != ("ok",):
            raise BackupError(f"“{file}” is damaged: {result[0]}")
        if (row := database.execute("PRAGMA foreign_key_check").fetchone()) is not None:
            raise BackupError(f"“{file}” is damaged: a row of {row[0]} names one that is not there")
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if ("django_migrations",) not in tables.fetchall():
            return set()
        return set(database.execute("SELECT app, name FROM django_migrations"))


def put_in_place(file: Path) -> Path | None:
    database = Path(connection.settings_dict["NAME"])
    connection.close()
    with files.atomic_file(database) as temporary:
        # Not a plain copy: a crash may have left commits of the backup in a log (-wal) file.
        with _reading(file) as source, closing(sqlite3.connect(temporary)) as new:
            source.backup(new)
        return _set_aside(database)


def _set_aside(database: Path) -> Path | None:
    """Rename the old database and its log (-wal), which may hold the last commits."""
    if not database.exists():
        return None
    kept = database.with_name(f"{database.name}.replaced-{files.timestamp()}")
    database.rename(kept)
    _companion_file(database, "-shm").unlink(missing_ok=True)
    log = _companion_file(database, "-wal")
    if log.exists():
        log.rename(_companion_file(kept, "-wal"))
    return kept


def _companion_file(database: Path, ending: str) -> Path:
    return database.with_name(f"{database.name}{ending}")


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            yield database
    except sqlite3.Error as error:
        raise BackupError(f"“{file}” cannot be read: {error}") from None
