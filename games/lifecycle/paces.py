"""Paces that a new game can be opened with, each with its deadlines."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from ..models import GameSettings
from .settings import DEADLINES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Pace:
    """A usual rule for deadlines: fields of `GameSettings`, without the time zone of a timetable.

    What a pace leaves out, such as the grace period, is chosen apart from it.
    """

    name: str
    title: "str | _StrPromise"
    note: "str | _StrPromise"
    deadlines: Mapping[str, Any]

    def settings(self, zone: str) -> GameSettings:
        """Settings with these deadlines, not stored; those of a timetable are in `zone`."""
        fields = {**self.deadlines, "zone": zone} if "at" in self.deadlines else self.deadlines
        return GameSettings(**fields)

    def is_that_of(self, settings: GameSettings) -> bool:
        """Whether a game with these settings has this pace."""
        mine = self.settings(settings.zone)
        return all(getattr(settings, name) == getattr(mine, name) for name in DEADLINES)


PACES = {
    pace.name: pace
    for pace in (
        Pace(
            "weekly",
            _("Weekly club game"),
            _("A turn a week, with time to negotiate."),
            {"weekdays": 1 << 6, "at": dt.time(20), "least_hours": 72, "window_hours": 48},
        ),
        Pace(
            "two_days",
            _("Two days"),
            _("Steady play at any time of day."),
            {"phase_hours": 48, "window_hours": 24},
        ),
        Pace(
            "daily",
            _("Daily"),
            _("For players who look in every day."),
            {"weekdays": 0b1111111, "at": dt.time(20), "least_hours": 12, "window_hours": 12},
        ),
        Pace(
            "live",
            _("Live"),
            _("A whole game in one evening."),
            {"live_minutes": 10, "live_window_minutes": 3},
        ),
    )
}
