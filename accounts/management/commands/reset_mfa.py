"""Remove the passkeys, authenticator app and recovery codes of a person who has lost them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.names import spelling
from accounts.second_factors import removal


class Command(BaseCommand):
    help = (
        "Remove all passkeys and second factors of a person, who is signed out and told by mail."
        " Make sure first that it is them who ask."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the person's name, as it stands on the site")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        people = User.objects.not_closed().filter(name_key=spelling.comparison_key(name))
        person = people.first()
        if person is None:
            raise CommandError(
                f"nobody here is called “{name}”: take the name as it stands on the site, in quotes"
                " if it has spaces; /admin/accounts/user/ finds it by the e-mail address"
            )
        erased = removal.reset(person)
        if not erased:
            self.stdout.write(f"{person} has none: nothing was done")
            return
        self.stdout.write(f"{person}: {erased} removed; signed out everywhere, and told by mail")
