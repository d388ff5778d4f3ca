"""Start the clock of a game that was set aside, once the cause has been fixed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ...core.errors import Refused
from ...deadlines import control
from ...models import Game


class Command(BaseCommand):
    help = "Start the clock of a game that was set aside: its phase gets its whole length."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game's name in its address")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        game = Game.objects.filter(slug=slug).first()
        if game is None:
            aside = Game.objects.filter(status=Game.Status.ASIDE).values_list("slug", flat=True)
            raise CommandError(f"there is no game “{slug}”; set aside are: {', '.join(aside)}")
        try:
            control.restart_set_aside(game, by=None)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"the clock of “{game}” runs again")
