"""Whether this code can take a backup, and what must be done once it stands."""

from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config import start
from games import audit
from games.models import Notice

from . import engines
from .errors import BackupError


def check(file: Path) -> None:
    """Read the whole file; raise `BackupError` unless it can be restored here, by this code."""
    try:
        with file.open("rb") as opened:
            beginning = opened.read(16)
    except OSError as error:
        raise BackupError(f"“{file}” cannot be read: {error.strerror}") from None
    kinds = [engine for engine in engines.ENGINES if beginning.startswith(engine.MAGIC)]
    if not kinds:
        raise BackupError(f"“{file}” is no backup of Entente")
    (kind,), own = kinds, engines.own()
    if kind is not own:
        raise BackupError(
            f"“{file}” is a backup of {kind.NAME}, and this site's database is {own.NAME}:"
            " restore it where DATABASE_URL names one of its kind"
        )
    applied = own.migrations(file)
    if ("games", "0001_initial") not in applied:
        raise BackupError(f"“{file}” is a database, but none of Entente")
    if newer := sorted(applied - MigrationLoader(None).disk_migrations.keys()):
        raise BackupError(
            f"“{file}” comes from a newer Entente ({'.'.join(newer[0])}): update the code, then"
            " restore it"
        )


def bring_up_to_date() -> int:
    """Apply the migrations that have been added since; return how many.

    Whatever the file lacked, the record can only be added to afterwards.
    """
    before = len(MigrationRecorder(connection).applied_migrations())
    start.migrate()
    with connection.schema_editor() as editor:
        audit.guard(editor)
    return len(MigrationRecorder(connection).applied_migrations()) - before


def hold_mail_back() -> int:
    """Take the mails that waited when the backup was made off the outbox; return how many.

    Most were sent in the minute after it, and would be sent again.
    """
    return Notice.objects.filter(send_at__isnull=False).update(send_at=None)
