"""Backups: whether there are any, how old the newest is, and whether it can be read."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from accounts import clock
from config import site_address
from config.backup import files, restoring, scheduled
from config.backup.errors import BackupError

from .findings import Finding, note, ok, problem, span

OLD = 2 * 86_400  # seconds
FAILS = "Look for backup_failed in the log, and try ./run manage backup."


def schedule() -> Iterator[Finding]:
    if scheduled.is_on():
        yield ok(
            f"on a schedule, after {settings.BACKUP_HOUR:02}:00 UTC; kept: {settings.BACKUPS_DAILY}"
            f" days, {settings.BACKUPS_WEEKLY} weeks, {settings.BACKUPS_MONTHLY} months"
        )
    else:
        yield note(
            "this process makes none on a schedule",
            "Set ENTENTE_BACKUP_FOLDER (docs/backup.md), unless something else makes them.",
        )


def newest() -> Iterator[Finding]:
    """Findings on the newest backup in the folder of the schedule; all of it is read."""
    if not settings.BACKUP_FOLDER:
        return
    folder = Path(settings.BACKUP_FOLDER)
    file = files.newest_backup(folder)
    if file is None:
        public = site_address.is_public(urlsplit(settings.SITE_URL))
        advice = "The schedule makes one each night. Make one now: ./run manage backup."
        yield note(f"there is none in {folder}", advice if public or scheduled.is_on() else FAILS)
        return
    age = (clock.now() - files.time_of(file)).total_seconds()
    text = f"the newest, {file.name}, is {span(age)} old"
    if scheduled.is_on() and age > OLD:
        yield problem(text, FAILS)
    elif age > 7 * OLD:
        yield note(text, FAILS)
    else:
        yield ok(text)
    try:
        restoring.check(file)
    except BackupError as error:
        yield problem(str(error), "Make another one now: ./run manage backup.")
    else:
        yield ok("it can be read. To try it for good: ./run manage restore_drill")
