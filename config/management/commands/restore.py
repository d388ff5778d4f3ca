"""Replace the database by a backup. See docs/backup.md before using it."""

import contextlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backup import engines, restoring
from config.backup.errors import BackupError
from config.supervisor import start


class Command(BaseCommand):
    help = "Replace the whole database by a backup; the site must be stopped."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote")
        parser.add_argument(
            "--no-input",
            action="store_false",
            dest="interactive",
            help="do not ask before everything is replaced",
        )
        parser.add_argument(
            "--send-waiting",
            action="store_true",
            help="send the mails that waited when the backup was made: right for a site that has"
            " not run since, such as one that moves to another machine",
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with contextlib.ExitStack() as stack:
                if not settings.PRODUCTION:
                    stack.enter_context(start.lock_data_folder(settings.DATA_DIR))
                restoring.check(file)
                if options["interactive"]:
                    self._ask(file)
                self._restore(file, send_waiting=options["send_waiting"])
        except KeyboardInterrupt:
            raise CommandError("stopped before it was done: restore it again") from None
        except (BackupError, OSError, DatabaseError) as error:
            raise CommandError(" ".join(str(error).split())) from None

    def _ask(self, file: Path) -> None:
        self.stdout.write(f"“{file}” will replace the whole database of {settings.SITE_URL}.")
        self.stdout.write("What was ordered, written and resolved after it is lost.")
        try:
            answer = input("Write “yes” to go on: ")
        except (EOFError, KeyboardInterrupt):
            answer = ""
        if answer.strip().lower() != "yes":
            raise BackupError("nothing was changed; --no-input restores without asking")

    def _restore(self, file: Path, *, send_waiting: bool) -> None:
        kept = engines.current().put_in_place(file)
        self.stdout.write(f"“{file}” is restored")
        if kept:
            self.stdout.write(f"what it replaces is kept as {kept}: delete it when all is well")
        if count := restoring.bring_up_to_date():
            self.stdout.write(f"it was older than this code; migrations applied: {count}")
        if not send_waiting and (count := restoring.hold_mail_back()):
            self.stdout.write(
                f"mails that waited when it was made and are not sent (--send-waiting): {count}"
            )
