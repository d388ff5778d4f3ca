"""Check whether this code can use the tables of a database. Nothing is changed."""

from collections.abc import Collection

from django.apps import apps
from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader

from . import env

# The second migrations of our apps before the first release, which one initial migration replaced.
BEFORE_THE_RELEASE = {("accounts", "0002_notation"), ("games", "0002_append_only")}
START_OVER = "start over: move it away, or name another database"


class UnusableError(Exception):
    """Error for a database that this code cannot use; the message says why and what to do."""


def refuse_unusable(connection: BaseDatabaseWrapper, loader: MigrationLoader) -> None:
    """Stop the program with one line if the database is too old, half-made or newer than the code.

    `loader` has read which migrations were applied in it.
    """
    try:
        database = f"the database “{connection.settings_dict['NAME']}”"
        check_applied(loader.applied_migrations.keys(), loader, of=database)
        if why := _why_half_made(connection, loader):
            raise UnusableError(
                f"{database} is half-made ({why}): restore a backup, or {START_OVER}"
            )
    except UnusableError as error:
        env.refuse("DATABASE_URL", f"{error}. Nothing was changed")


def check_applied(
    applied: Collection[tuple[str, str]], loader: MigrationLoader, *, of: str
) -> None:
    """Raise `UnusableError` if migrations (app, name) were applied that this code does not have.

    `of` names the database or backup for the message. An app that is not installed does not count.
    """
    if BEFORE_THE_RELEASE & set(applied):
        raise UnusableError(
            f"{of} was made by code from before the first release, and cannot be brought up to"
            f" date: go on with that code, or {START_OVER}"
        )
    unknown = set(applied) - loader.disk_migrations.keys()
    if newer := sorted(key for key in unknown if key[0] in loader.migrated_apps):
        raise UnusableError(
            f"{of} comes from a newer Entente ({'.'.join(newer[0])}): update the code first"
        )


def _why_half_made(connection: BaseDatabaseWrapper, loader: MigrationLoader) -> str | None:
    """Return how the tables differ from those of the applied migrations; None if they agree."""
    try:
        loader.check_consistent_history(connection)
    except InconsistentMigrationHistory as error:
        return str(error).rstrip(".")
    applied = sorted(loader.graph.nodes.keys() & loader.applied_migrations.keys())
    all_tables = expected = _tables(apps, loader)
    if len(applied) < len(loader.graph.nodes):
        expected = _tables(loader.project_state(applied).apps, loader) if applied else set()
    found = set(connection.introspection.table_names())
    if missing := sorted(expected - found):
        return f"the migration of the table “{missing[0]}” was applied, but it is not there"
    if unexpected := sorted((all_tables - expected) & found):
        return f"the table “{unexpected[0]}” is there, but its migration was not applied"
    return None


def _tables(registry: Apps, loader: MigrationLoader) -> set[str]:
    return {
        model._meta.db_table
        for model in registry.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.app_label in loader.migrated_apps
    }
