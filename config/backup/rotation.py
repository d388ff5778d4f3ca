"""The backups of the schedule that stay: one a day, a week and a month, so many of each."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from . import files


@dataclass(frozen=True)
class Rotation:
    """Numbers of days, weeks and months whose last backup is kept."""

    daily: int
    weekly: int
    monthly: int

    def kept(self, times: Iterable[dt.datetime]) -> set[dt.datetime]:
        """Return the times of the backups that stay. The newest one always does."""
        newest_first = sorted(times, reverse=True)
        stay = set(newest_first[:1])
        for number, period in (
            (self.daily, _day),
            (self.weekly, _week),
            (self.monthly, _month),
        ):
            stay |= _last_of_each(newest_first, period, number)
        return stay

    def delete_others(self, folder: Path) -> list[Path]:
        """Delete the other backups of the schedule in a folder; return their paths.

        Call it only after a new backup has been read: then the newest one is good.
        """
        backups = {
            files.time_of(file): file for file in files.named_by_us(folder, files.SCHEDULED_NAME)
        }
        old = [backups[time] for time in backups.keys() - self.kept(backups)]
        for file in old:
            file.unlink()
        return sorted(old)


def _last_of_each(
    newest_first: list[dt.datetime], period: Callable[[dt.datetime], str], number: int
) -> set[dt.datetime]:
    """Return the last time within each of the `number` newest periods that have one."""
    last: dict[str, dt.datetime] = {}
    for time in newest_first:
        last.setdefault(period(time), time)
    return set(list(last.values())[:number])


def _day(time: dt.datetime) -> str:
    return f"{time:%Y-%m-%d}"


def _week(time: dt.datetime) -> str:
    return f"{time:%G-%V}"


def _month(time: dt.datetime) -> str:
    return f"{time:%Y-%m}"
