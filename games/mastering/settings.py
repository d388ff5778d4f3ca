"""How a game is run, and changing it: what is new counts from the next phase on."""

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction

from accounts.models import User

from .. import audit, clock
from ..models import Conduct, Event, Game, SkippedDate
from ..telling import notifications

FIELDS = [
    "weekdays",
    "at",
    "zone",
    "least_hours",
    "phase_hours",
    "window_hours",
    "holidays",
    "absence_cap_days",
    "ready_minutes",
    "on_missed",
    "grace_hours",
    "seats_open_to",
]


def store(game: Game, fields: Mapping[str, Any], skipped: Collection[dt.date] = ()) -> Conduct:
    """Give a game a conduct; the newest one counts for phases that open from now on."""
    conduct = Conduct.objects.create(game=game, since=clock.now(), **fields)
    SkippedDate.objects.bulk_create(
        SkippedDate(conduct=conduct, date=date) for date in sorted(set(skipped))
    )
    game.conduct = conduct
    game.save(update_fields=["conduct"])
    return conduct


def same(conduct: Conduct, fields: Mapping[str, Any], skipped: Collection[dt.date]) -> bool:
    """Whether a conduct says no more and no less than that."""
    dates = {row.date for row in conduct.skipped_dates.all()}
    blank = Conduct(game_id=conduct.game_id, since=conduct.since, **fields)
    return dates == set(skipped) and all(
        getattr(conduct, name) == getattr(blank, name) for name in FIELDS
    )


def change(
    game: Game, fields: Mapping[str, Any], skipped: Collection[dt.date], *, by: User
) -> bool:
    """Run a game differently from the next phase on, and tell everybody; whether that was news."""
    with transaction.atomic():
        game = (
            Game.objects.select_for_update(of=("self",)).select_related("conduct").get(pk=game.pk)
        )
        assert game.conduct is not None
        if same(game.conduct, fields, skipped):
            return False
        store(game, fields, skipped)
        event = audit.log(Event.Kind.SETTINGS_CHANGED, game=game, actor=by)
        if game.has_begun:
            notifications.tell_news(event)
    return True
