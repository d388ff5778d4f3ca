"""Make a key for web push."""

from typing import Any

from django.core.management.base import BaseCommand

from games.notifications.push import keys


class Command(BaseCommand):
    help = "Make a key for web push, to be set as ENTENTE_VAPID_KEY. Nothing is stored."

    def handle(self, **_options: Any) -> None:
        self.stdout.write(keys.new())
