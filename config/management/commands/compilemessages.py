"""Compile the message catalogues without msgfmt, which Django's own command needs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.translation import compiler


class Command(BaseCommand):
    help = "Compile the catalogues in locale/ that have changed."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            try:
                sources = compiler.compile_stale(Path(folder))
            except OSError as error:
                raise CommandError(f"the catalogues cannot be compiled: {error}") from error
            for source in sources:
                self.stdout.write(f"compiled {source.relative_to(folder)}")
