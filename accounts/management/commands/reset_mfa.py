"""Remove the passkeys, authenticator app and recovery codes of a person who has lost them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import names, second_factors
from accounts.models import User


class Command(BaseCommand):
    help = (
        "Remove all passkeys and second factors of a person, who is signed out and told by mail."
        " Make sure first that it is them who ask."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the person's name, as it stands on the site")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        people = User.objects.not_closed().filter(name_key=names.comparison_key(name))
        person = people.first()
        if person is None:
            raise CommandError(
                f"nobody here is called “{name}”: take the name as it stands on the site, in quotes"
                " if it has spaces; /admin/accounts/user/ finds it by the e-mail address"
            )
        erased = second_factors.reset(person)
        self.stdout.write(f"{person}: {erased} removed; signed out everywhere, and told by mail")
