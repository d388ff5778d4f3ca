"""Files of backups: what they are called, how each is whole or not there, and which may go."""

import datetime as dt
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from games import clock

from .errors import BackupError

OWN_NAME = re.compile(r"entente-\d{4}-\d\d-\d\dT\d{6}Z\.\w+")


def stamp() -> str:
    """The time in UTC as names of files have it; they sort by it."""
    return clock.now().astimezone(dt.UTC).strftime("%Y-%m-%dT%H%M%SZ")


def target(given: Path | None, suffix: str) -> Path:
    """Return where a backup goes: a new file, or one named after the time in a folder.

    Without any the folder is `backups` in the data folder. Production has no data folder, and what
    a container writes is gone with it: there one must say where.
    """
    if given is None:
        if settings.PRODUCTION:
            raise BackupError("in production, say where: manage.py backup /var/backups/entente")
        given = settings.DATA_DIR / "backups"
        given.mkdir(mode=0o700, exist_ok=True)
    if given.is_dir():
        given = given / f"entente-{stamp()}.{suffix}"
    if given.exists():
        raise BackupError(f"“{given}” is there already, and no backup is overwritten")
    if not given.parent.is_dir():
        raise BackupError(f"the folder “{given.parent}” does not exist")
    return given


@contextmanager
def written_aside(file: Path) -> Iterator[Path]:
    """Yield an empty file beside `file` that only its owner can read; it becomes `file` when all
    went well, and is deleted otherwise."""
    aside = file.with_name(f".{file.name}.{os.getpid()}.part")
    os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield aside
        sync(aside)
        aside.rename(file)
        with suppress(OSError):  # which folders of other machines may not know
            sync(file.parent)
    finally:
        aside.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Return when a file, or what a folder lists, would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def forget_all_but(newest: int, folder: Path) -> list[Path]:
    """Delete the oldest of the backups in a folder that are named after their time; returns which.

    A file that somebody named is somebody's, and stays.
    """
    found = sorted(file for file in folder.iterdir() if OWN_NAME.fullmatch(file.name))
    old = found[:-newest]
    for file in old:
        file.unlink()
    return old
