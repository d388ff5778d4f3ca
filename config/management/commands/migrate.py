"""Django's `migrate`, which first refuses a database that this code cannot use."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from config import schema


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        schema.refuse_unusable(connection, MigrationLoader(connection))
        super().handle(*args, **options)
