"""Insert or update many rows with one statement. Needs SQLite 3.33 or newer (UPDATE … FROM)."""

import json
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from django.db import DatabaseError, connection
from django.db.models import Field, JSONField, Model

AnyField: TypeAlias = "Field[Any, Any]"


def insert(
    model: type[Model],
    names: Sequence[str],
    rows: Sequence[Sequence[Any]],
    *,
    skip_existing: Sequence[str] = (),
) -> None:
    """Store new rows of `model` with one statement.

    Each of `rows` has the values of the fields `names`, primary keys for foreign keys. Other
    fields get the database's defaults. `skip_existing` names the fields of a unique constraint:
    a row whose values of them are stored already is skipped.

    It replaces `bulk_create`, which spent a quarter of a phase's time on making model objects.
    """
    if not rows:
        return
    fields = _fields(model, names)
    source, values = _source(fields, rows)
    into = ", ".join(_columns(fields))
    # Safe: only names of our own models are in the statement, every value is a parameter.
    table = connection.ops.quote_name(model._meta.db_table)
    statement = f"INSERT INTO {table} ({into}) {source}"
    if skip_existing:
        statement += (
            f" ON CONFLICT ({', '.join(_columns(_fields(model, skip_existing)))}) DO NOTHING"
        )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def create(rows: Sequence[Model]) -> None:
    """Store `rows`, new instances of one model, with one statement; they get no primary keys."""
    if not rows:
        return
    fields = [field for field in rows[0]._meta.concrete_fields if not field.primary_key]
    values = [[getattr(row, field.attname) for field in fields] for row in rows]
    insert(type(rows[0]), [field.name for field in fields], values)


def update_each(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Store the fields `names` of `rows`, all of one table, with one statement; see `update`."""
    if not rows:
        return
    model = type(rows[0])
    attributes = [str(model._meta.pk.attname), *(field.attname for field in _fields(model, names))]
    update(model, names, [[getattr(row, name) for name in attributes] for row in rows])


def update(model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Store the fields `names` of existing rows of `model` with one statement.

    Each of `rows` has the primary key and then the values of the fields.

    It replaces `bulk_update`, whose CASE for each field and WHEN for each row took half of a
    phase's time. Raises `DatabaseError` if a row no longer exists.
    """
    if not rows:
        return
    meta = model._meta
    fields = _fields(model, names)
    source, values = _source([meta.pk, *fields], rows)
    table = connection.ops.quote_name(meta.db_table)
    key, *columns = _columns([meta.pk, *fields])
    fresh = [f"{column} = fresh.column{number}" for number, column in enumerate(columns, 2)]
    # Safe: only names of our own models are in the statement, every value is a parameter.
    statement = (
        f"UPDATE {table} SET {', '.join(fresh)} FROM ({source}) AS fresh"  # noqa: S608
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


def _source(fields: Sequence[AnyField], rows: Sequence[Sequence[Any]]) -> tuple[str, list[Any]]:
    """A query that yields `rows`, the values of `fields`, and the parameters of the query.

    Its columns are called column1, column2 and so on in both databases.
    """
    columns = list(zip(*rows, strict=True))
    if connection.vendor == "postgresql":  # the same text for any number of rows: planned once
        marks = ", ".join(f"%s::{_type(field)}[]" for field in fields)
        names = ", ".join(f"column{number}" for number in range(1, len(fields) + 1))
        arrays = [_array(*each) for each in zip(fields, columns, strict=True)]
        return f"SELECT * FROM unnest({marks}) AS fresh ({names})", arrays  # noqa: S608
    marks = f"({', '.join(['%s'] * len(fields))})"
    stored = [_stored(*each) for each in zip(fields, columns, strict=True)]
    values = [value for row in zip(*stored, strict=True) for value in row]
    return f"VALUES {', '.join([marks] * len(rows))}", values


def _stored(field: AnyField, values: Sequence[Any]) -> list[Any]:
    """Values of one column converted for the database; equal ones are converted once."""
    if isinstance(field, JSONField):  # its values may be unhashable
        return [field.get_db_prep_save(value, connection) for value in values]
    known = {value: field.get_db_prep_save(value, connection) for value in set(values)}
    return [known[value] for value in values]


def _array(field: AnyField, values: Sequence[Any]) -> str:
    """The values of one column as an array in PostgreSQL's notation.

    Django and psycopg would take ten times as long to convert and write them.
    """
    if isinstance(field, JSONField):
        values = [value if value is None else json.dumps(value) for value in values]
    elements = {value: _element(value) for value in set(values)}
    return f"{{{','.join([elements[value] for value in values])}}}"


def _element(value: Any) -> str:
    if value is None:
        return "NULL"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _type(field: AnyField) -> str:
    """The column type without its length: a cast to varchar(9) would truncate."""
    return str(field.db_type(connection)).partition("(")[0]
