"""Properties of every timetable in every zone, with random examples."""

import datetime as dt
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from games.deadlines.timetable import Grid, PhaseWindow, Timetable

NOTHING = dt.timedelta()
SECOND = dt.timedelta(seconds=1)
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)
FIRST = dt.date(2009, 1, 1)
LAST = dt.date(2030, 1, 1)

ZONES = (
    "UTC", "Europe/Madrid", "America/New_York", "America/Santiago", "America/Nuuk",
    "America/Sao_Paulo", "Africa/Casablanca", "Asia/Beirut", "Asia/Kolkata", "Asia/Pyongyang",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Antarctica/Troll",
)  # fmt: skip

dates = st.dates(FIRST, LAST)


def midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), tzinfo=dt.UTC)


def hours(most: int, *, least: int = 0) -> st.SearchStrategy[dt.timedelta]:
    return st.integers(least, most).map(lambda count: count * HOUR)


@cache
def before_changes(zone: str) -> list[dt.datetime]:
    """Return the midnights, in UTC, after which the clocks of a zone change within a day."""
    days = [midnight(FIRST + number * DAY) for number in range((LAST - FIRST).days)]
    offsets = [day.astimezone(ZoneInfo(zone)).utcoffset() for day in days]
    return [day for day, (now, then) in zip(days, pairwise(offsets), strict=False) if now != then]


@st.composite
def windows(draw: Any) -> PhaseWindow:
    """Draw the window of retreats or of builds, often with weekdays."""
    days = draw(st.frozensets(st.integers(0, 6)))
    at = dt.time(draw(st.sampled_from([0, 1, 2, 3, 20, 23])), draw(st.sampled_from([0, 15, 30])))
    return PhaseWindow(draw(hours(7 * 24, least=1)), Grid(days, at) if days else None)


@st.composite
def openings(draw: Any) -> tuple[Timetable, dt.datetime]:
    """Draw a timetable and when a phase opens: often it opens or ends as the clocks change."""
    zone = draw(st.sampled_from(ZONES))
    rule = Timetable(
        draw(st.frozensets(st.integers(0, 6), min_size=1)),
        # Clocks change at night.
        dt.time(draw(st.sampled_from([0, 1, 2, 3, 20, 23])), draw(st.sampled_from([0, 15, 30]))),
        ZoneInfo(zone),
        least=draw(hours(14 * 24)),
        retreats=draw(windows()),
        builds=draw(windows()),
        skipped=draw(st.frozensets(dates, max_size=3)),
        absence_cap=draw(hours(30 * 24)),
    )
    changes = before_changes(zone)
    near = st.sampled_from(changes) if changes else st.nothing()
    before = draw(st.sampled_from([NOTHING, rule.least, rule.retreats.length]))
    moment = draw(dates.map(midnight) | near) - before + draw(hours(30, least=-30))
    if draw(st.booleans()):
        due = rule.movement(moment).astimezone(rule.zone)
        rule = replace(rule, skipped=rule.skipped | {due.date()})
    return rule, moment


def shown(moment: dt.datetime, rule: Timetable) -> dt.datetime:
    """Return the local time in the timetable's zone."""
    return moment.astimezone(rule.zone).replace(tzinfo=None, fold=0)


def begins(wall: dt.datetime, moment: dt.datetime, rule: Timetable) -> bool:
    """Whether clocks show `wall` at that moment, or skip it then."""
    now = shown(moment, rule)
    return now == wall or shown(moment - SECOND, rule) < wall < now


def date_of(rule: Timetable, due: dt.datetime, grid: Grid | None = None) -> dt.date:
    """Return the date of the grid on which a deadline falls; fail if there is none.

    Without a `grid` it is that of movement phases.
    """
    grid = grid or Grid(rule.weekdays, rule.at)
    for day in (shown(due, rule).date(), shown(due - SECOND, rule).date()):
        if begins(dt.datetime.combine(day, grid.at), due, rule):
            assert day.weekday() in grid.weekdays
            assert day not in rule.skipped
            return day
    raise AssertionError(f"{due} is on no date of the grid")


@given(openings())
def test_every_movement_deadline_is_on_the_grid_and_leaves_the_least_time(case):
    rule, opened = case
    due = rule.movement(opened)
    assert due > opened
    at_the_latest = dt.datetime.combine(date_of(rule, due), rule.at) - rule.least
    assert shown(opened - SECOND, rule) < at_the_latest
    assert shown(opened, rule) <= at_the_latest or begins(at_the_latest, opened, rule)


@given(openings())
def test_no_date_on_which_a_phase_could_end_is_passed_over(case):
    rule, opened = case
    last = date_of(rule, rule.movement(opened))
    earliest = shown(opened, rule) + rule.least
    if opened.astimezone(rule.zone).fold:
        earliest += 2 * HOUR  # no zone repeats more hours
    day = earliest.date()
    while day < last:
        meant = dt.datetime.combine(day, rule.at)
        end = meant.replace(tzinfo=rule.zone).astimezone(dt.UTC)
        on_grid = day.weekday() in rule.weekdays and day not in rule.skipped
        in_time = meant >= earliest and end > opened
        assert not (on_grid and in_time) or shown(end, rule) != meant  # skipped
        day += DAY


@given(openings())
def test_a_short_phase_ends_when_clocks_show_its_window_later(case):
    rule, opened = case
    window = PhaseWindow(rule.retreats.length)
    due = rule.short(opened, window)
    assert due > opened
    assert begins(shown(opened, rule) + window.length, due, rule)


@given(openings())
def test_a_short_phase_on_weekdays_ends_on_the_first_of_them_that_leaves_its_window(case):
    rule, opened = case
    window = rule.builds
    due = rule.short(opened, window)
    assert due > opened
    if window.grid is None:
        return
    as_movement = replace(
        rule, weekdays=window.grid.weekdays, at=window.grid.at, least=window.length
    )
    assert date_of(rule, due, window.grid)
    assert due == as_movement.movement(opened)


@given(openings(), hours(40 * 24))
def test_a_short_phase_that_opens_later_is_not_due_earlier(case, later):
    rule, opened = case
    for window in (rule.retreats, rule.builds):
        if window.grid is not None:
            assert rule.short(opened + later, window) >= rule.short(opened, window)


@given(openings(), hours(40 * 24), st.lists(st.tuples(dates, dates), max_size=2))
def test_who_opens_later_is_not_due_earlier(case, later, away):
    rule, opened = case
    away = [*away, (opened.date(), (opened + 20 * DAY).date())]
    assert rule.movement(opened + later) >= rule.movement(opened)
    assert rule.movement(opened + later, away=away) >= rule.movement(opened, away=away)


@given(openings(), hours(40 * 24), hours(30 * 24))
def test_an_absence_moves_a_deadline_to_a_free_date_within_the_cap_or_not(case, begin, length):
    rule, opened = case
    first, last = (opened + begin).date(), (opened + begin + length).date()
    plain, due = rule.movement(opened), rule.movement(opened, away=[(first, last)])
    if due != plain:
        assert first <= date_of(rule, plain) <= last < date_of(rule, due)
        assert date_of(rule, due) - date_of(rule, plain) <= rule.absence_cap


@given(openings(), st.integers(1, 6))
def test_what_is_listed_is_each_deadline_counted_from_the_one_before(case, count):
    rule, opened = case
    listed = rule.upcoming(opened, count)
    assert len(listed) == count
    for before, due in zip([opened, *listed], listed, strict=False):
        assert due == rule.movement(before) > before


@given(openings(), hours(30 * 24, least=-24))
def test_a_clock_that_starts_again_is_back_on_the_grid_in_time(case, left):
    rule, now = case
    due = rule.resumed_movement(now, left)
    assert date_of(rule, due)
    assert due > now
    assert now + left <= due < rule.movement(now) or due == rule.movement(now)
    for window in (rule.retreats, rule.builds):
        due = rule.resumed_short(now, left, window)
        if window.grid is None:
            assert due == max(now, now + left)
        else:
            assert date_of(rule, due, window.grid)
            assert due > now
            assert now + left <= due < rule.short(now, window) or due == rule.short(now, window)
