"""Queries of workers and lists use an index, so their cost does not grow with past games."""

import datetime as dt
import uuid
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from accounts import clock
from games import access
from games.adjudication import due_phases
from games.deadlines import control, reminders
from games.lifecycle import joining_time, listed_games, lobby
from games.models import Game, Pause, Phase, Seat
from games.seats import civil_disorder
from tests import factories

MANY = 1_000


@pytest.fixture
def history(db: None) -> None:
    """The rows of many finished games, and one running game."""
    game = factories.begun_game(factories.person("Mia"))
    now = clock.now()
    minute = dt.timedelta(minutes=1)
    over = {"status": Game.Status.FINISHED, "ending": "closed", "lobby_closes_at": now}
    Game.objects.bulk_create(
        Game(
            title="Old",
            slug=f"old-{n}",
            request_key=uuid.uuid4(),
            created_at=now - n * minute,
            **over,
        )
        for n in range(MANY)
    )
    past = Phase.objects.bulk_create(
        Phase(
            game=game,
            settings=game.settings,
            number=number,
            code=f"S{number}M",
            status=Phase.Status.RESOLVED,
            opened_at=now,
            resolved_at=now,
            deadline=now,
            due_at=now,
        )
        for number in range(2, MANY + 2)
    )
    Seat.objects.bulk_create(Seat(game=game, power=f"P{n}", place=n, hand=n) for n in range(MANY))
    Pause.objects.bulk_create(
        Pause(
            phase=phase,
            began_at=now,
            until=now,
            ended_at=now,
            deadline=now,
            left=dt.timedelta(),
        )
        for phase in past
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def claim() -> None:
    with transaction.atomic():
        due_phases.claim(by=clock.now())


def list_disorder() -> None:
    list(civil_disorder.seats_in_disorder())


def list_finished() -> None:
    shown = access.visible_games(AnonymousUser()).filter(status=Game.Status.FINISHED)
    list(listed_games.with_list_columns(shown)[:3])


# The second index has only open phases too; with few rows the planner may use either.
DUE = ("games_due_phases", "one_open_phase_a_game")


ASKED: tuple[tuple[Callable[[], object], type[Model], tuple[str, ...]], ...] = (
    (claim, Phase, DUE),
    (reminders.remind, Phase, ("games_reminders", "one_open_phase_a_game")),
    (control.resume_due, Pause, ("games_running_pauses", "one_running_pause_a_phase")),
    (lobby.expire_lobbies, Game, ("games_open_lobbies",)),
    (joining_time.begin_due, Game, ("games_open_lobbies", "games_by_status")),
    (list_disorder, Seat, ("games_civil_disorder",)),
    (list_finished, Game, ("games_by_status",)),
)


@pytest.mark.usefixtures("history")
def test_no_worker_and_no_list_reads_all_past_rows():
    for ask, table, indexes in ASKED:
        with CaptureQueriesContext(connection) as queries:
            ask()
        name = f'FROM "{table._meta.db_table}"'
        (asked,) = (query["sql"] for query in queries if name in query["sql"])
        plan = explained(asked)
        assert any(index in plan for index in indexes), plan


def explained(query: str) -> str:
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {query}")
        return str(cursor.fetchall())
