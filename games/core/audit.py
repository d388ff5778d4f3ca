"""The record of what was done: rows that can be added, but never changed or deleted.

Database triggers refuse every change. On SQLite, altering a table drops its triggers, so a
migration that alters one of these tables must call `guard` again (a test checks the triggers).
"""

from collections.abc import Iterable
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts import clock

from ..models import Event
from . import bulk

APPEND_ONLY = (
    "games_event",
    "games_receipt",
    "games_readingcorrection",
    "games_dismissedsharing",
    "accounts_suspension",
)
VERBS = ("update", "delete", "truncate")


def log(kind: Event.Kind, **links: Any) -> Event:
    """Store one event; `links` are values of fields of `Event`."""
    row = event(kind, **links)
    row.save(force_insert=True)
    return row


def event(kind: Event.Kind, **links: Any) -> Event:
    """An event of this moment, not stored yet."""
    return Event(kind=kind, at=clock.now(), **links)


def log_all(events: Iterable[Event]) -> None:
    """Store events with one statement."""
    bulk.create(list(events))


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
    """Drop the triggers: for the teardown of tests and for migrations that alter the tables."""
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
