"""Create an administrator, as Django's command does, once the site has its tables."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

FIRST = "The site has no tables yet. Start it once, or call the command “migrate” first."


class Command(createsuperuser.Command):
    def execute(self, *args: Any, **options: Any) -> Any:
        executor = MigrationExecutor(connections[options["database"]])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError(FIRST)
        return super().execute(*args, **options)
