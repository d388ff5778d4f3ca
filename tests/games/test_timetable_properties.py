"""What holds for every timetable, whatever the clocks of its zone do."""

import datetime as dt
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from games.timetable import Timetable

HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)
FIRST = dt.date(2009, 1, 1)
LAST = dt.date(2030, 1, 1)

ZONES = (
    "UTC", "Europe/Madrid", "America/New_York", "America/Santiago", "America/Nuuk",
    "America/Sao_Paulo", "Africa/Casablanca", "Asia/Beirut", "Asia/Kolkata", "Asia/Pyongyang",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham",
)  # fmt: skip

dates = st.dates(FIRST, LAST)


def midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), tzinfo=dt.UTC)


def hours(most: int, *, least: int = 0) -> st.SearchStrategy[dt.timedelta]:
    return st.integers(least, most).map(lambda count: count * HOUR)


@cache
def before_changes(zone: str) -> list[dt.datetime]:
    """The midnights, in UTC, after which the clocks of a zone change within a day."""
    days = [midnight(FIRST + number * DAY) for number in range((LAST - FIRST).days)]
    offsets = [day.astimezone(ZoneInfo(zone)).utcoffset() for day in days]
    return [day for day, (now, then) in zip(days, pairwise(offsets), strict=False) if now != then]


@st.composite
def openings(draw: Any) -> tuple[Timetable, dt.datetime]:
    """A timetable, and when a phase opens: often so that it may end as clocks change."""
    zone = draw(st.sampled_from(ZONES))
    rule = Timetable(
        draw(st.frozensets(st.integers(0, 6), min_size=1)),
        # Clocks change at night.
        dt.time(draw(st.sampled_from([0, 1, 2, 3, 20, 23])), draw(st.sampled_from([0, 15, 30]))),
        ZoneInfo(zone),
        least=draw(hours(14 * 24)),
        window=48 * HOUR,
        skipped=draw(st.frozensets(dates, max_size=3)),
        absence_cap=draw(hours(30 * 24)),
    )
    changes = before_changes(zone)
    near = st.sampled_from(changes).map(lambda day: day - rule.least) if changes else st.nothing()
    moment = draw(dates.map(midnight) | near) + draw(hours(30, least=-30))
    if draw(st.booleans()):
        due = rule.movement(moment).astimezone(rule.zone)
        rule = replace(rule, skipped=rule.skipped | {due.date()})
    return rule, moment


def date_of(rule: Timetable, due: dt.datetime) -> dt.date:
    """The date of the grid on which a deadline is: there the clocks show its time, or jump from
    before it to after it. It fails if there is none."""
    shown = due.astimezone(rule.zone).replace(tzinfo=None)
    before = (due - dt.timedelta(seconds=1)).astimezone(rule.zone).replace(tzinfo=None)
    for day in (shown.date(), before.date()):
        meant = dt.datetime.combine(day, rule.at)
        if meant == shown or before < meant < shown:
            assert day.weekday() in rule.weekdays
            assert day not in rule.skipped
            return day
    raise AssertionError(f"{due} is on no date of the grid")


@given(openings())
def test_every_movement_deadline_is_on_the_grid_and_leaves_the_least_time(case):
    rule, opened = case
    due = rule.movement(opened)
    assert date_of(rule, due)
    assert due >= opened + rule.least
    assert due > opened


@given(openings())
def test_no_date_on_which_a_phase_could_end_is_passed_over(case):
    rule, opened = case
    last = date_of(rule, rule.movement(opened))
    day = (opened + rule.least).astimezone(rule.zone).date()
    while day < last:
        meant = dt.datetime.combine(day, rule.at)
        end = meant.replace(tzinfo=rule.zone).astimezone(dt.UTC)
        on_grid = day.weekday() in rule.weekdays and day not in rule.skipped
        in_time = end >= opened + rule.least and end > opened
        jumped_over = end.astimezone(rule.zone).replace(tzinfo=None) != meant
        assert not (on_grid and in_time) or jumped_over
        day += DAY


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
    assert now + min(left, rule.least) <= due <= rule.movement(now)
    assert rule.resumed_short(now, left) == max(now, now + left)
