"""Writing many rows at once. On SQLite this needs 3.33 or newer: UPDATE … FROM."""

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from django.db import DatabaseError, connection
from django.db.models import Field, Model

AnyField: TypeAlias = "Field[Any, Any]"


def insert(
    model: type[Model],
    names: Sequence[str],
    rows: Sequence[Sequence[Any]],
    *,
    unless: Sequence[str] = (),
) -> None:
    """Store new rows of `model` by one statement: of each the values of the fields `names`, keys
    for foreign keys. Fields not named get what the database gives them. A row that has the fields
    `unless` in common with one that stands is left out.

    As `bulk_create`, whose objects took a quarter of the time that a phase needs.
    """
    if not rows:
        return
    fields = _fields(model, names)
    columns = [_stored(field, [row[at] for row in rows]) for at, field in enumerate(fields)]
    quote = connection.ops.quote_name
    if connection.vendor == "postgresql":  # one text however many rows, so it is planned once
        marks = ", ".join(f"%s::{_type(field)}[]" for field in fields)
        source, values = f"SELECT * FROM unnest({marks})", columns  # noqa: S608
    else:
        marks = ", ".join(["%s"] * len(fields))
        source = f"VALUES {', '.join([f'({marks})'] * len(rows))}"
        values = [value for row in zip(*columns, strict=True) for value in row]
    into = ", ".join(_columns(fields))
    # Only names of our own models stand in the statement; every value is a parameter.
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({into}) {source}"
    if unless:
        statement += f" ON CONFLICT ({', '.join(_columns(_fields(model, unless)))}) DO NOTHING"
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def update_each(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Store the fields `names` of `rows`, all of one table, by one statement.

    As `bulk_update`, whose CASE a field and WHEN a row took half the time that a phase needs.
    Raises `DatabaseError` if one of them is no longer there.
    """
    if not rows:
        return
    meta = rows[0]._meta
    fields = _fields(type(rows[0]), names)
    values: list[Any] = []
    for row in rows:
        values.append(row.pk)
        values += [
            field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields
        ]
    quote = connection.ops.quote_name
    table, key = quote(meta.db_table), quote(str(meta.pk.column))
    # Both databases name the columns of VALUES so.
    fresh = [
        f"{quote(str(field.column))} = fresh.column{number}"
        for number, field in enumerate(fields, 2)
    ]
    marks = f", ({', '.join(['%s'] * (1 + len(fields)))})" * (len(rows) - 1)
    # Only names of our own models stand in the statement; every value is a parameter.
    statement = (
        f"UPDATE {table} SET {', '.join(fresh)}"  # noqa: S608
        f" FROM (VALUES ({', '.join(map(_typed, [meta.pk, *fields]))}){marks}) AS fresh"
        f" WHERE {table}.{key} = fresh.column1"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if cursor.rowcount != len(rows):
            raise DatabaseError(f"{cursor.rowcount} of {len(rows)} rows of {table} were updated")


def _fields(model: type[Model], names: Sequence[str]) -> list[AnyField]:
    return [cast("AnyField", model._meta.get_field(name)) for name in names]


def _columns(fields: Sequence[AnyField]) -> list[str]:
    return [connection.ops.quote_name(str(field.column)) for field in fields]


def _stored(field: AnyField, values: Sequence[Any]) -> list[Any]:
    """Values of one column as the database takes them. Most stand there many times."""
    known = {value: field.get_db_prep_save(value, connection) for value in set(values)}
    return [known[value] for value in values]


def _typed(field: AnyField) -> str:
    """A mark for a value of the first row, which gives PostgreSQL the type of the column: it takes
    one of nothing but NULL for text."""
    return f"%s::{_type(field)}" if connection.vendor == "postgresql" else "%s"


def _type(field: AnyField) -> str:
    """Without its length: a cast to varchar(9) would cut."""
    return str(field.db_type(connection)).partition("(")[0]
