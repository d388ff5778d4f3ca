"""The rule by which a game's deadlines fall: a timetable in local time, or plain phase lengths.

Nothing here asks the clock or the database. Every moment comes in with its zone, or `ValueError` is
raised, and goes out in UTC; dates are those of the timetable's own zone.
"""

import datetime as dt
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from zoneinfo import ZoneInfo

Away = Sequence[tuple[dt.date, dt.date]]
"""Absences, each from its first date to its last one."""

NOTHING = dt.timedelta()
SECOND = dt.timedelta(seconds=1)
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)

LONGEST_LEAST = 14 * DAY
LONGEST_WINDOW = 7 * DAY
LONGEST_ABSENCE = 30 * DAY
LONGEST_PHASE = 30 * DAY

# Where every date for so long is skipped, nobody plays any more.
HORIZON = 2 * 366


def first_instant(wall: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """The first moment at which the clocks of `zone` show `wall` or later: of a time that comes
    twice the first, of one that they jump over the end of the jump."""
    late = wall.replace(tzinfo=zone, fold=0).astimezone(dt.UTC)
    if _shown(late, zone) == wall:
        return late
    # Read with the offset after the jump it lies before the jump, and the other way round.
    # Clocks change at whole seconds.
    early = wall.replace(tzinfo=zone, fold=1, microsecond=0).astimezone(dt.UTC)
    seconds = range((late - early) // SECOND)
    after = bisect_left(seconds, True, key=lambda n: _shown(early + n * SECOND, zone) > wall)
    return early + after * SECOND


def exists(day: dt.date, zone: ZoneInfo) -> bool:
    """Samoa went from 29 to 31 December 2011."""
    return _shown(first_instant(dt.datetime.combine(day, dt.time()), zone), zone).date() == day


def _shown(moment: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _utc(moment: dt.datetime) -> dt.datetime:
    """Sums are made in UTC alone: Python's own, in another zone, forget that its clocks change."""
    if moment.utcoffset() is None:
        raise ValueError(f"a moment without a zone: {moment}")
    return moment.astimezone(dt.UTC)


def _one_by_one(
    following: Callable[[dt.datetime], dt.datetime], after: dt.datetime, count: int
) -> list[dt.datetime]:
    due = [after]
    for _ in range(count):
        due.append(following(due[-1]))
    return due[1:]


def _check(what: str, length: dt.timedelta, least: dt.timedelta, most: dt.timedelta) -> None:
    if not least <= length <= most:
        raise ValueError(f"{what} is {length}, and may be from {least} to {most}")


class NoDeadlineError(Exception):
    """A timetable has no date left on which a phase could end."""


@dataclass(frozen=True)
class Timetable:
    """Movement phases end on a grid: at the time `at` in `zone`, on every date of `weekdays`
    (Monday is 0) that is not `skipped`. Whatever happened before, the next one ends there again.

    A movement phase lasts `least` or longer, a retreat or adjustment phase `window`. Both are
    counted on the clocks of `zone`: 72 hours after Sunday 20:00 is Wednesday 20:00, whatever the
    clocks do meanwhile, so that phases that fill one week fill every week of the year. Absences
    move a deadline by `absence_cap` at most, counted in dates.

    Raises `ValueError` for what makes no timetable.
    """

    weekdays: frozenset[int]
    at: dt.time
    zone: ZoneInfo
    least: dt.timedelta
    window: dt.timedelta
    skipped: frozenset[dt.date] = frozenset()
    absence_cap: dt.timedelta = NOTHING

    def __post_init__(self) -> None:
        if not self.weekdays:
            raise ValueError("a timetable has no weekday")
        if not self.weekdays <= set(range(7)):
            raise ValueError(f"weekdays are from 0 to 6, not {sorted(self.weekdays)}")
        if self.at.tzinfo is not None:
            raise ValueError("the time has a zone of its own")
        if self.at.second or self.at.microsecond:
            raise ValueError(f"the time has more than hours and minutes: {self.at}")
        _check("the least time", self.least, NOTHING, LONGEST_LEAST)
        _check("the window", self.window, HOUR, LONGEST_WINDOW)
        _check("the cap of absences", self.absence_cap, NOTHING, LONGEST_ABSENCE)

    def movement(self, opened_at: dt.datetime, *, away: Away = ()) -> dt.datetime:
        """When a movement phase that opens then is due. Raises `NoDeadlineError`."""
        return self._due(_utc(opened_at), None, away)

    def short(self, opened_at: dt.datetime) -> dt.datetime:
        """When a retreat or adjustment phase that opens then is due: when clocks first show the
        time `window` later, or jump over it."""
        start = _utc(opened_at)
        due = first_instant(_shown(start, self.zone) + self.window, self.zone)
        # Where hours come twice, the first time may be over; till the second no clock changes.
        return due if due > start else start + self.window

    def resumed_movement(
        self, now: dt.datetime, left: dt.timedelta, *, away: Away = ()
    ) -> dt.datetime:
        """When a movement phase is due that stood still with `left` to run. Raises as `movement`.

        It goes back to the grid: to the first date that leaves what was left, in hours that pass,
        or `least` if that is sooner. Else an hour's pause would cost a weekly game a week.
        """
        return self._due(_utc(now), left, away)

    def resumed_short(self, now: dt.datetime, left: dt.timedelta) -> dt.datetime:
        """When a retreat or adjustment phase is due that stood still with `left` to run, in hours
        that pass."""
        return _utc(now) + max(left, NOTHING)

    def upcoming(self, after: dt.datetime, count: int, *, away: Away = ()) -> list[dt.datetime]:
        """The movement deadlines after one at `after`, if no other phase comes between and nobody
        ends one early. Raises as `movement`."""
        return _one_by_one(lambda due: self.movement(due, away=away), after, count)

    def _due(self, start: dt.datetime, left: dt.timedelta | None, away: Away) -> dt.datetime:
        points = self._points(start, left)
        first = next(points, None)
        if first is None:
            raise NoDeadlineError(f"no date is left in the two years after {start:%Y-%m-%d}")
        planned, due = first
        # In dates: in the week in which clocks go back, a cap of seven days is seven days still.
        near = takewhile(lambda p: p[0] - planned <= self.absence_cap, chain([first], points))
        free = (moment for day, moment in near if not any(a <= day <= b for a, b in away))
        return next(free, due)

    def _points(
        self, start: dt.datetime, left: dt.timedelta | None
    ) -> Iterator[tuple[dt.date, dt.datetime]]:
        """The grid's dates and moments that leave `least`, or what was `left`, after `start`; and
        never `start` itself: no phase ends as it opens."""
        # From the day before: a jump over midnight puts a date's moment into the next one.
        begin = _shown(start, self.zone).date() - DAY
        for day in (begin + number * DAY for number in range(HORIZON)):
            if day.weekday() not in self.weekdays or day in self.skipped:
                continue
            wall = dt.datetime.combine(day, self.at)
            moment = first_instant(wall, self.zone)
            # Asked from the end backwards: so what opens later is due no earlier, also where hours
            # come twice, and what opens at the end of a jump has opened at every time in it.
            enough = first_instant(wall - self.least, self.zone) >= start
            enough = enough or (left is not None and moment >= start + left)
            if enough and moment > start and exists(day, self.zone):
                yield day, moment


@dataclass(frozen=True)
class Lengths:
    """Phases last so long from whatever moment the caller counts them: a movement phase
    `negotiation`, a retreat or adjustment phase `window`. They know no dates, so nobody's absence
    moves them. Raises `ValueError` for less than an hour or more than 30 days."""

    negotiation: dt.timedelta
    window: dt.timedelta

    def __post_init__(self) -> None:
        _check("a movement phase", self.negotiation, HOUR, LONGEST_PHASE)
        _check("a short phase", self.window, HOUR, LONGEST_PHASE)

    def movement(self, opened_at: dt.datetime, *, away: Away = ()) -> dt.datetime:
        return _utc(opened_at) + self.negotiation

    def short(self, opened_at: dt.datetime) -> dt.datetime:
        return _utc(opened_at) + self.window

    def resumed_movement(
        self, now: dt.datetime, left: dt.timedelta, *, away: Away = ()
    ) -> dt.datetime:
        return self.resumed_short(now, left)

    def resumed_short(self, now: dt.datetime, left: dt.timedelta) -> dt.datetime:
        return _utc(now) + max(left, NOTHING)

    def upcoming(self, after: dt.datetime, count: int, *, away: Away = ()) -> list[dt.datetime]:
        return _one_by_one(self.movement, after, count)


Rule = Timetable | Lengths
"""What answers, for a game, when its phases are due."""
