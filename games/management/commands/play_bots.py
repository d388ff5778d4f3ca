"""Give the orders and answers of all bots that are due. A worker starts this if there are some."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from ...bots import disorder, playing, process


class Command(BaseCommand):
    help = "Give the orders and answers of all bots. The site's worker starts it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        signal.alarm(process.SECONDS)  # not handled: it ends the process
        number = playing.play_due() + disorder.play_due()
        self.stdout.write(f"{number} bots have given their orders.")
