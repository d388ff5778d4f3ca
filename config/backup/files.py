"""Backup files: their names, writing them atomically, and deleting old ones."""

import datetime as dt
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from accounts import clock

from .errors import BackupError

AUTOMATIC_NAME = re.compile(r"entente-\d{4}-\d\d-\d\dT\d{6}Z\.\w+")


def timestamp() -> str:
    """Return the current time in UTC for file names, which sort by it."""
    return clock.now().astimezone(dt.UTC).strftime("%Y-%m-%dT%H%M%SZ")


def backup_path(given: Path | None, suffix: str) -> Path:
    """Return the path of a new backup: the given file, or one named after the time in a folder.

    The default is the folder `backups` in the data folder. Production has no default: there is no
    data folder, and files that a container writes are lost with the container.
    """
    if given is None:
        if settings.PRODUCTION:
            raise BackupError("in production, say where: manage.py backup /var/backups/entente")
        given = settings.DATA_DIR / "backups"
        given.mkdir(mode=0o700, exist_ok=True)
    if given.is_dir():
        given = given / f"entente-{timestamp()}.{suffix}"
    if given.exists():
        raise BackupError(f"“{given}” is there already, and no backup is overwritten")
    if not given.parent.is_dir():
        raise BackupError(f"the folder “{given.parent}” does not exist")
    return given


@contextmanager
def atomic_file(file: Path) -> Iterator[Path]:
    """Yield a temporary file in the same folder, readable by its owner only.

    It is renamed to `file` at the end of the block, or deleted if the block raises.
    """
    temporary = file.with_name(f".{file.name}.{os.getpid()}.part")
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield temporary
        sync(temporary)
        temporary.rename(file)
        with suppress(OSError):  # network file systems may not support it
            sync(file.parent)
    finally:
        temporary.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Flush a file, or the entries of a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def delete_all_but(newest: int, folder: Path) -> list[Path]:
    """Delete all but the `newest` backups of a folder; return the deleted paths.

    Only files with automatic names are counted and deleted.
    """
    found = sorted(file for file in folder.iterdir() if AUTOMATIC_NAME.fullmatch(file.name))
    old = found[:-newest]
    for file in old:
        file.unlink()
    return old
