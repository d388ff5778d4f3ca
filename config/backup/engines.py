"""The kinds of backups: one for each kind of database."""

from pathlib import Path
from typing import Protocol

from django.conf import settings

from . import postgresql, sqlite


class Engine(Protocol):
    """Interface of the modules `sqlite` and `postgresql`. All functions raise `BackupError`."""

    NAME: str
    SUFFIX: str  # of backup files
    MAGIC: bytes  # first bytes of backup files

    def write(self, file: Path) -> None:
        """Write a consistent snapshot of the whole database into an empty file."""

    def migrations(self, file: Path) -> set[tuple[str, str]]:
        """Return the applied migrations (app, name) of a backup. Reads the whole file."""

    def put_in_place(self, file: Path) -> Path | None:
        """Replace the whole database by a backup; return the path of the old one, if it is kept.

        On failure the database is unchanged.
        """


ENGINES: tuple[Engine, ...] = (sqlite, postgresql)


def current() -> Engine:
    """Return the engine of this site's database."""
    return sqlite if settings.SQLITE else postgresql
