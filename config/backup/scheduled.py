"""Backups on a schedule, made by a worker when beat has sent its hint.

The files themselves say what is done: a backup is due when none is younger than the last time of
the schedule. So any number of workers may look, and a site that was down makes up for it.
"""

import datetime as dt
import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Min

from accounts import clock
from config.monitoring import metrics

from . import engines, files, making
from .errors import BackupError
from .rotation import Rotation

logger = structlog.get_logger(__name__)


def is_on() -> bool:
    return bool(settings.BACKUP_FOLDER and settings.BACKUPS_DAILY)


def latest_slot(now: dt.datetime) -> dt.datetime:
    """Return the last moment at which a backup was to be made."""
    slot = now.astimezone(dt.UTC).replace(
        hour=settings.BACKUP_HOUR, minute=0, second=0, microsecond=0
    )
    return slot if slot <= now else slot - dt.timedelta(days=1)


def is_due(folder: Path) -> bool:
    """Whether there is no backup since the last time of the schedule, and was a site by then."""
    slot = latest_slot(clock.now())
    made = files.named_by_us(folder, files.SCHEDULED_NAME)
    if made and files.time_of(made[-1]) >= slot:
        return False
    born = MigrationRecorder(connection).migration_qs.aggregate(at=Min("applied"))["at"]
    return born is not None and born < slot


def back_up_if_due() -> Path | None:
    """Make a backup if one is due, and delete those that have had their time.

    Returns the new file. A failure is logged, deletes nothing, and is tried again at the next hint.
    """
    if not is_on():
        return None
    folder = Path(settings.BACKUP_FOLDER)
    try:
        with _locked(folder) as locked:
            return _back_up(folder) if locked and is_due(folder) else None
    except (BackupError, OSError, DatabaseError) as error:
        metrics.BACKUP_FAILED.inc()
        # None of the statements holds anybody's text, so the message may be logged.
        logger.error("backup_failed", reason=" ".join(str(error).split()))
        return None


def _back_up(folder: Path) -> Path:
    began = time.monotonic()
    file = folder / f"entente-scheduled-{files.timestamp()}.{engines.current().SUFFIX}"
    making.make(file)
    metrics.BACKUP_MADE.inc()
    seconds = round(time.monotonic() - began, 1)
    logger.info("backup_made", bytes=file.stat().st_size, seconds=seconds)
    rotation = Rotation(settings.BACKUPS_DAILY, settings.BACKUPS_WEEKLY, settings.BACKUPS_MONTHLY)
    for old in rotation.delete_others(folder):
        logger.info("backup_deleted", file=old.name)
    return file


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Create the folder if needed, and lock it; yield False if another worker is at work there."""
    if not settings.PRODUCTION:
        folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / ".lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
