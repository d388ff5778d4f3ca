"""Warning for timetables whose turns do not always end on the next date."""

import datetime as dt
from collections.abc import Iterator
from itertools import count, pairwise

from django.utils.translation import gettext as _

from ..models import GameSettings
from .settings import duration


def tight_timetable_warning(settings: GameSettings) -> str:
    """Warning for a timetable in which a turn does not always fit between two deadlines of a week.

    Returns an empty string if everything fits.
    """
    least, found = settings.least_hours, {}
    for number, (start, end) in enumerate(_deadlines_of_week(settings)):
        retreats = _end_of_window(settings, start, is_build=False)
        builds = _end_of_window(settings, retreats, is_build=True)
        lengths = {"gap": end - start, "retreats": retreats - start, "window": builds - start}
        for kind, since in enumerate((start, retreats, builds)):
            if end - since < least:
                found[kind, end - since, number] = lengths
                break
    if not found:
        return ""
    worst = min(found)
    message = (
        _(
            "Two deadlines are only %(gap)s apart, and the minimum time to negotiate is "
            "%(least)s. So each turn skips the dates that leave too little time."
        ),
        _(
            "Two deadlines are only %(gap)s apart. After retreats (%(retreats)s) there "
            "would be less than %(least)s to negotiate. So the turn after them skips the "
            "next date and ends on the one after it."
        ),
        _(
            "Two deadlines are only %(gap)s apart. After a fall with retreats and builds "
            "(%(window)s in all) there would be less than %(least)s to negotiate. So the "
            "turn after them skips the next date and ends on the one after it."
        ),
    )[worst[0]]
    shown = {name: duration(int(hours)) for name, hours in found[worst].items()}
    return message % {"least": duration(least), **shown}


def _deadlines_of_week(settings: GameSettings) -> Iterator[tuple[float, float]]:
    """Each movement deadline of a week and the next one, in hours from the week's beginning."""
    assert settings.at is not None
    days = [day for day in range(7) if settings.weekdays >> day & 1]
    for day, after in pairwise([*days, days[0] + 7]):
        yield 24 * day + _hours(settings.at), 24 * after + _hours(settings.at)


def _end_of_window(settings: GameSettings, start: float, *, is_build: bool) -> float:
    """End of a retreat or adjustment phase that begins at an hour of the week."""
    window = settings.window_hours or 0
    weekdays, at = settings.retreat_weekdays, settings.retreat_at
    if is_build:
        window = settings.build_hours or window
        weekdays, at = settings.build_weekdays, settings.build_at
    if not weekdays or at is None:
        return start + window
    ends = (24 * day + _hours(at) for day in count() if weekdays >> day % 7 & 1)
    return next(end for end in ends if end >= start + window)


def _hours(at: dt.time) -> float:
    return at.hour + at.minute / 60
