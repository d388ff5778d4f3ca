"""Serve a demo: three games, reachable from this machine only, in a data folder of its own."""

import contextlib
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from config import env
from config.supervisor import start
from games.core.links import absolute_url
from games.management import demo

# Settings of a real site: database, broker, mail and address.
REAL_SITE_SETTINGS = (
    *("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL"),
    "ENTENTE_INBOUND_MAIL",
)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

TRY = (
    "The middle game waits for France alone. Sign in as Flora: two messages wait for her as well.",
    "Give her orders and press “Ready”: within seconds all orders are resolved.",
)


def refuse_a_real_site() -> None:
    """Stop if the demo could touch a real site, or be reached from other machines."""
    if settings.PRODUCTION:
        env.refuse("ENTENTE_MODE", "the demo lets everyone in and is refused in production")
    for name in REAL_SITE_SETTINGS:
        if env.secret(name):
            env.refuse(name, "is set, and the demo must not touch a site of yours: unset it")
    if settings.HOST not in LOOPBACK:
        env.refuse("ENTENTE_HOST", "the demo lets everyone in, so it listens on this machine alone")
    if settings.DATA_DIR.name != "demo":
        env.refuse(
            "ENTENTE_DATA",
            f"the folder of the demo must be called “demo”, unlike “{settings.DATA_DIR}”: "
            "use ./run demo, or choose a path that ends in /demo",
        )


def refuse_another_site() -> None:
    """Stop if the data folder holds a site that is not a demo, before anything is changed."""
    try:
        another = demo.is_inhabited() and not demo.is_filled()
    except DatabaseError as error:
        env.refuse("ENTENTE_DATA", f"the database there does not answer as it should: {error}")
    if another:
        env.refuse(
            "ENTENTE_DATA",
            f"“{settings.DATA_DIR}” holds a site that is no demo. Name another folder",
        )


class Command(BaseCommand):
    help = "Serve a demo: a game in its lobby, one in the middle, one finished. See ./run demo."
    requires_system_checks: list[str] = []  # each process that `up` starts runs the checks

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_a_real_site()
        with contextlib.suppress(KeyboardInterrupt):  # until `up` handles it
            self._prepare()
            call_command("up", stdout=self.stdout)

    def _prepare(self) -> None:
        with start.lock_data_folder(settings.DATA_DIR):
            start.refuse_unusable_database()
            refuse_another_site()
            start.migrate()
            if not demo.is_filled():
                self.stdout.write("entente: playing the games of the demo")
                self.stdout.flush()
                demo.fill()
            self._introduce()
        connections.close_all()

    def _introduce(self) -> None:
        people = demo.people()
        lines = ["", "Seven people to sign in as, with their powers in the middle game:", ""]
        lines += [f"    {each.role:<13}{each.name:<8}{each.email}" for each in people]
        lines += ["", f"Password for all of them: {demo.PASSWORD}", ""]
        lines += [
            f"    {stage:<15}{absolute_url(game.get_absolute_url())}"
            for stage, game in demo.games().items()
        ]
        if demo.waits_for_one():
            lines += ["", *TRY]
        lines += [
            "",
            "Anyone who reaches the port can sign in, so it listens on this machine alone.",
            f"To start over, stop it and delete {settings.DATA_DIR}/",
            "",
        ]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()
