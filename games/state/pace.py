"""The pace of games: the time between two deadlines of movement phases, roughly."""

from typing import Final

from django.db.models import Case, Q, Value, When

from ..models import Game

LIVE, DAY, DAYS, WEEK = "live", "day", "days", "week"

# Bit fields of weekdays. Deadlines on five days of the week count as daily.
_DAILY: Final = [mask for mask in range(1, 128) if mask.bit_count() >= 5]
_WEEKLY: Final = [mask for mask in range(1, 128) if mask.bit_count() == 1]
_LIVE: Final = Q(settings__live_minutes__isnull=False)
_DAY: Final = Q(settings__phase_hours__lte=24) | Q(
    settings__weekdays__in=_DAILY, settings__least_hours__lte=24
)
_WEEK: Final = (
    Q(settings__phase_hours__gte=96)
    | Q(settings__weekdays__in=_WEEKLY)
    | Q(settings__weekdays__gt=0, settings__least_hours__gte=96)
)
CONDITIONS: Final = {LIVE: _LIVE, DAY: _DAY, DAYS: ~_LIVE & ~_DAY & ~_WEEK, WEEK: _WEEK}
"""The condition by which a game has a pace."""


def pace_of(game: Game) -> str:
    """The pace of a game by its newest settings; empty if it has none."""
    found = Game.objects.filter(pk=game.pk).order_by()
    cases = [When(condition, then=Value(name)) for name, condition in CONDITIONS.items()]
    return str(found.values_list(Case(*cases, default=Value("")), flat=True).get())
