"""Queries whose SQL is built once answer as Django's own do."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.compiled_queries import CompiledQuery
from accounts.models import Session, User
from tests import factories

pytestmark = pytest.mark.django_db


def joined_between(name: str, since: dt.datetime, key: int) -> QuerySet[User]:
    return User.objects.filter(name=name, date_joined__gte=since).exclude(pk=key)


QUERY = CompiledQuery(joined_between, name=str, since=dt.datetime, key=int)


@pytest.mark.services
def test_each_parameter_takes_the_value_of_the_call():
    anna, bert = factories.person("Anna"), factories.person("Bert")
    before, after = clock.now() - dt.timedelta(days=1), clock.now() + dt.timedelta(days=1)
    assert QUERY.objects(name="Anna", since=before, key=bert.pk) == [anna]
    assert QUERY.objects(name="Bert", since=before, key=anna.pk) == [bert]
    assert QUERY.objects(name="Bert", since=before, key=bert.pk) == []
    assert QUERY.objects(name="Bert", since=after, key=anna.pk) == []


@pytest.mark.services
def test_objects_have_the_values_that_django_reads():
    anna = factories.person("Anna")
    [found] = QUERY.objects(name="Anna", since=anna.date_joined, key=0)
    for field in User._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(anna, field.attname), field.name


@pytest.mark.services
def test_related_rows_are_read_with_them():
    person = factories.person()
    Client().force_login(person)
    sessions = Session.objects.select_related("person")
    query = CompiledQuery(lambda key: sessions.filter(person=key), key=int)
    with CaptureQueriesContext(connection) as caught:
        [found] = query.objects(key=person.pk)
        assert found.person == person
        assert found.person.date_joined == person.date_joined
        assert len(caught) == 1


def test_rows_are_those_of_a_values_list():
    def people(least: int) -> "QuerySet[User, tuple[Any, ...]]":
        found = User.objects.filter(pk__gte=least).order_by("pk")
        return found.annotate(number=Count("sessions")).values_list("pk", "number")

    factories.PersonFactory.create_batch(3)
    first = User.objects.earliest("pk").pk
    query = CompiledQuery(people, least=int)
    for least in (first, first + 1):
        assert query.rows(least=least) == list(people(least))


def test_sql_is_built_once():
    calls = []

    def people(key: int) -> QuerySet[User]:
        calls.append(key)
        return User.objects.filter(pk=key)

    query = CompiledQuery(people, key=int)
    anna, bert = factories.person(), factories.person()
    assert query.objects(key=anna.pk) == [anna]
    assert query.objects(key=bert.pk) == [bert]
    assert len(calls) == 1


def test_a_value_that_decides_about_conditions_is_refused():
    query = CompiledQuery(lambda key: User.objects.filter(is_active=key > 0), key=int)
    with pytest.raises(ValueError, match="not in the SQL: key"):
        query.objects(key=1)


@pytest.mark.services
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="asks the driver of PostgreSQL")
def test_the_driver_parses_the_statements_of_a_page_once(monkeypatch: pytest.MonkeyPatch):
    from psycopg import _queries

    game = factories.begun_game()
    client = Client()
    client.force_login(factories.holder(factories.seat(game, "FRANCE")))
    parsed: list[bytes] = []
    parse = _queries._query2pg_nocache

    def note(statement: bytes, encoding: str) -> Any:
        parsed.append(statement)
        return parse(statement, encoding)

    monkeypatch.setattr(_queries, "_query2pg_nocache", note)
    assert client.get(game.get_absolute_url()).status_code == 200
    assert parsed == []
