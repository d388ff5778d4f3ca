"""Restore a backup into a scratch database, look at it, and delete the scratch database."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backup import drill, files, restoring
from config.backup.errors import BackupError


class Command(BaseCommand):
    help = "Try the newest backup: restore it into a scratch database and look at what is there."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="a backup, or a folder with backups; without it, the folder of the schedule",
        )
        parser.add_argument(
            "--database",
            default="",
            metavar="URL",
            help="an empty PostgreSQL database, if the site's role may not create one",
        )

    def handle(self, *args: Any, file: Path | None, database: str, **options: Any) -> None:
        try:
            self._drill(self._chosen(file), database)
        except KeyboardInterrupt:
            raise CommandError("stopped; the site was not touched") from None
        except (BackupError, OSError, DatabaseError) as error:
            raise CommandError(" ".join(f"the drill failed: {error}".split())) from None

    def _chosen(self, given: Path | None) -> Path:
        if given is not None and not given.is_dir():
            return given
        if given is None and not settings.BACKUP_FOLDER:
            raise BackupError("say where: restore_drill /var/backups/entente")
        folder = given or Path(settings.BACKUP_FOLDER)
        newest = files.newest_backup(folder)
        if newest is None:
            raise BackupError(f"there is no backup in “{folder}”")
        return newest

    def _drill(self, file: Path, database: str) -> None:
        restoring.check(file)
        made = files.time_of(file)
        self.stdout.write(f"{file} ({file.stat().st_size:,} bytes, of {made:%Y-%m-%d %H:%M} UTC)")
        began = time.monotonic()
        with drill.restored(file, database) as alias:
            seconds = time.monotonic() - began
            self.stdout.write(f"restored into a scratch database in {seconds:.1f} s")
            now, then = drill.figures("default"), drill.figures(alias)
            self._compare(then, now)
            faults = drill.faults(alias, now=now)
        for fault in faults:
            self.stderr.write(f"fault: {fault}")
        if faults:
            raise BackupError("the backup can be restored, but is not whole")
        self.stdout.write("The backup can be restored. The scratch database is deleted.")

    def _compare(self, then: drill.Figures, now: drill.Figures) -> None:
        self.stdout.write(f"{'':22}{'backup':>12}{'now':>12}")
        for name, number in then.counts.items():
            self.stdout.write(f"{name:22}{number:>12,}{now.counts[name]:>12,}")
        self.stdout.write(f"newest entry of a log: {then.newest_event} (now {now.newest_event})")
        self.stdout.write(f"latest resolved phase: {then.latest_phase} (now {now.latest_phase})")
