"""Copies of games, made inside the database, with their own people and deadlines."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Field, Model

from accounts.models import User
from games.models import (
    Center,
    Event,
    Game,
    GameSettings,
    Mastership,
    Notification,
    Order,
    Phase,
    Receipt,
    Seat,
    Tenure,
    Unit,
)

# Each table with rows of a game, and the lookup from a row to its game.
COPIED: Mapping[type[Model], str] = {
    Game: "pk",
    GameSettings: "game",
    Mastership: "game",
    Seat: "game",
    Tenure: "seat__game",
    Phase: "game",
    Unit: "phase__game",
    Center: "phase__game",
    Order: "phase__game",
    Receipt: "phase__game",
    Event: "game",
    Notification: "game",
}
PEOPLE_A_GAME = 8
# Values that must be unique or staggered, by table and column. `copy` counts from 1.
FRESH: Mapping[tuple[type[Model], str], str] = {
    (Game, "slug"): "slug || '-' || copy",
    (Game, "request_key"): "gen_random_uuid()",
    (Notification, "key"): "key || ':' || copy",
    (Phase, "deadline"): "deadline + copy * interval '1 minute'",
    (Phase, "due_at"): "due_at + copy * interval '1 minute'",
    (Phase, "remind_at"): "remind_at + copy * interval '1 minute'",
}


@transaction.atomic
def copy(games: Sequence[int], times: int) -> list[int]:
    """Copy `games` with all their rows `times` times; return the keys of the copies.

    Keys grow by the same step in all tables, so that copies refer to copies. Triggers and foreign
    keys are switched off, which needs a superuser of the database.
    """
    if not times:
        return []
    step = max(_newest(model) for model in COPIED)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL work_mem = '256MB'")
        for model, path in COPIED.items():
            rows = model._base_manager.filter(**{f"{path}__in": games}).order_by()
            keys = list(rows.values_list("pk", flat=True))
            cursor.execute(_statement(model, step), [times, keys])
        for statement in connection.ops.sequence_reset_sql(no_style(), list(COPIED)):
            cursor.execute(statement)
    return [game + number * step for number in range(1, times + 1) for game in games]


def _newest(model: type[Model]) -> int:
    newest = model._base_manager.order_by("pk").last()
    return newest.pk if newest else 0


def _statement(model: type[Model], step: int) -> str:
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(field, step) for field in fields)
    table = model._meta.db_table
    # The statement contains only names of our own models, and numbers.
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values}"
        f" FROM {table}, generate_series(1, %s) AS copy WHERE id = ANY(%s) ORDER BY copy, id"
    )


def _value(field: "Field[Any, Any]", step: int) -> str:
    """SQL expression for a column of a copy."""
    column = f'"{field.column}"'
    if field.primary_key or field.related_model in COPIED:
        return f"{column} + copy * {step}"
    if field.related_model is User:
        first, many = User.objects.earliest("pk").pk, User.objects.count()
        return f"({column} - {first} + copy * {PEOPLE_A_GAME}) %% {many} + {first}"
    return FRESH.get((field.model, str(field.column)), column)
