"""The log of a game, and the newest announcement."""

import datetime as dt
from collections.abc import Collection
from itertools import groupby

from django.utils import timezone

from accounts import clock

from ...models import Event, Game
from ...wording.log import LogRow, log_rows

ANNOUNCED_FOR = dt.timedelta(days=14)


def by_day(
    game: Game, events: Collection[Event], *, names_open: bool
) -> list[tuple[dt.date, list[LogRow]]]:
    """Rows of the log under their days in the active zone, in the order of `events`."""
    rows = log_rows(game, events, names_open=names_open)
    return [
        (day, list(of_day))
        for day, of_day in groupby(rows, key=lambda row: timezone.localdate(row.at))
    ]


def newest_announcement(game: Game) -> Event | None:
    """The last announcement of a game master, for as long as pages show it."""
    recent = game.events.filter(kind=Event.Kind.ANNOUNCED, at__gt=clock.now() - ANNOUNCED_FOR)
    return recent.select_related("actor", "subject").order_by("-pk").first()
