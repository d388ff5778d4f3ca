"""Rules for the deadlines of a game: a timetable in local time, or plain phase lengths.

Nothing here reads the clock or the database. Every datetime passed in must have a zone, otherwise
`ValueError` is raised; those returned are in UTC. Dates are in the timetable's own zone.
"""

import datetime as dt
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from zoneinfo import ZoneInfo

Away = Sequence[tuple[dt.date, dt.date]]
"""Absences, each from its first date to its last one."""

ZERO = dt.timedelta()
SECOND = dt.timedelta(seconds=1)
MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)

LONGEST_LEAST = 14 * DAY
LONGEST_WINDOW = 7 * DAY
LONGEST_ABSENCE = 30 * DAY
LONGEST_PHASE = 30 * DAY
# A live game has the shortest phases.
SHORTEST_MOVEMENT = 3 * MINUTE
SHORTEST_WINDOW = MINUTE

# Days within which a timetable must have a date that is not skipped.
HORIZON = 2 * 366


def first_instant(wall: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """Return the first moment at which the clocks of `zone` show `wall` or later.

    For a time that occurs twice this is the first occurrence, for one that is skipped the end of
    the skipped interval.
    """
    late = wall.replace(tzinfo=zone, fold=0).astimezone(dt.UTC)
    if _wall_time(late, zone) == wall:
        return late
    # A skipped time, read with the offset after the jump, lies before it, and the other way round:
    # search between the two. Clocks change at whole seconds.
    early = wall.replace(tzinfo=zone, fold=1, microsecond=0).astimezone(dt.UTC)
    seconds = range((late - early) // SECOND)
    after = bisect_left(seconds, True, key=lambda n: _wall_time(early + n * SECOND, zone) > wall)
    return early + after * SECOND


def date_exists(day: dt.date, zone: ZoneInfo) -> bool:
    """Whether a date exists in `zone`: Samoa went from 29 to 31 December 2011."""
    return _wall_time(first_instant(dt.datetime.combine(day, dt.time()), zone), zone).date() == day


def _wall_time(moment: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _utc(moment: dt.datetime) -> dt.datetime:
    """Return `moment` in UTC: Python's arithmetic in other zones ignores changes of the clocks."""
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
class Grid:
    """Weekdays (Monday is 0) and a local time of day at which phases end.

    Raises `ValueError` for invalid fields.
    """

    weekdays: frozenset[int]
    at: dt.time

    def __post_init__(self) -> None:
        if not self.weekdays:
            raise ValueError("a timetable has no weekday")
        if not self.weekdays <= set(range(7)):
            raise ValueError(f"weekdays are from 0 to 6, not {sorted(self.weekdays)}")
        if self.at.tzinfo is not None:
            raise ValueError("the time has a zone of its own")
        if self.at.second or self.at.microsecond:
            raise ValueError(f"the time has more than hours and minutes: {self.at}")


@dataclass(frozen=True)
class PhaseWindow:
    """The time of retreat or of adjustment phases.

    They last `length` or, if they have a `grid`, until its next date that leaves it.
    """

    length: dt.timedelta
    grid: Grid | None = None


@dataclass(frozen=True)
class Timetable:
    """Deadlines on a grid of weekdays and a time of day.

    Movement phases end at the time `at` in `zone`, on every date of `weekdays` (Monday is 0) that
    is not in `skipped`, even after a deadline off the grid. A movement phase lasts `least` or
    longer, a retreat or adjustment phase as long as its window says. All lengths are measured in
    local time: 72 hours after Sunday 20:00 is Wednesday 20:00 even if the clocks change, so that
    phases that fit one week fit every week of the year. Absences move the deadline of a movement
    phase by at most `absence_cap`, counted in dates.

    Raises `ValueError` for invalid fields.
    """

    weekdays: frozenset[int]
    at: dt.time
    zone: ZoneInfo
    least: dt.timedelta
    retreats: PhaseWindow
    builds: PhaseWindow
    skipped: frozenset[dt.date] = frozenset()
    absence_cap: dt.timedelta = ZERO

    def __post_init__(self) -> None:
        Grid(self.weekdays, self.at)
        _check("the least time", self.least, ZERO, LONGEST_LEAST)
        for window in (self.retreats, self.builds):
            _check("the window", window.length, HOUR, LONGEST_WINDOW)
        _check("the cap of absences", self.absence_cap, ZERO, LONGEST_ABSENCE)

    def movement(self, opened_at: dt.datetime, *, away: Away = ()) -> dt.datetime:
        """Return the deadline of a movement phase. Raises `NoDeadlineError`."""
        return self._due(_utc(opened_at), None, away)

    def short(self, opened_at: dt.datetime, window: PhaseWindow) -> dt.datetime:
        """Return the deadline of a retreat or adjustment phase, which has this window.

        Without a grid it is the first moment at which the clocks show the local time that is the
        length of the window later, or skip it. Raises `NoDeadlineError`.
        """
        start = _utc(opened_at)
        if window.grid is not None:
            return self._first(self._dates(start, window.grid, window.length, None), start)[1]
        due = first_instant(_wall_time(start, self.zone) + window.length, self.zone)
        # If an hour occurs twice, its first occurrence may be over. Clocks stay until the second.
        return due if due > start else start + window.length

    def resumed_movement(
        self, now: dt.datetime, left: dt.timedelta, *, away: Away = ()
    ) -> dt.datetime:
        """Return the deadline of a movement phase whose clock starts again with `left` to run.

        This is the first date of the grid that leaves `left`, in elapsed hours, or `least`,
        whichever comes sooner. Otherwise a pause of an hour would cost a weekly game a week. Raises
        `NoDeadlineError`.
        """
        return self._due(_utc(now), left, away)

    def resumed_short(
        self, now: dt.datetime, left: dt.timedelta, window: PhaseWindow
    ) -> dt.datetime:
        """Return the deadline of a retreat or adjustment phase whose clock starts again.

        It has `left` to run, in elapsed hours; with a grid, as for `resumed_movement`.
        """
        start = _utc(now)
        if window.grid is not None:
            return self._first(self._dates(start, window.grid, window.length, left), start)[1]
        return start + max(left, ZERO)

    def upcoming(self, after: dt.datetime, count: int, *, away: Away = ()) -> list[dt.datetime]:
        """Return the next `count` movement deadlines after one at `after`.

        No other phases are assumed to come between, and none to end early. Raises
        `NoDeadlineError`.
        """
        return _one_by_one(lambda due: self.movement(due, away=away), after, count)

    def _due(self, start: dt.datetime, left: dt.timedelta | None, away: Away) -> dt.datetime:
        grid = self._dates(start, Grid(self.weekdays, self.at), self.least, left)
        first = self._first(grid, start)
        planned, due = first
        # Compared in dates, so that a cap of seven days is a week even if the clocks change.
        near = takewhile(lambda p: p[0] - planned <= self.absence_cap, chain([first], grid))
        free = (moment for day, moment in near if not any(a <= day <= b for a, b in away))
        return next(free, due)

    def _first(
        self, dates: Iterator[tuple[dt.date, dt.datetime]], start: dt.datetime
    ) -> tuple[dt.date, dt.datetime]:
        first = next(dates, None)
        if first is None:
            raise NoDeadlineError(f"no date is left in the two years after {start:%Y-%m-%d}")
        return first

    def _dates(
        self, start: dt.datetime, grid: Grid, least: dt.timedelta, left: dt.timedelta | None
    ) -> Iterator[tuple[dt.date, dt.datetime]]:
        """Yield the dates of a grid, with their moments, that are far enough from `start`.

        They leave `least` or `left`. `start` itself is never one of them: a phase cannot end when
        it opens.
        """
        # From the day before: if midnight is skipped, the moment of a date lies in the next date.
        begin = _wall_time(start, self.zone).date() - DAY
        for day in (begin + number * DAY for number in range(HORIZON)):
            if day.weekday() not in grid.weekdays or day in self.skipped:
                continue
            wall = dt.datetime.combine(day, grid.at)
            moment = first_instant(wall, self.zone)
            # Counted back from the deadline: then a phase that opens later is due no earlier, even
            # if an hour occurs twice, and the end of a skipped interval counts as all of it.
            enough = first_instant(wall - least, self.zone) >= start
            enough = enough or (left is not None and moment >= start + left)
            if enough and moment > start and date_exists(day, self.zone):
                yield day, moment


@dataclass(frozen=True)
class Lengths:
    """Fixed lengths of phases: `negotiation` for movement, and the windows of the others.

    The windows have no grid, and absences do not move such deadlines. Raises `ValueError` for a
    movement phase of less than three minutes, another of less than one, or a phase of more than 30
    days.
    """

    negotiation: dt.timedelta
    retreats: PhaseWindow
    builds: PhaseWindow

    def __post_init__(self) -> None:
        _check("a movement phase", self.negotiation, SHORTEST_MOVEMENT, LONGEST_PHASE)
        for window in (self.retreats, self.builds):
            _check("a short phase", window.length, SHORTEST_WINDOW, LONGEST_PHASE)
            if window.grid is not None:
                raise ValueError("fixed lengths have no weekdays")

    def movement(self, opened_at: dt.datetime, *, away: Away = ()) -> dt.datetime:
        return _utc(opened_at) + self.negotiation

    def short(self, opened_at: dt.datetime, window: PhaseWindow) -> dt.datetime:
        return _utc(opened_at) + window.length

    def resumed_movement(
        self, now: dt.datetime, left: dt.timedelta, *, away: Away = ()
    ) -> dt.datetime:
        return _utc(now) + max(left, ZERO)

    def resumed_short(
        self, now: dt.datetime, left: dt.timedelta, window: PhaseWindow
    ) -> dt.datetime:
        return _utc(now) + max(left, ZERO)

    def upcoming(self, after: dt.datetime, count: int, *, away: Away = ()) -> list[dt.datetime]:
        return _one_by_one(self.movement, after, count)


Rule = Timetable | Lengths
"""The rule of a game, which calculates the deadlines of its phases."""
