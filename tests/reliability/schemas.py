"""Read the schema of a site's database, and compare it with one that was read before.

Constraints and indexes whose names Django derives are compared by their definitions; those that our
models name also by their names. The order of columns does not matter.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
from django.apps import apps

from tests.site import Site

APPS = ("accounts", "games")
# Columns, constraints, indexes, triggers and rows of a table: definitions by name.
Table: TypeAlias = dict[str, dict[str, str]]
Schema: TypeAlias = dict[str, Table]
FUNCTIONS = "functions"  # a key beside the tables
UNNAMED = "unnamed"  # definition of everything that is identified by its definition


def read(site: Site) -> Schema:
    """Return the schema of a site's database, with the rows that its migrations wrote."""
    if url := site.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as database:
            return _postgresql(database)
    file = Path(site.environment["ENTENTE_DATA"]) / "db.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        return _sqlite(database)


def differences(expected: Schema, found: Schema) -> list[str]:
    """Return one line for each thing that is missing, was added or is not as expected."""
    return sorted(
        line
        for table in expected.keys() | found.keys()
        for line in _of_table(table, expected.get(table), found.get(table))
    )


def _of_table(table: str, expected: Table | None, found: Table | None) -> Iterator[str]:
    if expected is None or found is None:
        yield f"{table}: {'added' if expected is None else 'missing'}"
        return
    for part in expected.keys() | found.keys():
        old, new = expected.get(part, {}), found.get(part, {})
        for key in old.keys() | new.keys():
            if key not in new:
                yield f"{table}, {part}: {key} is missing: {old[key]}"
            elif key not in old:
                yield f"{table}, {part}: {key} was added: {new[key]}"
            elif old[key] != new[key]:
                yield f"{table}, {part}: {key} is {new[key]}, not {old[key]}"


def _chosen() -> set[str]:
    """Return the names of constraints and indexes that our models choose."""
    return {
        str(item.name)
        for app in APPS
        for model in apps.get_app_config(app).get_models()
        for item in (*model._meta.constraints, *model._meta.indexes)
    }


def _ours(table: str) -> bool:
    return table.startswith(tuple(f"{app}_" for app in APPS))


def _named(items: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Key each definition by its name if our models chose one, otherwise by itself."""
    chosen = _chosen()
    return dict(
        (name, definition) if name in chosen else (definition, UNNAMED)
        for name, definition in items
    )


def _rows(columns: list[str], rows: Iterable[tuple[Any, ...]]) -> dict[str, str]:
    return {
        str(row[columns.index("id")]): str(sorted(zip(columns, row, strict=True))) for row in rows
    }


# SQLite keeps the statements that created its tables, indexes and triggers.


def _sqlite(database: sqlite3.Connection) -> Schema:
    found: Schema = {}
    made = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    for kind, table, _, sql in made:
        if kind == "table" and _ours(table):
            columns, constraints = _of_statement(sql)
            cursor = database.execute(f"SELECT * FROM {table}")
            found[table] = {
                "columns": columns,
                "constraints": constraints,
                "indexes": _named(
                    (name, sql.replace(f' "{name}"', "", 1))
                    for kind, name, of, sql in made
                    if (kind, of) == ("index", table) and sql
                ),
                "triggers": {
                    name: sql for kind, name, of, sql in made if (kind, of) == ("trigger", table)
                },
                "rows": _rows([column[0] for column in cursor.description], cursor),
            }
    return found


def _of_statement(sql: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the columns and the constraints of a CREATE TABLE statement."""
    columns: dict[str, str] = {}
    constraints: list[tuple[str, str]] = []
    for part in _parts(sql[sql.index("(") + 1 : sql.rindex(")")]):
        if named := re.match(r'CONSTRAINT "(\w+)" (.*)', part, re.DOTALL):
            constraints.append((named[1], named[2]))
        elif column := re.match(r'"(\w+)" (.*)', part, re.DOTALL):
            columns[column[1]] = column[2]
        else:
            constraints.append(("", part))
    return columns, _named(constraints)


def _parts(text: str) -> Iterator[str]:
    """Split at the commas outside brackets and quotes."""
    depth, start = 0, 0
    for sign in re.finditer(r"'(?:[^']|'')*'|\"[^\"]*\"|[(),]", text):
        depth += {"(": 1, ")": -1}.get(sign[0], 0)
        if sign[0] == "," and not depth:
            yield text[start : sign.start()].strip()
            start = sign.end()
    yield text[start:].strip()


# PostgreSQL formats each definition in its own way.

COLUMNS = """
SELECT attname, format_type(atttypid, atttypmod)
       || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
       || CASE WHEN attidentity = '' THEN '' ELSE ' IDENTITY ' || attidentity::text END
       || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '')
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
"""
CONSTRAINTS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = %s::regclass AND contype IN ('c', 'f', 'p', 'u', 'x')
"""
INDEXES = """
SELECT relname, replace(pg_get_indexdef(indexrelid), ' ' || relname || ' ', ' ')
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indrelid = %s::regclass
      AND indexrelid NOT IN (SELECT conindid FROM pg_constraint WHERE contype IN ('p', 'u', 'x'))
"""
TRIGGERS = """
SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger
WHERE tgrelid = %s::regclass AND NOT tgisinternal
"""
WRITTEN_BY_US = """
SELECT proname, pg_get_functiondef(oid) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace
"""


def _postgresql(database: psycopg.Connection[Any]) -> Schema:
    tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    found: Schema = {FUNCTIONS: {FUNCTIONS: dict(database.execute(WRITTEN_BY_US).fetchall())}}
    for (table,) in tables.fetchall():
        if _ours(table):
            cursor = database.execute(f"SELECT * FROM {table}".encode())
            found[table] = {
                "columns": dict(database.execute(COLUMNS, [table]).fetchall()),
                "constraints": _named(database.execute(CONSTRAINTS, [table]).fetchall()),
                "indexes": _named(database.execute(INDEXES, [table]).fetchall()),
                "triggers": dict(database.execute(TRIGGERS, [table]).fetchall()),
                "rows": _rows([column.name for column in cursor.description or ()], cursor),
            }
    return found
