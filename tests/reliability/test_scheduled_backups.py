"""Backups on a schedule: when one is made, which ones stay, and what a failure leaves."""

import datetime as dt
import fcntl
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from accounts import clock
from config import schedule, tasks
from config.backup import engines, files, restoring, scheduled
from config.backup.rotation import Rotation
from config.celery import app
from config.monitoring import metrics

from . import backups
from .test_settings import PRODUCTION, ask

NOON = dt.datetime(2031, 5, 14, 12, tzinfo=dt.UTC)  # a Wednesday
DAY = dt.timedelta(days=1)


def at(moment: dt.datetime) -> Any:
    return clock.stopped_at(moment)


@pytest.fixture
def folder(
    request: pytest.FixtureRequest,
    transactional_db: None,
    settings: Any,
    tmp_path: Path,
    monkeypatch: Any,
) -> Path:
    """The folder of a site that makes backups at three o'clock, and has been there for long."""
    if connection.vendor == "postgresql":
        path = backups.programs(request.getfixturevalue("postgres_url"))
        monkeypatch.setenv("PATH", path)
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    settings.BACKUP_HOUR = 3
    settings.BACKUPS_DAILY, settings.BACKUPS_WEEKLY, settings.BACKUPS_MONTHLY = 2, 2, 0
    return tmp_path / "backups"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("entente*"))


def test_one_is_made_after_the_hour_and_no_second_one_that_day(folder: Path) -> None:
    with at(NOON):
        made = scheduled.back_up_if_due()
        assert made is not None
        restoring.check(made)
        assert scheduled.back_up_if_due() is None
    with at(NOON + dt.timedelta(hours=14, minutes=59)):
        assert scheduled.back_up_if_due() is None
    with at(NOON + dt.timedelta(hours=15)):
        assert scheduled.back_up_if_due() is not None
    assert len(names(folder)) == 2


def test_a_site_of_today_waits_for_its_first_night(folder: Path) -> None:
    with at(dt.datetime.now(dt.UTC)):
        assert scheduled.back_up_if_due() is None
    with at(dt.datetime.now(dt.UTC) + DAY):
        assert scheduled.back_up_if_due() is not None


def test_only_files_of_the_schedule_are_ever_deleted(folder: Path, tmp_path: Path) -> None:
    suffix = engines.current().SUFFIX
    folder.mkdir()
    own = [f"entente-scheduled-2031-05-{day:02}T030000Z.{suffix}" for day in range(1, 14)]
    others = [
        f"entente-2031-05-01T030000Z.{suffix}",  # made by hand
        f"entente-scheduled-2031-05-01T030000Z.{suffix}.gpg",
        f"entente-scheduled-2031-05-01T030000Z-copy.{suffix}",
        f"entente-scheduled-2031-05-32T030000Z.{suffix}.old",
        "entente-scheduled-2031-05-01T030000Z.zip",
    ]
    for name in (*own, *others):
        (folder / name).write_text("x")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("x")
    link = folder / f"entente-scheduled-2031-04-01T030000Z.{suffix}"
    link.symlink_to(elsewhere)
    (folder / f"entente-scheduled-2031-04-02T030000Z.{suffix}").mkdir()
    with at(NOON):
        made = scheduled.back_up_if_due()
    assert made is not None
    kept = [name for name in own if (folder / name).exists()]
    assert kept == [own[10], own[12]]  # Sunday, the last of its week, and the day before
    assert all((folder / name).exists() for name in others)
    assert link.is_symlink()
    assert elsewhere.exists()


def test_a_failure_deletes_nothing_and_is_logged_and_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for day in range(6):
        with at(NOON + day * DAY):
            scheduled.back_up_if_due()
    before = names(folder)

    def fails(file: Path) -> None:
        file.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, at(NOON + 6 * DAY):
        patch.setattr(engines.current(), "write", fails)
        failed = metrics.BACKUP_FAILED._value.get()
        tasks.back_up()
        assert metrics.BACKUP_FAILED._value.get() == failed + 1
    assert names(folder) == before
    assert "backup_failed" in caplog.text
    with at(NOON + 6 * DAY + dt.timedelta(minutes=10)):
        assert scheduled.back_up_if_due() is not None


def test_two_workers_make_one(folder: Path) -> None:
    folder.mkdir()
    with (folder / ".lock").open("a") as other, at(NOON):
        fcntl.flock(other, fcntl.LOCK_EX)
        assert scheduled.back_up_if_due() is None
        fcntl.flock(other, fcntl.LOCK_UN)
        assert scheduled.back_up_if_due() is not None


def test_a_folder_that_is_gone_is_an_error_in_production(folder: Path, settings: Any) -> None:
    settings.PRODUCTION = True  # the folder is a mounted volume: an empty one is not made up
    assert scheduled.back_up_if_due() is None
    assert not folder.exists()


@pytest.mark.parametrize(("folder_", "daily"), [("", 7), ("/backups", 0)])
def test_it_can_be_off(settings: Any, folder_: str, daily: int) -> None:
    settings.BACKUP_FOLDER, settings.BACKUPS_DAILY = folder_, daily
    assert scheduled.back_up_if_due() is None


def test_beat_sends_the_hint_though_only_workers_have_the_folder(tmp_path: Path) -> None:
    sent = "'back_up' in settings.CELERY_BEAT_SCHEDULE"
    assert ask(tmp_path, sent, **PRODUCTION) == "True"
    assert ask(tmp_path, sent, **PRODUCTION, ENTENTE_BACKUPS_DAILY="0") == "False"


def test_the_hint_names_a_task(settings: Any) -> None:
    hint = schedule.entries(backups=True)["back_up"]
    assert hint["task"] == tasks.back_up.name
    app.loader.import_default_modules()  # as a worker does
    assert hint["task"] in app.tasks


def test_of_days_weeks_and_months_the_last_one_stays() -> None:
    days = [NOON - each * DAY for each in range(100)]
    kept = sorted(f"{each:%m-%d}" for each in Rotation(3, 2, 2).kept(days))
    assert kept == ["04-30", "05-11", "05-12", "05-13", "05-14"]


@given(
    st.lists(
        st.integers(0, 17_000).map(lambda hours: NOON - dt.timedelta(hours=hours)), min_size=1
    ),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_the_newest_stays_and_a_second_look_deletes_nothing(times, daily, weekly, monthly) -> None:
    rotation = Rotation(daily, weekly, monthly)
    kept = rotation.kept(times)
    assert max(times) in kept
    assert len(kept) <= max(1, daily + weekly + monthly)
    assert rotation.kept(kept) == kept


def test_the_time_in_a_name_counts_and_not_that_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "entente-scheduled-2031-05-14T030000Z.sqlite3"
    file.touch()
    assert files.time_of(file) == dt.datetime(2031, 5, 14, 3, tzinfo=dt.UTC)
    other = file.with_name("entente-scheduled-2031-05-99T030000Z.sqlite3")
    other.touch()
    assert files.time_of(other).year >= 2026
