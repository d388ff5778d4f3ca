"""Compute the ratings of all people again, from the rated games of the site."""

from typing import Any

from django.core.management.base import BaseCommand

from ...statistics.ratings import recompute


class Command(BaseCommand):
    help = "Compute all ratings again from the results of games. A worker does so when one ends."

    def handle(self, *args: Any, **options: Any) -> None:
        summary = recompute.recompute()
        self.stdout.write(
            f"Games: {summary.games}. Ratings: {summary.ratings}. Rows changed: {summary.written}."
        )
