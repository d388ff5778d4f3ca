"""Check a backup before it is restored, and bring the restored database up to date."""

from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import AccountMail
from config import schema
from config.supervisor import start
from games.core import audit
from games.models import Notification

from . import engines
from .errors import BackupError


def check(file: Path) -> None:
    """Read the whole file; raise `BackupError` if this site cannot restore it."""
    try:
        with file.open("rb") as opened:
            beginning = opened.read(16)
    except OSError as error:
        raise BackupError(f"“{file}” cannot be read: {error.strerror}") from None
    matching = [each for each in engines.ENGINES if beginning.startswith(each.MAGIC)]
    if not matching:
        raise BackupError(f"“{file}” is no backup of Entente")
    (engine,), own = matching, engines.current()
    if engine is not own:
        raise BackupError(
            f"“{file}” is a backup of {engine.NAME}, and this site's database is {own.NAME}:"
            " restore it where DATABASE_URL names one of its kind"
        )
    applied = own.migrations(file)
    if ("games", "0001_initial") not in applied:
        raise BackupError(f"“{file}” is a database, but none of Entente")
    try:
        schema.check_applied(applied, MigrationLoader(None), of=f"“{file}”")
    except schema.UnusableError as error:
        raise BackupError(str(error)) from None


def bring_up_to_date() -> int:
    """Apply migrations that are newer than the backup; return how many.

    Also create the append-only triggers again, in case the backup lacks them.
    """
    before = len(MigrationRecorder(connection).applied_migrations())
    start.migrate()
    with connection.schema_editor() as editor:
        audit.guard(editor)
    return len(MigrationRecorder(connection).applied_migrations()) - before


def hold_mail_back() -> int:
    """Remove mails that waited when the backup was made from the outbox; return how many.

    Most of them were sent soon after the backup and would be sent twice.
    """
    about_accounts, _by_model = AccountMail.objects.all().delete()
    about_games = Notification.objects.filter(send_at__isnull=False).update(send_at=None)
    return about_accounts + about_games
