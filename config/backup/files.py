"""Backup files: their names and times, writing them atomically, and deleting old ones."""

import datetime as dt
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from accounts import clock

from .errors import BackupError

# Backups that the command has named itself, and those of the schedule.
AUTOMATIC_NAME = re.compile(r"entente-\d{4}-\d\d-\d\dT\d{6}Z\.\w+")
SCHEDULED_NAME = re.compile(r"entente-scheduled-\d{4}-\d\d-\d\dT\d{6}Z\.(?:sqlite3|pgdump)")
TIMESTAMP = "%Y-%m-%dT%H%M%SZ"
STAMPED = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z")


def timestamp() -> str:
    """Return the current time in UTC for file names, which sort by it."""
    return clock.now().astimezone(dt.UTC).strftime(TIMESTAMP)


def time_of(file: Path) -> dt.datetime:
    """Return the time in the name of a backup, or else that of its last change."""
    with suppress(ValueError):
        if found := STAMPED.search(file.name):
            return dt.datetime.strptime(found[0], TIMESTAMP).replace(tzinfo=dt.UTC)
    return dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC)


def named_by_us(folder: Path, *names: re.Pattern[str]) -> list[Path]:
    """Return the backups of a folder with names of these forms, the oldest first.

    Links and folders are left out, whatever their names.
    """
    found = folder.iterdir() if folder.is_dir() else ()
    backups = [
        file
        for file in found
        if any(name.fullmatch(file.name) for name in names)
        and file.is_file()
        and not file.is_symlink()
    ]
    return sorted(backups, key=time_of)


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup of a folder that the command or the schedule has named."""
    return next(reversed(named_by_us(folder, AUTOMATIC_NAME, SCHEDULED_NAME)), None)


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
    old = named_by_us(folder, AUTOMATIC_NAME)[:-newest]
    for file in old:
        file.unlink()
    return old
