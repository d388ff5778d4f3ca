"""`./run manage board_pictures`: draw the pictures of docs/board.md again."""

from typing import Any

from django.core.management.base import BaseCommand

from ...board import docs


class Command(BaseCommand):
    help = "Draw the pictures of docs/board.md again."

    def handle(self, *args: Any, **options: Any) -> None:
        docs.write()
        self.stdout.write(f"{len(docs.pictures())} pictures in {docs.FOLDER}")
