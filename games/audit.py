"""The record of what was done: rows that can be added and never changed.

A trigger in the database holds that, whoever writes. Altering a table on SQLite drops its
triggers: a migration that does so ends by calling `guard` again (a test looks for them).
"""

from collections.abc import Iterable
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from . import batch, clock
from .models import Event

APPEND_ONLY = ("games_event", "games_receipt", "accounts_suspension")
VERBS = ("update", "delete", "truncate")


def log(kind: Event.Kind, **links: Any) -> Event:
    """Add one row; `links` are the foreign keys of `Event`."""
    row = event(kind, **links)
    row.save(force_insert=True)
    return row


def event(kind: Event.Kind, **links: Any) -> Event:
    return Event(kind=kind, at=clock.now(), **links)


def log_all(events: Iterable[Event]) -> None:
    """Add rows by one statement, however many."""
    fields = [field for field in Event._meta.concrete_fields if not field.primary_key]
    rows = [[getattr(row, field.attname) for field in fields] for row in events]
    batch.insert(Event, [field.name for field in fields], rows)


def guard(editor: BaseDatabaseSchemaEditor, tables: Iterable[str] = APPEND_ONLY) -> None:
    """Make tables refuse updates, deletions and truncation."""
    if editor.connection.vendor == "postgresql":
        editor.execute(
            "CREATE OR REPLACE FUNCTION games_append_only() RETURNS trigger AS $$"
            " BEGIN RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql",
            (),
        )
    for table in tables:
        for statement in _statements(editor.connection.vendor, table):
            editor.execute(statement)


def unguard(editor: BaseDatabaseSchemaEditor, tables: Iterable[str] = APPEND_ONLY) -> None:
    """Lift the triggers. For the teardown of tests and for migrations that alter the tables."""
    on_table = editor.connection.vendor == "postgresql"
    for table in tables:
        for verb in VERBS:
            end = f" ON {table}" if on_table else ""
            editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}{end}")


def _statements(vendor: str, table: str) -> list[str]:
    if vendor == "postgresql":
        return [
            f"CREATE OR REPLACE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table}"
            f" FOR EACH {'STATEMENT' if verb == 'truncate' else 'ROW'}"
            " EXECUTE FUNCTION games_append_only()"
            for verb in VERBS
        ]
    return [
        f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb} BEFORE {verb.upper()} ON {table}"
        f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for verb in ("update", "delete")
    ]
