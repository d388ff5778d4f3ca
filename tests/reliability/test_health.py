"""The health pages: /healthz, /readyz and /latez."""

import datetime as dt

import pytest
import time_machine
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import clock
from config.monitoring import health
from games.models import Game, Phase
from tests import factories

WHOLE = {"database": "ok", "migrations": "ok", "cache": "ok"}


@pytest.fixture
def game(db: None) -> Game:
    return factories.begun_game(factories.person("Mia"))


def breaks(*_args: object, **_options: object) -> None:
    raise DatabaseError("password=hush")


def test_a_process_that_serves_says_so_without_the_database(client: Client):
    assert client.get("/healthz").content == b"ok"  # pytest-django blocks the database in this test


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/latez"])
def test_nobody_keeps_an_answer(db: None, client: Client, path: str):
    assert "no-store" in client.get(path)["Cache-Control"]


def test_a_whole_site_is_ready(db: None, client: Client):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == WHOLE


def test_a_database_that_does_not_answer_is_named(db: None, client: Client, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(connection, "ensure_connection", breaks)
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"database": "failing", "migrations": "unknown", "cache": "ok"}


def test_a_migration_that_was_not_applied_is_named(db: None, client: Client, monkeypatch):
    monkeypatch.setattr(health, "_newest_migrations", lambda: {("games", "9999_to_come")})
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == WHOLE | {"migrations": "behind"}


def test_a_cache_that_keeps_nothing_is_named(db: None, client: Client, monkeypatch):
    monkeypatch.setattr(cache, "set", lambda *_args, **_options: None)
    cache.delete("readyz")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == WHOLE | {"cache": "failing"}


def test_no_secret_is_told_or_logged(db: None, client: Client, monkeypatch, caplog):
    with monkeypatch.context() as patch:
        patch.setattr(connection, "ensure_connection", breaks)
        assert b"hush" not in client.get("/readyz").content
    assert "not_ready" in caplog.text
    assert "hush" not in caplog.text


def late(client: Client) -> tuple[int, dict[str, int | None]]:
    answer = client.get("/latez")
    return answer.status_code, answer.json()


def test_a_site_whose_phases_are_resolved_in_time_is_not_late(client: Client, game: Game):
    assert late(client) == (200, {"late_seconds": 0, "due": 0})


@pytest.mark.parametrize(("seconds", "status"), [(5, 200), (60, 200), (61, 503)])
def test_the_oldest_due_phase_says_how_late_the_site_is(
    client: Client, game: Game, seconds: int, status: int
):
    factories.begun_game(factories.person("Mona"), title="Younger")
    oldest = Phase.objects.earliest("due_at")
    assert oldest.due_at
    with time_machine.travel(oldest.due_at + dt.timedelta(seconds=seconds), tick=False):
        code, found = late(client)
        assert (code, found["late_seconds"]) == (status, seconds)
        assert found["due"] == Phase.objects.filter(due_at__lte=clock.now()).count()


def test_a_game_whose_clock_stands_still_is_not_late(client: Client, game: Game):
    Phase.objects.update(deadline=None, due_at=None)
    with time_machine.travel(clock.now() + dt.timedelta(days=400)):
        assert late(client) == (200, {"late_seconds": 0, "due": 0})


def test_a_database_that_does_not_answer_is_no_good_news(db: None, client: Client, monkeypatch):
    monkeypatch.setattr(health, "lateness", breaks)
    assert late(client) == (503, {"late_seconds": None, "due": None})


def test_asking_how_late_it_is_costs_one_look_into_the_index(client: Client, game: Game):
    played = [
        Phase(
            game=game,
            settings=game.settings,
            number=number,
            code="S1901M",
            status="superseded",
            opened_at=clock.now(),
        )
        for number in range(2, 2_002)
    ]
    Phase.objects.bulk_create(played)
    with CaptureQueriesContext(connection) as queries:
        client.get("/latez")
    (query,) = queries
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {Phase._meta.db_table}")
        cursor.execute(f"{explain} {query['sql']}")
        plan = str(cursor.fetchall())
    # Both are partial indexes on open phases; with so few rows the planner may choose either.
    assert "games_due_phases" in plan or "one_open_phase_a_game" in plan
