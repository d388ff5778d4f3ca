"""Tables of cases for the rules of deadlines, with all moments written out in UTC.

A timetable is written as `zone weekdays time`, then what differs from the defaults: hours of
`least` (72) and `window` (48), dates of `skip`, days of `cap`. `retreats` and `builds` have windows
of their own: `24@wed,fri@20:00` is one of at least a day that ends on these weekdays. The default
zone is Madrid, where 20:00 is 18:00 UTC in June; a date without a year is in 2025. Most cases are
in the past, since the law may change the zones' clocks in the future.
"""

import datetime as dt
import inspect
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.deadlines.timetable import Grid, Lengths, NoDeadlineError, PhaseWindow, Rule, Timetable

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def moments(text: str) -> list[dt.datetime]:
    return [utc(each.strip()) for each in text.split(",")]


def dates(text: str) -> list[dt.date]:
    """Return dates, in 2025 unless they have a year."""
    full = [each if len(each) > 5 else f"2025-{each}" for each in text.split(",") if each]
    return [dt.date.fromisoformat(each) for each in full]


def grid(days: str, at: str) -> Grid:
    return Grid(
        frozenset(range(7) if days == "daily" else map(WEEKDAYS.index, days.split(","))),
        dt.time.fromisoformat(at),
    )


def window(text: str) -> PhaseWindow:
    hours, *days = text.split("@")
    return PhaseWindow(int(hours) * HOUR, grid(*days) if days else None)


def timetable(text: str) -> Timetable:
    text = text if "/" in text else f"Europe/Madrid {text}"
    zone, days, at, *more = text.split()
    other = dict(each.split("=") for each in more)
    on = grid(days, at)
    return Timetable(
        on.weekdays,
        on.at,
        ZoneInfo(zone),
        least=int(other.pop("least", 72)) * HOUR,
        retreats=window(other.pop("retreats", hours := other.pop("window", "48"))),
        builds=window(other.pop("builds", hours)),
        skipped=frozenset(dates(other.pop("skip", ""))),
        absence_cap=int(other.pop("cap", 0)) * DAY,
        **other,  # an unknown name raises TypeError
    )


def lengths(movement: int, short: int) -> Lengths:
    return Lengths(movement * HOUR, PhaseWindow(short * HOUR), PhaseWindow(short * HOUR))


def cases(text: str) -> list[Any]:
    """Read a table with one case in each line: its name, then its values."""
    rows = [[each.strip() for each in line.split("|")] for line in text.strip().splitlines()]
    return [pytest.param(*values, id=f"{name} ({values[0]})") for name, *values in rows]


# Name | timetable | the movement phase opens | and is due

CLOCKS = """
forward, evening           | Europe/Madrid sun 20:00       | 2025-03-23 19:00 | 2025-03-30 18:00
back, evening              | Europe/Madrid sun 20:00       | 2025-10-19 18:00 | 2025-10-26 19:00
the last minute before     | Europe/Madrid sun 01:59       | 2025-03-23 00:59 | 2025-03-30 00:59
the first jumped over      | Europe/Madrid sun 02:00       | 2025-03-23 01:00 | 2025-03-30 01:00
the middle jumped over     | Europe/Madrid sun 02:30       | 2025-03-23 01:30 | 2025-03-30 01:00
the last jumped over       | Europe/Madrid sun 02:59       | 2025-03-23 01:59 | 2025-03-30 01:00
the first after the jump   | Europe/Madrid sun 03:00       | 2025-03-23 02:00 | 2025-03-30 01:00
a week after the jump      | Europe/Madrid sun 02:30       | 2025-03-30 01:00 | 2025-04-06 00:30
twice                      | Europe/Madrid sun 02:30       | 2025-10-19 00:30 | 2025-10-26 00:30
a week after twice         | Europe/Madrid sun 02:30       | 2025-10-26 00:30 | 2025-11-02 01:30
forward, evening           | Europe/Sofia sun 20:00        | 2025-03-23 18:00 | 2025-03-30 17:00
back, evening              | Europe/Sofia sun 20:00        | 2025-10-19 17:00 | 2025-10-26 18:00
jumped over                | Europe/Sofia sun 03:30        | 2025-03-23 01:30 | 2025-03-30 01:00
twice                      | Europe/Sofia sun 03:30        | 2025-10-19 00:30 | 2025-10-26 00:30
forward, evening           | America/New_York sun 20:00    | 2025-03-03 01:00 | 2025-03-10 00:00
back, evening              | America/New_York sun 20:00    | 2025-10-27 00:00 | 2025-11-03 01:00
jumped over                | America/New_York sun 02:30    | 2025-03-02 07:30 | 2025-03-09 07:00
twice                      | America/New_York sun 01:30    | 2025-10-26 05:30 | 2025-11-02 05:30
back, evening              | Australia/Sydney sun 20:00    | 2025-03-30 09:00 | 2025-04-06 10:00
forward, evening           | Australia/Sydney sun 20:00    | 2025-09-28 10:00 | 2025-10-05 09:00
twice                      | Australia/Sydney sun 02:30    | 2025-03-29 15:30 | 2025-04-05 15:30
jumped over                | Australia/Sydney sun 02:30    | 2025-09-27 16:30 | 2025-10-04 16:00
half an hour back          | Australia/Lord_Howe sun 20:00 | 2025-03-30 09:00 | 2025-04-06 09:30
half an hour forward       | Australia/Lord_Howe sun 20:00 | 2025-09-28 09:30 | 2025-10-05 09:00
twice in half an hour      | Australia/Lord_Howe sun 01:45 | 2025-03-29 14:45 | 2025-04-05 14:45
half an hour jumped over   | Australia/Lord_Howe sun 02:15 | 2025-09-27 15:45 | 2025-10-04 15:30
back, evening              | America/Santiago sun 20:00    | 2025-03-30 23:00 | 2025-04-07 00:00
forward, evening           | America/Santiago sun 20:00    | 2025-09-01 00:00 | 2025-09-07 23:00
jumped over after midnight | America/Santiago sun 00:30    | 2025-08-31 04:30 | 2025-09-07 04:00
twice before midnight      | America/Santiago sat 23:30    | 2025-03-30 02:30 | 2025-04-06 02:30
forward, evening           | Asia/Beirut sun 20:00         | 2025-03-23 18:00 | 2025-03-30 17:00
back, evening              | Asia/Beirut sun 20:00         | 2025-10-19 17:00 | 2025-10-26 18:00
midnight jumped over       | Asia/Beirut sun 00:00         | 2025-03-22 22:00 | 2025-03-29 22:00
twice before midnight      | Asia/Beirut sat 23:30         | 2025-10-18 20:30 | 2025-10-25 20:30
a jump that ends on Sunday | America/Nuuk sat 23:30        | 2025-03-23 01:30 | 2025-03-30 01:00
a week after it            | America/Nuuk sat 23:30        | 2025-03-30 01:00 | 2025-04-06 00:30
due as that Sunday begins  | America/Nuuk sat 23:30        | 2025-03-27 01:00 | 2025-03-30 01:00
back, Saturday in UTC      | Pacific/Auckland sun 08:00    | 2025-03-29 19:00 | 2025-04-05 20:00
forward, Saturday in UTC   | Pacific/Auckland sun 08:00    | 2025-09-20 20:00 | 2025-09-27 19:00
"""

LAWS = """
summer time is kept      | Europe/Istanbul sun 20:00         | 2016-10-23 17:00 | 2016-10-30 17:00
and again                | Europe/Istanbul sun 20:00         | 2016-10-30 17:00 | 2016-11-06 17:00
the year before: put off | Europe/Istanbul sun 20:00         | 2015-10-18 17:00 | 2015-10-25 17:00
the year before: at last | Europe/Istanbul sun 20:00         | 2015-11-01 17:00 | 2015-11-08 18:00
another offset for good  | Asia/Almaty fri 20:00             | 2024-02-23 14:00 | 2024-03-01 15:00
29 February ends twice   | Asia/Almaty thu 23:30             | 2024-02-22 17:30 | 2024-02-29 17:30
Ramadan begins           | Africa/Casablanca sun 20:00       | 2025-02-16 19:00 | 2025-02-23 20:00
Ramadan ends             | Africa/Casablanca sun 20:00       | 2025-03-30 20:00 | 2025-04-06 19:00
twice as Ramadan begins  | Africa/Casablanca sun 02:30       | 2025-02-16 01:30 | 2025-02-23 01:30
jumped over as it ends   | Africa/Casablanca sun 02:30       | 2025-03-30 02:30 | 2025-04-06 02:00
a Friday that never was  | Pacific/Apia fri 20:00            | 2011-12-24 06:00 | 2012-01-06 06:00
nor began                | Pacific/Apia fri 00:00            | 2011-12-23 10:00 | 2012-01-05 10:00
the Saturday after it    | Pacific/Apia sat 20:00            | 2011-12-25 06:00 | 2011-12-31 06:00
from the day before      | Pacific/Apia thu 20:00            | 2011-12-30 06:00 | 2012-01-05 06:00
a day left out           | Pacific/Apia daily 20:00 least=24 | 2011-12-30 06:00 | 2011-12-31 06:00
the last summer          | America/Sao_Paulo sun 20:00       | 2018-10-28 23:00 | 2018-11-04 22:00
the last jump            | America/Sao_Paulo sun 00:30       | 2018-10-28 03:30 | 2018-11-04 03:00
no summer any more       | America/Sao_Paulo sun 20:00       | 2019-10-27 23:00 | 2019-11-03 23:00
half an hour to midnight | Asia/Pyongyang fri 23:45          | 2018-04-27 15:15 | 2018-05-04 15:00
winter time is dropped   | Asia/Amman fri 20:00              | 2022-10-21 17:00 | 2022-10-28 17:00
summer time is dropped   | America/Mexico_City sun 20:00     | 2023-03-27 02:00 | 2023-04-03 02:00
an hour west             | Europe/Volgograd sun 20:00        | 2020-12-20 16:00 | 2020-12-27 17:00
"""

LEAST_TIMES = """
three days to the minute    | sun 20:00            | 2025-06-05 18:00    | 2025-06-08 18:00
a second too late           | sun 20:00            | 2025-06-05 18:00:01 | 2025-06-15 18:00
none, a minute before       | sun 20:00 least=0    | 2025-06-08 17:59    | 2025-06-08 18:00
none, and never at once     | sun 20:00 least=0    | 2025-06-08 18:00    | 2025-06-15 18:00
two weeks to the minute     | sun 20:00 least=336  | 2025-06-01 18:00    | 2025-06-15 18:00
two weeks and a minute late | sun 20:00 least=336  | 2025-06-01 18:01    | 2025-06-22 18:00
24 h in the day of 25       | daily 20:00 least=24 | 2025-10-25 18:00    | 2025-10-26 19:00
and a minute late           | daily 20:00 least=24 | 2025-10-25 18:01    | 2025-10-27 19:00
24 h in the day of 23       | daily 20:00 least=24 | 2025-03-29 19:00    | 2025-03-30 18:00
and a minute late           | daily 20:00 least=24 | 2025-03-29 19:01    | 2025-03-31 18:00
72 h in the days of 73      | sun 20:00            | 2025-10-23 18:00    | 2025-10-26 19:00
and a second late           | sun 20:00            | 2025-10-23 18:00:01 | 2025-11-02 19:00
72 h in the days of 71      | sun 20:00            | 2025-03-27 19:00    | 2025-03-30 18:00
and a second late           | sun 20:00            | 2025-03-27 19:00:01 | 2025-04-06 18:00
24 h to what is jumped over | daily 02:30 least=24 | 2025-03-29 01:30    | 2025-03-30 01:00
and from it                 | daily 02:30 least=24 | 2025-03-30 01:00    | 2025-03-31 00:30
and a minute late           | daily 02:30 least=24 | 2025-03-30 01:01    | 2025-04-01 00:30
24 h to what comes twice    | daily 02:30 least=24 | 2025-10-25 00:30    | 2025-10-26 00:30
and from it                 | daily 02:30 least=24 | 2025-10-26 00:30    | 2025-10-27 01:30
and a minute late           | daily 02:30 least=24 | 2025-10-26 00:31    | 2025-10-28 01:30
from before, but after it   | daily 02:30 least=24 | 2025-10-26 01:15    | 2025-10-28 01:30
from it a second time       | daily 02:30 least=24 | 2025-10-26 01:30    | 2025-10-28 01:30
24 h from what is once      | daily 03:00 least=24 | 2025-10-26 02:00    | 2025-10-27 02:00
none, between two times     | daily 02:30 least=0  | 2025-10-26 01:15    | 2025-10-27 01:30
"""

SEVERAL_WEEKDAYS = """
the second of two        | mon,thu 20:00                       | 2025-06-02 18:00 | 2025-06-05 18:00
the first of two         | mon,thu 20:00                       | 2025-06-05 18:00 | 2025-06-09 18:00
after a retreat          | mon,thu 20:00                       | 2025-06-04 18:00 | 2025-06-09 18:00
the second of three      | mon,wed,fri 20:00 least=24          | 2025-06-02 18:00 | 2025-06-04 18:00
the third of three       | mon,wed,fri 20:00 least=24          | 2025-06-04 18:00 | 2025-06-06 18:00
the first of three       | mon,wed,fri 20:00 least=24          | 2025-06-06 18:00 | 2025-06-09 18:00
three, after a retreat   | mon,wed,fri 20:00 least=24          | 2025-06-04 19:00 | 2025-06-06 18:00
the one of two running   | Europe/Sofia sat,sun 12:00 least=24 | 2025-06-01 09:00 | 2025-06-07 09:00
the other of two running | Europe/Sofia sat,sun 12:00 least=24 | 2025-06-07 09:00 | 2025-06-08 09:00
"""

SKIPPED_DATES = """
one                   | sun 20:00 skip=06-08                  | 2025-06-01 18:00 | 2025-06-15 18:00
several running       | sun 20:00 skip=12-14,12-21,12-28      | 2025-12-07 19:00 | 2026-01-04 19:00
another weekday       | sun 20:00 skip=06-07                  | 2025-06-01 18:00 | 2025-06-08 18:00
one of two            | mon,thu 20:00 skip=06-05              | 2025-06-02 18:00 | 2025-06-09 18:00
when clocks change    | sun 20:00 skip=03-30                  | 2025-03-23 19:00 | 2025-04-06 18:00
its local date, east  | Pacific/Auckland sun 08:00 skip=06-08 | 2025-05-31 20:00 | 2025-06-14 20:00
the date in UTC, east | Pacific/Auckland sun 08:00 skip=06-07 | 2025-05-31 20:00 | 2025-06-07 20:00
its local date, west  | America/New_York sun 20:00 skip=06-08 | 2025-06-02 00:00 | 2025-06-16 00:00
the date in UTC, west | America/New_York sun 20:00 skip=06-09 | 2025-06-02 00:00 | 2025-06-09 00:00
a jump into Sunday    | America/Nuuk sat 23:30 skip=03-29     | 2025-03-23 01:30 | 2025-04-06 00:30
"""

ODD_MOMENTS = """
the master extended to Tuesday noon | sun 20:00     | 2025-06-10 12:00    | 2025-06-15 18:00
the master extended to Friday       | sun 20:00     | 2025-06-13 09:30    | 2025-06-22 18:00
extended by an hour                 | sun 20:00     | 2025-06-01 19:00    | 2025-06-08 18:00
all were ready on Wednesday         | sun 20:00     | 2025-06-04 10:17:23 | 2025-06-08 18:00
all were ready on Friday            | sun 20:00     | 2025-06-06 10:17:23 | 2025-06-15 18:00
all were ready at once, of two days | mon,thu 20:00 | 2025-06-03 08:00    | 2025-06-09 18:00
the retreat took an hour            | sun 20:00     | 2025-06-01 19:03:11 | 2025-06-08 18:00
the worker came twelve minutes late | sun 20:00     | 2025-06-01 18:12    | 2025-06-08 18:00
the site was down for a month       | sun 20:00     | 2025-07-02 03:04:05 | 2025-07-06 18:00
"""

LEAP_YEARS = """
to 29 February        | tue 20:00                 | 2028-02-22 19:00 | 2028-02-29 19:00
from 29 February      | tue 20:00                 | 2028-02-29 19:00 | 2028-03-07 19:00
three days before it  | daily 20:00               | 2028-02-26 19:00 | 2028-02-29 19:00
across it             | wed 20:00                 | 2028-02-27 19:00 | 2028-03-01 19:00
29 February skipped   | tue 20:00 skip=2028-02-29 | 2028-02-22 19:00 | 2028-03-07 19:00
there is none in 2027 | sun,mon 20:00 least=24    | 2027-02-28 19:00 | 2027-03-01 19:00
"""


# Name | timetable | the clock starts again | hours that were left | the phase is due

PAUSES = """
after an hour               | sun 20:00            | 2025-06-02 11:00 | 152 | 2025-06-08 18:00
after three weeks           | sun 20:00            | 2025-06-25 10:00 | 152 | 2025-06-29 18:00
three weeks, on a Friday    | sun 20:00            | 2025-06-27 10:00 | 152 | 2025-07-06 18:00
little left, and time       | sun 20:00            | 2025-06-29 12:00 | 5   | 2025-06-29 18:00
little left, to the minute  | sun 20:00            | 2025-06-29 13:00 | 5   | 2025-06-29 18:00
little left, and no time    | sun 20:00            | 2025-06-29 13:01 | 5   | 2025-07-06 18:00
nothing left                | sun 20:00            | 2025-06-25 10:00 | 0   | 2025-06-29 18:00
nothing left, and never now | sun 20:00            | 2025-06-29 18:00 | 0   | 2025-07-06 18:00
overdue                     | sun 20:00            | 2025-06-29 19:00 | -9  | 2025-07-06 18:00
paused over the change      | sun 20:00            | 2025-03-27 18:00 | 152 | 2025-03-30 18:00
72 h in the days of 71      | sun 20:00            | 2025-03-27 19:00 | 152 | 2025-03-30 18:00
and a minute late           | sun 20:00            | 2025-03-27 19:01 | 152 | 2025-04-06 18:00
23 h left in the day of 23  | sun 20:00            | 2025-03-29 19:00 | 23  | 2025-03-30 18:00
24 h left in the day of 23  | sun 20:00            | 2025-03-29 19:00 | 24  | 2025-04-06 18:00
25 h left in the day of 25  | sun 20:00            | 2025-10-25 18:00 | 25  | 2025-10-26 19:00
26 h left in the day of 25  | sun 20:00            | 2025-10-25 18:00 | 26  | 2025-11-02 19:00
resumed before a skip       | sun 20:00 skip=06-29 | 2025-06-25 10:00 | 5   | 2025-07-06 18:00
"""

# Name | timetable | opens | the dates from and to which players are away | is due

ABSENCES = """
no cap, no moving  | sun 20:00                  | 2025-06-01 18:00 | 06-08 06-08 | 2025-06-08 18:00
one date           | sun 20:00 cap=7            | 2025-06-01 18:00 | 06-08 06-08 | 2025-06-15 18:00
a day over the cap | sun 20:00 cap=6            | 2025-06-01 18:00 | 06-08 06-08 | 2025-06-08 18:00
two weeks, cap one | sun 20:00 cap=7            | 2025-06-01 18:00 | 06-05 06-17 | 2025-06-08 18:00
its second week    | sun 20:00 cap=7            | 2025-06-08 18:00 | 06-05 06-17 | 2025-06-22 18:00
two weeks          | sun 20:00 cap=14           | 2025-06-01 18:00 | 06-05 06-17 | 2025-06-22 18:00
a whole month      | sun 20:00 cap=14           | 2025-06-01 18:00 | 06-05 07-05 | 2025-06-08 18:00
between deadlines  | sun 20:00 cap=7            | 2025-06-01 18:00 | 06-02 06-07 | 2025-06-08 18:00
a later one        | sun 20:00 cap=7            | 2025-06-01 18:00 | 06-09 06-15 | 2025-06-08 18:00
its first date     | sun 20:00 cap=7            | 2025-06-01 18:00 | 06-08 06-14 | 2025-06-15 18:00
its last date      | sun 20:00 cap=7            | 2025-06-01 18:00 | 06-02 06-08 | 2025-06-15 18:00
of two weekdays    | mon,thu 20:00 cap=4        | 2025-06-02 18:00 | 06-04 06-06 | 2025-06-09 18:00
and a skip         | sun 20:00 cap=7 skip=06-15 | 2025-06-01 18:00 | 06-08 06-08 | 2025-06-08 18:00
after a skip       | sun 20:00 cap=7 skip=06-08 | 2025-06-01 18:00 | 06-15 06-15 | 2025-06-22 18:00
a week of 169 h    | sun 20:00 cap=7            | 2025-10-12 18:00 | 10-19 10-19 | 2025-10-26 19:00
its local date     | Asia/Tokyo sun 08:00 cap=7 | 2025-05-31 23:00 | 06-08 06-08 | 2025-06-14 23:00
not its UTC date   | Asia/Tokyo sun 08:00 cap=7 | 2025-05-31 23:00 | 06-07 06-07 | 2025-06-07 23:00
"""

# Name | timetable | a retreat or adjustment phase opens | and is due

WINDOWS = """
two days               | sun 20:00                           | 2025-06-01 18:00 | 2025-06-03 18:00
an hour                | sun 20:00 window=1                  | 2025-06-01 18:00 | 2025-06-01 19:00
a week                 | sun 20:00 window=168                | 2025-06-01 18:00 | 2025-06-08 18:00
a skipped date         | sun 20:00 skip=06-03                | 2025-06-01 18:00 | 2025-06-03 18:00
at any odd moment      | sun 20:00                           | 2025-06-02 03:04 | 2025-06-04 03:04
forward, two days      | fri 20:00                           | 2025-03-28 19:00 | 2025-03-30 18:00
back, two days         | fri 20:00                           | 2025-10-24 18:00 | 2025-10-26 19:00
forward, a week        | sun 20:00 window=168                | 2025-03-23 19:00 | 2025-03-30 18:00
back, in the south     | Australia/Sydney fri 20:00          | 2025-04-04 09:00 | 2025-04-06 10:00
forward, in the south  | Australia/Sydney fri 20:00          | 2025-10-03 10:00 | 2025-10-05 09:00
jumped over            | fri 02:30                           | 2025-03-28 01:30 | 2025-03-30 01:00
twice                  | fri 02:30                           | 2025-10-24 00:30 | 2025-10-26 00:30
from the first time    | sun 02:30                           | 2025-10-26 00:30 | 2025-10-28 01:30
from the second time   | sun 02:30                           | 2025-10-26 01:30 | 2025-10-28 01:30
an hour from the first | sun 02:30 window=1                  | 2025-10-26 00:30 | 2025-10-26 02:30
and from the second    | sun 02:30 window=1                  | 2025-10-26 01:30 | 2025-10-26 02:30
two hours come twice   | Antarctica/Troll sun 01:30 window=1 | 2025-10-25 23:30 | 2025-10-26 00:30
and the second time    | Antarctica/Troll sun 01:30 window=1 | 2025-10-26 01:30 | 2025-10-26 02:30
"""

# Name | timetable | a phase opens | its retreats are due | its builds are due

APART = """
in hours        | sun 20:00 window=24 builds=72        | 06-01 18:00 | 06-02 18:00 | 06-04 18:00
on a weekday    | sun 20:00 window=24 builds=24@wed@20:00 | 06-01 18:00 | 06-02 18:00 | 06-04 18:00
after retreats  | sun 20:00 window=24 builds=24@wed@20:00 | 06-02 18:00 | 06-03 18:00 | 06-04 18:00
just in time    | sun 20:00 window=24 builds=24@wed@20:00 | 06-03 18:00 | 06-04 18:00 | 06-04 18:00
a minute late   | sun 20:00 window=24 builds=24@wed@20:00 | 06-03 18:01 | 06-04 18:01 | 06-11 18:00
two weekdays    | sun 20:00 builds=24@wed,fri@20:00    | 06-03 18:01 | 06-05 18:01 | 06-06 18:00
a skipped date  | sun 20:00 builds=1@wed@20:00 skip=06-04 | 06-01 18:00 | 06-03 18:00 | 06-11 18:00
another time    | sun 20:00 builds=1@wed@08:30         | 06-01 18:00 | 06-03 18:00 | 06-04 06:30
retreats on one | sun 20:00 retreats=12@tue@20:00      | 06-01 18:00 | 06-03 18:00 | 06-03 18:00
clocks go back  | sun 20:00 retreats=48@sun@20:00      | 10-24 18:00 | 10-26 19:00 | 10-26 19:00
on opening      | sun 20:00 builds=1@daily@20:00       | 06-01 18:00 | 06-03 18:00 | 06-02 18:00
"""

# Name | hours of movement and of short phases | opens | movement is due | the short one is due

PLAIN = """
a day and an hour   | 24 1    | 2025-06-01 18:00    | 2025-06-02 18:00    | 2025-06-01 19:00
the shortest        | 1 1     | 2025-06-01 18:00    | 2025-06-01 19:00    | 2025-06-01 19:00
the longest         | 720 720 | 2025-06-01 18:00    | 2025-07-01 18:00    | 2025-07-01 18:00
to 29 February      | 24 12   | 2028-02-28 20:00    | 2028-02-29 20:00    | 2028-02-29 08:00
over it             | 48 24   | 2028-02-28 20:00    | 2028-03-01 20:00    | 2028-02-29 20:00
while clocks change | 168 48  | 2025-03-28 19:00    | 2025-04-04 19:00    | 2025-03-30 19:00
to the second       | 72 48   | 2025-06-01 18:00:07 | 2025-06-04 18:00:07 | 2025-06-03 18:00:07
"""

# From January 2025 to January 2026, at 20:00: in winter an hour later in UTC than in summer.
MADRID = """
2025-01-05 19:00, 2025-01-12 19:00, 2025-01-19 19:00, 2025-01-26 19:00, 2025-02-02 19:00,
2025-02-09 19:00, 2025-02-16 19:00, 2025-02-23 19:00, 2025-03-02 19:00, 2025-03-09 19:00,
2025-03-16 19:00, 2025-03-23 19:00, 2025-03-30 18:00, 2025-04-06 18:00, 2025-04-13 18:00,
2025-04-20 18:00, 2025-04-27 18:00, 2025-05-04 18:00, 2025-05-11 18:00, 2025-05-18 18:00,
2025-05-25 18:00, 2025-06-01 18:00, 2025-06-08 18:00, 2025-06-15 18:00, 2025-06-22 18:00,
2025-06-29 18:00, 2025-07-06 18:00, 2025-07-13 18:00, 2025-07-20 18:00, 2025-07-27 18:00,
2025-08-03 18:00, 2025-08-10 18:00, 2025-08-17 18:00, 2025-08-24 18:00, 2025-08-31 18:00,
2025-09-07 18:00, 2025-09-14 18:00, 2025-09-21 18:00, 2025-09-28 18:00, 2025-10-05 18:00,
2025-10-12 18:00, 2025-10-19 18:00, 2025-10-26 19:00, 2025-11-02 19:00, 2025-11-09 19:00,
2025-11-16 19:00, 2025-11-23 19:00, 2025-11-30 19:00, 2025-12-07 19:00, 2025-12-14 19:00,
2025-12-21 19:00, 2025-12-28 19:00, 2026-01-04 19:00
"""

SYDNEY = """
2025-01-05 09:00, 2025-01-12 09:00, 2025-01-19 09:00, 2025-01-26 09:00, 2025-02-02 09:00,
2025-02-09 09:00, 2025-02-16 09:00, 2025-02-23 09:00, 2025-03-02 09:00, 2025-03-09 09:00,
2025-03-16 09:00, 2025-03-23 09:00, 2025-03-30 09:00, 2025-04-06 10:00, 2025-04-13 10:00,
2025-04-20 10:00, 2025-04-27 10:00, 2025-05-04 10:00, 2025-05-11 10:00, 2025-05-18 10:00,
2025-05-25 10:00, 2025-06-01 10:00, 2025-06-08 10:00, 2025-06-15 10:00, 2025-06-22 10:00,
2025-06-29 10:00, 2025-07-06 10:00, 2025-07-13 10:00, 2025-07-20 10:00, 2025-07-27 10:00,
2025-08-03 10:00, 2025-08-10 10:00, 2025-08-17 10:00, 2025-08-24 10:00, 2025-08-31 10:00,
2025-09-07 10:00, 2025-09-14 10:00, 2025-09-21 10:00, 2025-09-28 10:00, 2025-10-05 09:00,
2025-10-12 09:00, 2025-10-19 09:00, 2025-10-26 09:00, 2025-11-02 09:00, 2025-11-09 09:00,
2025-11-16 09:00, 2025-11-23 09:00, 2025-11-30 09:00, 2025-12-07 09:00, 2025-12-14 09:00,
2025-12-21 09:00, 2025-12-28 09:00, 2026-01-04 09:00
"""


def table(text: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("rule", "opened", "due"), cases(text))


@table(CLOCKS)
def test_a_grid_of_local_times_stays_where_it_is_when_clocks_change(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@table(LAWS)
def test_a_grid_follows_the_law_of_its_zone(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@table(LEAST_TIMES)
def test_a_movement_phase_never_lasts_less_than_the_least_time(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@table(SEVERAL_WEEKDAYS)
def test_of_several_weekdays_the_first_counts_that_leaves_time(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@table(SKIPPED_DATES)
def test_no_movement_phase_is_due_on_a_skipped_date(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@table(ODD_MOMENTS)
def test_after_a_phase_that_ended_at_any_odd_moment_the_next_is_on_the_grid(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@table(LEAP_YEARS)
def test_29_february_is_a_date_like_any_other(rule, opened, due):
    assert timetable(rule).movement(utc(opened)) == utc(due)


@pytest.mark.parametrize(("rule", "now", "left", "due"), cases(PAUSES))
def test_a_movement_phase_that_stood_still_goes_back_to_the_grid(rule, now, left, due):
    assert timetable(rule).resumed_movement(utc(now), int(left) * HOUR) == utc(due)


@pytest.mark.parametrize(("rule", "opened", "away", "due"), cases(ABSENCES))
def test_absences_move_a_deadline_within_the_cap_or_not_at_all(rule, opened, away, due):
    first, last = dates(away.replace(" ", ","))
    assert timetable(rule).movement(utc(opened), away=[(first, last)]) == utc(due)


@pytest.mark.parametrize(
    ("away", "due"),
    [
        (["06-06,06-09", "06-14,06-16"], "2025-06-22 18:00"),
        (["06-14,06-16", "06-06,06-09"], "2025-06-22 18:00"),
        (["06-01,06-10", "06-06,06-09"], "2025-06-15 18:00"),
        (["06-01,06-10", "06-14,06-16", "06-20,06-29"], "2025-06-08 18:00"),
    ],
)
def test_the_cap_holds_for_the_absences_of_all_players_together(away, due):
    spans = [(first, last) for first, last in map(dates, away)]
    rule = timetable("sun 20:00 cap=14")
    assert rule.movement(utc("2025-06-01 18:00"), away=spans) == utc(due)


def test_absences_move_what_is_resumed_and_what_is_foreseen_too():
    rule = timetable("sun 20:00 cap=7")
    away = [(dt.date(2025, 6, 8), dt.date(2025, 6, 8))]
    resumed = rule.resumed_movement(utc("2025-06-03 10:00"), 10 * HOUR, away=away)
    assert resumed == utc("2025-06-15 18:00")
    foreseen = rule.upcoming(utc("2025-05-25 18:00"), 3, away=away)
    assert foreseen == [utc(f"2025-06-{day} 18:00") for day in ("01", "15", "22")]


@table(WINDOWS)
def test_a_retreat_or_adjustment_phase_lasts_its_window_on_no_grid(rule, opened, due):
    read = timetable(rule)
    assert read.short(utc(opened), read.retreats) == utc(due)
    assert read.short(utc(opened), read.builds) == utc(due)


@pytest.mark.parametrize(("rule", "opened", "retreats", "builds"), cases(APART))
def test_retreats_and_builds_have_windows_of_their_own(rule, opened, retreats, builds):
    read = timetable(rule)
    opens = utc(f"2025-{opened}")
    assert read.short(opens, read.retreats) == utc(f"2025-{retreats}")
    assert read.short(opens, read.builds) == utc(f"2025-{builds}")


def test_a_window_on_weekdays_needs_a_date_that_is_not_skipped():
    every = frozenset(dt.date(2025, 6, 4) + number * 7 * DAY for number in range(120))
    rule = replace(timetable("sun 20:00 builds=24@wed@20:00"), skipped=every)
    with pytest.raises(NoDeadlineError):
        rule.short(utc("2025-06-01 18:00"), rule.builds)
    assert rule.movement(utc("2025-06-01 18:00")) == utc("2025-06-08 18:00")


def test_a_window_on_weekdays_goes_on_to_a_date_that_leaves_what_was_left():
    rule = timetable("sun 20:00 builds=24@wed,fri@20:00")
    now = utc("2025-06-03 19:00")
    assert rule.resumed_short(now, 23 * HOUR, rule.builds) == utc("2025-06-04 18:00")
    assert rule.resumed_short(now, 30 * HOUR, rule.builds) == utc("2025-06-06 18:00")


@pytest.mark.parametrize(
    ("left", "due"),
    [(30, "2025-06-04 00:01"), (0, "2025-06-02 18:01"), (-9, "2025-06-02 18:01")],
)
def test_what_stood_still_outside_the_grid_has_as_long_as_it_had_left(left, due):
    now = utc("2025-06-02 18:01")
    for rule in (timetable("sun 20:00"), lengths(72, 48)):
        assert rule.resumed_short(now, left * HOUR, rule.retreats) == utc(due)
    assert lengths(72, 48).resumed_movement(now, left * HOUR) == utc(due)


@pytest.mark.parametrize(("hours", "opened", "movement", "short"), cases(PLAIN))
def test_plain_lengths_are_hours_from_the_moment_they_are_counted_from(
    hours, opened, movement, short
):
    rule = lengths(*map(int, hours.split()))
    assert rule.movement(utc(opened)) == utc(movement)
    assert rule.short(utc(opened), rule.retreats) == utc(short)


def test_nobodys_absence_moves_plain_lengths():
    away = [(dt.date(2025, 6, 1), dt.date(2025, 6, 30))]
    opened = utc("2025-06-01 18:00")
    assert lengths(24, 12).movement(opened, away=away) == utc("2025-06-02 18:00")
    assert lengths(24, 12).resumed_movement(opened, HOUR, away=away) == utc("2025-06-01 19:00")
    assert lengths(24, 12).upcoming(opened, 1, away=away) == [utc("2025-06-02 18:00")]


def year(rule: Rule, began: dt.datetime, turns: int) -> list[dt.datetime]:
    """Return the movement deadlines of a game in which no phase ends early.

    It has retreats in every turn and adjustments in every winter.
    """
    due, opened = [], began
    for turn in range(turns):
        due.append(rule.movement(opened))
        opened = rule.short(due[-1], rule.retreats)
        if turn % 2:
            opened = rule.short(opened, rule.builds)
    return due


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("zone", "due"), [("Europe/Madrid", MADRID), ("Australia/Sydney", SYDNEY)])
def test_a_weekly_game_with_retreats_and_adjustments_is_due_on_sundays_all_year(zone, due, first):
    # Retreats, adjustments and the least time fill a week. For one of the two first Sundays,
    # adjustments fall into the weeks in which the clocks change.
    sundays = moments(due)[first:]
    rule = timetable(f"{zone} sun 20:00 least=72 window=48")
    assert year(rule, sundays[0] - 4 * DAY, len(sundays)) == sundays


def test_a_daily_game_is_due_on_every_evening_of_the_year():
    rule = timetable("daily 20:00 least=24")
    due = rule.upcoming(utc("2024-12-31 19:00"), 365)
    evenings = [moment.astimezone(rule.zone).replace(tzinfo=None) for moment in due]
    assert evenings == [dt.datetime(2025, 1, 1, 20) + day * DAY for day in range(365)]  # noqa: DTZ001


FIVE_SUNDAYS = """
2025-10-05 18:00, 2025-10-19 18:00, 2025-10-26 19:00, 2025-11-02 19:00, 2025-11-09 19:00
"""
FIVE_IN_TURN = """
2025-03-11 01:00, 2025-03-14 01:00, 2025-03-18 01:00, 2025-03-21 01:00, 2025-03-25 01:00
"""
FIVE_LENGTHS = """
2028-02-29 18:00, 2028-03-02 06:00, 2028-03-03 18:00, 2028-03-05 06:00, 2028-03-06 18:00
"""


@pytest.mark.parametrize(
    ("rule", "after", "due"),
    [
        (timetable("sun 20:00 skip=10-12"), "2025-09-28 18:00", FIVE_SUNDAYS),
        (timetable("America/New_York mon,thu 21:00"), "2025-03-04 12:00", FIVE_IN_TURN),
        (lengths(36, 12), "2028-02-28 06:00", FIVE_LENGTHS),
    ],
)
def test_the_next_five_deadlines_are_listed(rule, after, due):
    assert rule.upcoming(utc(after), 5) == moments(due)
    assert rule.upcoming(utc(after), 0) == []


def test_a_timetable_and_plain_lengths_answer_the_same_questions():
    def asked(kind: type) -> dict[str, inspect.Signature]:
        functions = inspect.getmembers(kind, inspect.isfunction)
        return {name: inspect.signature(each) for name, each in functions if name[0] != "_"}

    assert asked(Timetable) == asked(Lengths)
    assert {"movement", "short", "upcoming"} < set(asked(Lengths))


def test_a_moment_of_another_zone_is_the_same_moment_and_is_answered_in_utc():
    opened = dt.datetime(2025, 3, 23, 20, tzinfo=ZoneInfo("Europe/Madrid"))
    rule, plain = timetable("sun 20:00 window=168"), lengths(167, 168)
    short = rule.short(opened, rule.retreats)
    for due in (rule.movement(opened), short, plain.movement(opened)):
        assert (due, due.tzinfo) == (utc("2025-03-30 18:00"), dt.UTC)
    # That week has 167 hours in Madrid.
    short = plain.short(opened, plain.retreats)
    assert (short, short.tzinfo) == (utc("2025-03-30 19:00"), dt.UTC)


def test_a_jump_ends_at_its_second_for_a_moment_of_any_fraction():
    opened = utc("2025-03-28 01:30:07.500")
    rule = timetable("fri 02:30")
    assert rule.short(opened, rule.retreats) == utc("2025-03-30 01:00")


def test_a_time_marked_as_the_second_of_two_is_the_first_all_the_same():
    second = replace(timetable("sun 02:30"), at=dt.time(2, 30, fold=1))
    assert second.movement(utc("2025-10-19 00:30")) == utc("2025-10-26 00:30")


# Refusals


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"weekdays": frozenset()}, "no weekday"),
        ({"weekdays": frozenset({7})}, "from 0 to 6"),
        ({"weekdays": frozenset({-1, 3})}, "from 0 to 6"),
        ({"at": dt.time(20, tzinfo=dt.UTC)}, "zone of its own"),
        ({"at": dt.time(20, 0, 1)}, "hours and minutes"),
        ({"at": dt.time(20, 0, 0, 1)}, "hours and minutes"),
        ({"least": -dt.timedelta(seconds=1)}, "the least time"),
        ({"least": 14 * DAY + dt.timedelta(seconds=1)}, "the least time"),
        ({"retreats": PhaseWindow(HOUR - dt.timedelta(seconds=1))}, "the window"),
        ({"builds": PhaseWindow(HOUR - dt.timedelta(seconds=1))}, "the window"),
        ({"retreats": PhaseWindow(7 * DAY + dt.timedelta(seconds=1))}, "the window"),
        ({"builds": PhaseWindow(7 * DAY + dt.timedelta(seconds=1))}, "the window"),
        ({"absence_cap": -DAY}, "the cap of absences"),
        ({"absence_cap": 31 * DAY}, "the cap of absences"),
    ],
)
def test_what_makes_no_timetable_is_refused_and_the_word_says_why(changed, word):
    with pytest.raises(ValueError, match=word):
        replace(timetable("sun 20:00"), **changed)


@pytest.mark.parametrize(
    ("movement", "short", "word"),
    [
        (0, 1, "a movement phase is .* from 0:03:00"),
        (721, 1, "a movement phase is .* from 0:03:00"),
        (-24, 1, "a movement phase is .* from 0:03:00"),
        (0.04, 1, "a movement phase is .* from 0:03:00"),
        (1, 0, "a short phase is .* from 0:01:00"),
        (1, 721, "a short phase is .* from 0:01:00"),
    ],
)
def test_plain_lengths_of_a_live_game_to_30_days_are_taken_and_no_others(movement, short, word):
    with pytest.raises(ValueError, match=f"{word} to 30 days"):
        lengths(movement, short)


def test_plain_lengths_have_no_weekdays():
    window = PhaseWindow(24 * HOUR, grid("wed", "20:00"))
    with pytest.raises(ValueError, match="no weekdays"):
        Lengths(24 * HOUR, PhaseWindow(24 * HOUR), window)


@pytest.mark.parametrize("rule", [timetable("sun 20:00"), lengths(72, 48)])
def test_a_moment_without_a_zone_is_refused(rule: Rule):
    naive = dt.datetime(2025, 6, 1, 18)  # noqa: DTZ001 - meant
    for ask in (
        lambda: rule.movement(naive),
        lambda: rule.short(naive, rule.retreats),
        lambda: rule.resumed_movement(naive, HOUR),
        lambda: rule.resumed_short(naive, HOUR, rule.builds),
        lambda: rule.upcoming(naive, 1),
    ):
        with pytest.raises(ValueError, match="without a zone"):
            ask()


def test_a_timetable_without_a_date_for_two_years_says_so_and_ends():
    sundays = frozenset(dt.date(2025, 1, 5) + 7 * DAY * week for week in range(120))
    plain = timetable("sun 20:00")
    empty = replace(plain, skipped=sundays)
    for ask in (
        lambda: empty.movement(utc("2025-01-01 12:00")),
        lambda: empty.resumed_movement(utc("2025-01-01 12:00"), HOUR),
        lambda: empty.upcoming(utc("2025-01-01 12:00"), 5),
    ):
        with pytest.raises(NoDeadlineError, match="two years after 2025-01-01"):
            ask()
    # There is a date again within two years.
    assert empty.movement(utc("2025-05-01 12:00")) == utc("2027-04-25 18:00")


def test_players_who_are_away_for_ever_stop_no_game():
    rule = timetable("daily 20:00 cap=30")
    away = [(dt.date.min, dt.date.max)]
    assert rule.movement(utc("2025-06-01 18:00"), away=away) == utc("2025-06-04 18:00")
