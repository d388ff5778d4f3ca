"""A restore drill restores a backup beside the site, and leaves the site as it is."""

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections

from accounts.models import User
from config.backup import drill, files
from games.models import Game
from tests import factories

from . import backups

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _ready(request: pytest.FixtureRequest, settings: Any, monkeypatch: Any) -> None:
    settings.BACKUP_FOLDER = str(request.getfixturevalue("tmp_path"))
    if connection.vendor == "postgresql":
        monkeypatch.setenv("PATH", backups.programs(request.getfixturevalue("postgres_url")))


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    factories.begun_game()
    call_command("backup", str(tmp_path))
    return files.newest_backup(tmp_path) or pytest.fail("there is no backup")


def said(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    call_command("restore_drill", *options)
    return capsys.readouterr().out


def scratch_databases() -> list[str]:
    if connection.vendor == "sqlite":
        return [path.name for path in Path(settings.DATA_DIR).glob("entente-drill-*")]
    begin = f"{connection.settings_dict['NAME']}_drill_"  # other tests share the server
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [begin])
        return [name for (name,) in cursor.fetchall()]


def test_the_newest_backup_is_restored_and_compared_with_the_site(
    backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    factories.begun_game()
    out = said(capsys)
    lines = {" ".join(line.split()) for line in out.splitlines()}
    assert "games 1 2" in lines
    assert {f"people 8 {User.objects.count()}", "phases that are open 1 2"} <= lines
    assert out.startswith(str(backup))
    assert out.endswith("The backup can be restored. The scratch database is deleted.\n")
    assert Game.objects.count() == 2
    assert drill.ALIAS not in connections
    assert scratch_databases() == []


def test_a_backup_that_lacks_its_end_fails_the_drill(backup: Path) -> None:
    os.truncate(backup, backup.stat().st_size * 2 // 3)
    with pytest.raises(CommandError, match="the drill failed: ") as failure:
        call_command("restore_drill")
    assert failure.value.returncode == 1
    assert scratch_databases() == []


def test_a_backup_of_an_empty_site_is_a_fault(tmp_path: Path) -> None:
    call_command("backup", str(tmp_path))
    factories.begun_game()
    with pytest.raises(CommandError, match="is not whole"):
        call_command("restore_drill")


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="damages a file of SQLite")
def test_a_restored_log_that_can_be_changed_is_found(backup: Path) -> None:
    """Restoring creates the triggers again, so the fault is made by hand afterwards."""
    now = drill.figures("default")
    with drill.restored(backup) as alias:
        assert drill.faults(alias, now=now) == []
        with contextlib.closing(sqlite3.connect(connections[alias].settings_dict["NAME"])) as raw:
            triggers = raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in triggers.fetchall():
                raw.execute(f"DROP TRIGGER {name}")
            raw.commit()
        assert "triggers are missing" in drill.faults(alias, now=now)[0]


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="creates databases and roles")
def test_a_role_that_may_not_create_databases_names_an_empty_one(
    backup: Path, empty_postgres: str, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_server: object, _statement: str) -> None:
        raise psycopg.errors.InsufficientPrivilege

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", refused)
        with pytest.raises(CommandError, match="name an empty one with --database"):
            call_command("restore_drill")
    assert "can be restored" in said(capsys, "--database", empty_postgres)


def test_a_folder_without_backups_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no backup in"):
        call_command("restore_drill")
    with pytest.raises(CommandError, match="there is no backup in"):
        call_command("restore_drill", str(tmp_path))
