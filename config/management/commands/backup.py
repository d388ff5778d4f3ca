"""Write the whole database into one file. docs/backup.md says more about it."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backup import engines, files, making
from config.backup.errors import BackupError

CARE = "keep it as secret as the database: messages, open orders and password hashes are in it"


def positive(value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise ArgumentTypeError(f"“{value}” is no number of backups to keep, such as 14")
    return int(value)


class Command(BaseCommand):
    help = "Write the whole database into one file; the site may run meanwhile."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="a new file, or a folder in which it is named after the time in UTC; without it,"
            " the folder “backups” in the data folder",
        )
        parser.add_argument(
            "--keep",
            type=positive,
            metavar="N",
            help="afterwards delete all but the newest N that are named after their time",
        )

    def handle(self, *args: Any, file: Path | None, keep: int | None, **options: Any) -> None:
        try:
            self._back_up(file, keep)
        except KeyboardInterrupt:
            raise CommandError("stopped; there is no backup") from None
        except (BackupError, OSError, DatabaseError) as error:
            raise CommandError(" ".join(f"no backup: {error}".split())) from None

    def _back_up(self, given: Path | None, keep: int | None) -> None:
        if keep and given is not None and not given.is_dir():
            raise BackupError(
                "--keep needs a folder, whose files it may delete, and no file's name"
            )
        making.refuse_empty_database()
        file = files.backup_path(given, engines.current().SUFFIX)
        making.make(file)
        self.stdout.write(f"the database is in {file} ({file.stat().st_size:,} bytes)")
        self.stdout.write(CARE)
        for old in files.delete_all_but(keep, file.parent) if keep else []:
            self.stdout.write(f"deleted {old.name}")
