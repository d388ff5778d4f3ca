"""Make a backup: write it, and read all of it once before it gets its name."""

from pathlib import Path

from django.db import connection

from . import engines, files
from .errors import BackupError


def refuse_empty_database() -> None:
    if "games_game" not in connection.introspection.table_names():
        raise BackupError("the database holds no site yet")


def make(file: Path) -> None:
    """Write the whole database into a new file; raise `BackupError` if it cannot be read again."""
    refuse_empty_database()
    engine = engines.current()
    with files.atomic_file(file) as aside:
        engine.write(aside)
        engine.migrations(aside)  # raises if the backup cannot be read
