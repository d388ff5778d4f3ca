"""Which kind of backup this site makes: its database decides."""

from pathlib import Path
from typing import Protocol

from django.conf import settings

from . import postgresql, sqlite


class Engine(Protocol):
    """What a module here offers for one kind of database. All raise `BackupError`."""

    NAME: str
    SUFFIX: str  # of its backups
    MAGIC: bytes  # how each of them begins

    def write(self, file: Path) -> None:
        """Write the whole database, as it is at one moment, into an empty file."""

    def migrations(self, file: Path) -> set[tuple[str, str]]:
        """Read all of a backup and return the migrations (app, name) that were applied in it."""

    def put_in_place(self, file: Path) -> Path | None:
        """Replace the whole database by a backup; return where the old one is kept, if it is.

        If that fails, the database is as it was.
        """


ENGINES: tuple[Engine, ...] = (sqlite, postgresql)


def own() -> Engine:
    """The one of this site's database."""
    return sqlite if settings.SQLITE else postgresql
