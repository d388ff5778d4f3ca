"""Queries whose SQL is built once and then only executed.

Django builds the SQL of a query anew each time. For a query with several subqueries that takes ten
times as long as the database needs to answer it.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    from django.db.models import QuerySet

_FIRST_MARK = -1_000_000_007  # no primary key is negative


class CompiledQuery:
    """A query of numbers, for which `build` makes the queryset.

    `build` takes primary keys as keyword arguments and returns a `values_list` of integers. It is
    called once; only the parameters change afterwards, so that no value may decide which conditions
    the queryset has. To use the same query with lists of keys, compile it for each length.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Any]"], *names: str) -> None:
        self._build = build
        self._names = names

    def rows(self, **keys: int) -> list[tuple[Any, ...]]:
        """Execute the query with these primary keys."""
        statement, parameters = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(statement, [take(keys) for take in parameters])
            return list(cursor.fetchall())

    @cached_property
    def _compiled(self) -> tuple[str, list[Callable[[Mapping[str, int]], Any]]]:
        """The SQL, and for each of its parameters a function that takes it from the keys.

        Raises `ValueError` if a key is no parameter of the SQL.
        """
        marks = {_FIRST_MARK - number: name for number, name in enumerate(self._names)}
        query = self._build(**{name: mark for mark, name in marks.items()}).query
        statement, parameters = query.get_compiler(connection.alias).as_sql()
        if missing := marks.keys() - {each for each in parameters if isinstance(each, int)}:
            raise ValueError(f"not in the SQL: {', '.join(marks[mark] for mark in missing)}")
        return statement, [_taken(marks, each) for each in parameters]


def _taken(marks: Mapping[int, str], parameter: Any) -> Callable[[Mapping[str, int]], Any]:
    name = marks.get(parameter) if isinstance(parameter, int) else None
    if name is None:
        return lambda _keys: parameter
    return lambda keys: keys[name]
