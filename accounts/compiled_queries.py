"""Queries whose SQL is built once and then only executed.

Django builds the SQL of a query each time it is used. That takes longer than the database needs for
the answer; for a query with several subqueries it takes ten times as long.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

Value = int | str | dt.datetime

# Values that no query has, each for one parameter.
_MARKS: Mapping[type, Callable[[int], Value]] = {
    int: lambda number: -1_000_000_007 - number,
    str: lambda number: f"the parameter number {number}",
    dt.datetime: lambda number: dt.datetime(1, 1, 1, 0, number, tzinfo=dt.UTC),
}


class CompiledQuery:
    """A query for which `build` makes the queryset.

    `build` takes the parameters as keyword arguments, whose types are given as `types`. It is
    called once; only the parameters change afterwards, so that no value may decide which conditions
    the queryset has. To use the same query with lists of values, compile it for each length.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Any]"], **types: type[Value]) -> None:
        self._build = build
        self._types = types

    def rows(self, **values: Value) -> list[tuple[Any, ...]]:
        """Execute the query of a `values_list` of numbers and texts, which need no conversion.

        A query that locks rows must be executed in a transaction, as Django's.
        """
        statement, parameters = self._compiled
        if self._locks and not connection.in_atomic_block:
            raise TransactionManagementError("a query that locks rows is outside of a transaction")
        with connection.cursor() as cursor:
            cursor.execute(statement, [take(values) for take in parameters])
            return list(cursor.fetchall())

    def objects(self, **values: Value) -> "list[Any]":
        """Execute the query of whole rows of a model, with those of `select_related`."""
        return list(self._instances(self.rows(**values)))

    def first(self, **values: Value) -> Any:
        """The first of these `objects`; None without any."""
        return next(iter(self.objects(**values)), None)

    @cached_property
    def _locks(self) -> bool:
        return bool(self._marked.query.select_for_update)

    def _instances(self, rows: Iterable[tuple[Any, ...]]) -> "Iterable[Model]":
        """Make instances of rows, as Django's `ModelIterable` does."""
        model, names, columns, populators, converters = self._reading
        alias = connection.alias
        for row in rows:
            converted = list(row)
            for place, functions, expression in converters:
                for convert in functions:
                    converted[place] = convert(converted[place], expression, connection)
            instance = model.from_db(alias, names, converted[columns])
            for each in populators:
                each.populate(converted, instance)
            yield instance

    @cached_property
    def _reading(self) -> tuple[Any, ...]:
        """The model, its fields and their columns, and what reads the related rows and converts."""
        compiler = self._marked.query.get_compiler(connection.alias)
        compiler.as_sql()
        info, select = compiler.klass_info, compiler.select
        columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        names = [column.target.attname for column, *_alias in select[columns]]
        found = compiler.get_converters(column for column, *_alias in select)
        converters = [(place, functions, column) for place, (functions, column) in found.items()]
        # django-stubs describes a later Django, where it takes one argument more.
        populators = get_related_populators(info, select, connection.alias)  # type: ignore[call-arg]
        return info["model"], names, columns, populators, converters

    @cached_property
    def _marks(self) -> dict[str, Value]:
        return {
            name: _MARKS[kind](number) for number, (name, kind) in enumerate(self._types.items())
        }

    @cached_property
    def _marked(self) -> "QuerySet[Any, Any]":
        """The queryset with a mark for each parameter."""
        return self._build(**self._marks)

    @cached_property
    def _compiled(self) -> tuple[str, list[Callable[[Mapping[str, Value]], Any]]]:
        """The SQL, and for each of its parameters a function that takes it from the values.

        Raises `ValueError` if a value is no parameter of the SQL.
        """
        statement, parameters = self._marked.query.get_compiler(connection.alias).as_sql()
        names = {_adapted(mark): name for name, mark in self._marks.items()}
        if missing := names.keys() - {each for each in parameters if isinstance(each, Value)}:
            raise ValueError(f"not in the SQL: {', '.join(names[mark] for mark in missing)}")
        return statement, [_taken(names, each) for each in parameters]


def _taken(names: Mapping[Any, str], parameter: Any) -> Callable[[Mapping[str, Value]], Any]:
    name = names.get(parameter) if isinstance(parameter, Value) else None
    if name is None:
        return lambda _values: parameter
    return lambda values: _adapted(values[name])


def _adapted(value: Value) -> Any:
    """A value as the driver of the database takes it."""
    if isinstance(value, dt.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
