"""Print one page on the state of the site. `./run check` calls this."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.site_check import report
from config.site_check.findings import State


class Command(BaseCommand):
    help = "Print one page on the state of the site; the exit status is 1 if there is a problem."
    requires_system_checks: list[str] = []  # they are part of the page

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Entente at {settings.SITE_URL}")
        counts = dict.fromkeys(State, 0)
        section = ""
        for name, finding in report.findings():
            counts[finding.state] += 1
            self.stdout.write(
                f"{name if name != section else '':10} {finding.state:8} {finding.text}"
            )
            if advice := finding.advice_in(settings.BASE_DIR):
                self.stdout.write(f"{'':19} → {advice}")
            section = name
        self.stdout.write(f"problems: {counts[State.PROBLEM]}, notes: {counts[State.NOTE]}")
        if counts[State.PROBLEM]:
            raise CommandError("There is something to mend: see PROBLEM above.", returncode=1)
