"""Storing and changing the settings of a game. Changes apply from the next phase on."""

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction

from accounts import clock
from accounts.models import User

from ..core import audit
from ..models import Event, Game, GameSettings, SkippedDate
from ..notifications import notify

# The settings that say how long phases are and when they end.
DEADLINES = [
    "weekdays",
    "at",
    "zone",
    "least_hours",
    "phase_hours",
    "window_hours",
    "build_hours",
    "retreat_weekdays",
    "retreat_at",
    "build_weekdays",
    "build_at",
    "live_minutes",
    "live_window_minutes",
    "live_build_minutes",
]
FIELDS = [
    *DEADLINES,
    "holidays",
    "absence_cap_days",
    "ready_minutes",
    "on_missed",
    "grace_hours",
    "disorder_after",
    "disorder_misses",
    "seats_open_to",
    "bots_in_disorder",
    "orders_by_key",
    "press_by_key",
]


def lock(game: Game) -> Game:
    """Lock the row of a game. Its settings are then the newest: a change may keep some of them.

    They are read by a query of their own: PostgreSQL would join the row that it has waited for with
    the tables as they were before.
    """
    return Game.objects.select_for_update(of=("self",)).get(pk=game.pk)


def store(game: Game, fields: Mapping[str, Any], skipped: Collection[dt.date] = ()) -> GameSettings:
    """Store new settings of a game, which apply to phases that open from now on."""
    settings = GameSettings.objects.create(game=game, since=clock.now(), **fields)
    SkippedDate.objects.bulk_create(
        SkippedDate(settings=settings, date=date) for date in sorted(set(skipped))
    )
    game.settings = settings
    game.save(update_fields=["settings"])
    return settings


def is_same(
    settings: GameSettings, fields: Mapping[str, Any], skipped: Collection[dt.date]
) -> bool:
    """Whether `settings` has exactly these fields and skipped dates."""
    dates = {row.date for row in settings.skipped_dates.all()}
    blank = GameSettings(game_id=settings.game_id, since=settings.since, **fields)
    return dates == set(skipped) and all(
        getattr(settings, name) == getattr(blank, name) for name in FIELDS
    )


def change(
    game: Game,
    fields: Mapping[str, Any],
    skipped: Collection[dt.date],
    *,
    by: User,
    reason: str = "",
) -> bool:
    """Change the settings and notify everybody; return whether the new ones differ.

    Once the game has begun, bots keep playing powers in civil disorder, or never do.
    """
    with transaction.atomic():
        game = lock(game)
        assert game.settings is not None
        if game.has_begun:
            fields = {**fields, "bots_in_disorder": game.settings.bots_in_disorder}
        if is_same(game.settings, fields, skipped):
            return False
        store(game, fields, skipped)
        event = audit.log(Event.Kind.SETTINGS_CHANGED, game=game, actor=by, text=reason)
        if game.has_begun:
            notify.notify_event(event)
    return True
