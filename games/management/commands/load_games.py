"""Load recorded games into the statistics of the site."""

import gzip
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ...statistics import recorded

GZIP = b"\x1f\x8b"


class Command(BaseCommand):
    help = (
        "Load recorded games into the statistics of the site, from a file with a line of JSON for "
        "each phase; docs/operations.md describes it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file, plain or compressed by gzip")
        parser.add_argument(
            "--source",
            default="",
            help="a name for where the games come from; if missing, the file's name",
        )

    def handle(self, *args: Any, file: Path, source: str, **options: Any) -> None:
        source = source or file.name.partition(".")[0]
        if not 0 < len(source) <= recorded.LONGEST_NAME:
            raise CommandError(f"give a --source of 1 to {recorded.LONGEST_NAME} letters")
        try:
            with file.open("rb") as opened:
                is_packed = opened.peek(2).startswith(GZIP)
                with gzip.open(opened) if is_packed else nullcontext(opened) as lines:
                    found = recorded.load(lines, source)
        except (OSError, EOFError) as error:
            raise CommandError(f"{file} can’t be read: {error}") from None
        for each in found.errors:
            self.stderr.write(f"line {each.number}: {each}; nothing of this game is kept")
        self.stdout.write(
            f"{found.loaded} games loaded, {found.known} known already, {len(found.errors)} refused"
        )
        if found.errors:
            raise CommandError("correct these lines and load the file again")
