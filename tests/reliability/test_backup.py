"""Backups are consistent snapshots, and restoring one gives the same rows."""

import contextlib
import os
import shutil
import sqlite3
import stat
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.backup import engines, files, programs, restoring
from config.backup.errors import BackupError
from config.supervisor import start
from games.models import Notification
from tests import factories
from tests.site import Site, until

from . import backups

# Two programs for processes of a site. The first begins games in a loop, each in one transaction.
# The second makes one backup before the migrations of the admin app, whose tables refer to existing
# ones, and another of a complete site with a game.
BEGIN = """
from django.db import transaction
from tests import factories
while True:
    with transaction.atomic():
        factories.begun_game()
    print("begun", flush=True)
"""
BACK_UP_TWICE = """
from django.core.management import call_command
from tests import factories
call_command("migrate", "games")
call_command("backup", "{folder}/old")
call_command("migrate")
factories.begun_game()
call_command("backup", "{folder}/new")
"""
CHANGES = ("UPDATE games_event SET id = id", "DELETE FROM games_event")
EMPTYING = ("TRUNCATE games_event CASCADE", "TRUNCATE games_receipt CASCADE")
# The numbers of seats, units and open phases of each game, and their values when it begins.
PARTS = """
SELECT (SELECT count(*) FROM games_seat WHERE game_id = game.id),
       (SELECT count(*) FROM games_unit JOIN games_phase ON phase_id = games_phase.id
        WHERE game_id = game.id),
       (SELECT count(*) FROM games_phase WHERE game_id = game.id AND status = 'open')
FROM games_game game
"""
WHOLE = (7, 22, 1)


def done(site: Site, *command: str) -> str:
    """Run a command that must succeed; return its output."""
    answer = site.manage(*command)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def refuses(site: Site, *statements: str) -> bool:
    for statement in statements:
        with pytest.raises((psycopg.Error, sqlite3.Error), match="is append-only"):
            backups.execute(site, statement)
    return True


@pytest.mark.processes
def test_a_backup_made_while_games_begin_has_each_of_them_whole_and_replaces_nothing_for_good(
    tmp_path: Path,
) -> None:
    site, data, killed = Site(tmp_path), tmp_path / "data", tmp_path / "killed"
    site.migrate()
    with backups.running(site, BEGIN) as other:
        backups.wait_for_a_line(other)
        assert "as secret as the database" in done(site, "backup")
        (file,) = (data / "backups").iterdir()
        backed_up = len(backups.rows_of(file)["games_game"])
        until(
            lambda: len(backups.rows(site)["games_game"]) > backed_up,
            seconds=20,
            what="a game begins after the backup",
        )
    assert (data / "db.sqlite3-wal").stat().st_size > 0  # it has some commits alone
    shutil.copytree(data, killed)
    before = backups.rows_of(killed / "db.sqlite3")

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert not database.execute("PRAGMA foreign_key_check").fetchall()
        games = database.execute(PARTS).fetchall()
    assert set(games) == {WHOLE}

    said = done(site, "restore", str(file), "--no-input", "--send-waiting")
    (kept,) = data.glob("db.sqlite3.replaced-*Z")
    assert f"is kept as {kept}" in said
    assert backups.rows(site) == backups.rows_of(file)
    assert refuses(site, *CHANGES)
    assert backups.rows_of(kept) == before


@pytest.mark.processes
def test_on_postgresql_a_backup_comes_back_as_it_was_and_an_old_one_is_brought_up_to_date(
    empty_postgres: str, tmp_path: Path
) -> None:
    path = backups.programs(empty_postgres, newest=True)
    site = Site(tmp_path, DATABASE_URL=empty_postgres, PATH=path)
    with backups.running(site, BACK_UP_TWICE.format(folder=tmp_path)) as process:
        process.communicate()
        assert process.returncode == 0
    before = backups.rows(site)

    backups.execute(site, "UPDATE games_game SET title = 'Another'")
    backups.execute(site, "DELETE FROM games_unit")
    assert backups.rows(site) != before
    done(site, "restore", str(tmp_path / "new"), "--no-input", "--send-waiting")
    assert backups.rows(site) == before
    assert refuses(site, *CHANGES, *EMPTYING)

    said = done(site, "restore", str(tmp_path / "old"), "--no-input")
    assert "it was older than this code; migrations applied: " in said
    assert not backups.rows(site)["games_game"]
    assert backups.rows(site).keys() == before.keys()
    assert refuses(site, *EMPTYING)


# Tests in this process, on the tests' database


@pytest.fixture(autouse=True)
def _programs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "postgresql":
        path = backups.programs(request.getfixturevalue("postgres_url"))
        monkeypatch.setenv("PATH", path)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """Default folder of backups."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "backups"


@pytest.fixture
def backup(transactional_db: None, tmp_path: Path) -> Path:
    file = tmp_path / "backup"
    call_command("backup", str(file))
    return file


def why_not(file: Path) -> str:
    with pytest.raises(BackupError) as refusal:
        restoring.check(file)
    return str(refusal.value)


def test_what_was_just_backed_up_can_be_restored(backup: Path) -> None:
    restoring.check(backup)


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "messages.txt"
    for content in (b"", b"Dear Germany,\n"):
        file.write_bytes(content)
        assert why_not(file) == f"“{file}” is no backup of Entente"
    assert why_not(tmp_path) == f"“{tmp_path}” cannot be read: Is a directory"


def test_a_backup_that_lacks_its_end_is_refused(backup: Path) -> None:
    os.truncate(backup, backup.stat().st_size * 2 // 3)
    why = why_not(backup)
    assert why.startswith((f"“{backup}” cannot be read: ", f"“{backup}” is damaged: "))
    assert "\n" not in why


def test_a_backup_of_the_other_kind_of_database_is_refused(tmp_path: Path) -> None:
    own = engines.current()
    (other,) = (engine for engine in engines.ENGINES if engine is not own)
    file = tmp_path / "backup"
    file.write_bytes(other.MAGIC + bytes(100))
    assert why_not(file).startswith(
        f"“{file}” is a backup of {other.NAME}, and this site's database is {own.NAME}: "
    )


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="reads a file of SQLite")
@pytest.mark.parametrize("table", ["django_migrations (app, name)", "recipes (name)"])
def test_a_database_of_something_else_is_refused(tmp_path: Path, table: str) -> None:
    file = tmp_path / "recipes.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute(f"CREATE TABLE {table}")
    assert why_not(file) == f"“{file}” is a database, but none of Entente"


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="reads a file of SQLite")
def test_a_file_whose_rows_name_rows_that_are_not_there_is_refused(backup: Path) -> None:
    with contextlib.closing(sqlite3.connect(backup)) as database, database:
        database.execute("INSERT INTO auth_group_permissions VALUES (1, 999, 999)")
    assert why_not(backup).startswith(f"“{backup}” is damaged: a row of auth_group_permissions ")


@pytest.mark.parametrize(
    ("migration", "told"),
    [
        (
            "9999_to_come",
            "comes from a newer Entente (games.9999_to_come): update the code first",
        ),
        (
            "0002_append_only",
            "was made by code from before the first release, and cannot be brought up to date",
        ),
    ],
    ids=["newer", "from before the first release"],
)
def test_a_backup_of_other_code_is_refused_with_what_to_do(
    transactional_db: None, tmp_path: Path, migration: str, told: str
) -> None:
    recorder, file = MigrationRecorder(connection), tmp_path / "backup"
    recorder.record_applied("games", migration)
    try:
        call_command("backup", str(file))
    finally:
        recorder.record_unapplied("games", migration)
    assert why_not(file).startswith(f"“{file}” {told}")


# A stopped process deletes its file only when it ends.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_no_site_is_replaced_while_it_runs(tmp_path: Path) -> None:
    with start.lock_data_folder(tmp_path), pytest.raises(SystemExit):
        call_command("restore", "backup", "--no-input")


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="asks who is connected")
def test_no_database_is_replaced_while_others_use_it(backup: Path) -> None:
    _where, environment = programs.connection_options()
    parameters = connection.get_connection_params()
    with (
        psycopg.connect(
            host=parameters["host"],
            port=parameters["port"],
            user=parameters["user"],
            password=environment["PGPASSWORD"],
            dbname=parameters["dbname"],
        ),
        pytest.raises(CommandError, match=r"in use \(connections: [1-9]\): stop the site first"),
    ):
        call_command("restore", str(backup), "--no-input")


def test_nothing_is_replaced_without_a_yes(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        engines.current(), "put_in_place", lambda file: pytest.fail("it is replaced")
    )
    for answer in ("", "no", "y"):
        monkeypatch.setattr("builtins.input", lambda prompt, answer=answer: answer)
        with pytest.raises(CommandError, match="nothing was changed"):
            call_command("restore", str(backup))


@pytest.mark.django_db
def test_mails_that_waited_when_it_was_made_are_not_sent() -> None:
    factories.begun_game()
    waiting = Notification.objects.filter(send_at__isnull=False)
    count = waiting.count()
    assert restoring.hold_mail_back() == count > 0
    assert not waiting.exists()


def test_a_backup_is_named_after_its_time_and_the_oldest_go(
    transactional_db: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [f"2031-0{month}-01T030000Z" for month in (1, 2, 3)]
    for day in days:
        monkeypatch.setattr(files, "timestamp", lambda day=day: day)
        call_command("backup")
    (folder / "before the update").touch()
    monkeypatch.setattr(files, "timestamp", lambda: "2031-04-01T030000Z")
    call_command("backup", "--keep", "2")
    names = sorted(file.stem for file in folder.iterdir())
    assert names == ["before the update", f"entente-{days[2]}", "entente-2031-04-01T030000Z"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_no_file_is_overwritten(backup: Path) -> None:
    content = backup.read_bytes()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(backup))
    assert backup.read_bytes() == content


def test_only_files_of_a_folder_are_given_a_number_to_keep(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--keep needs a folder"):
        call_command("backup", str(tmp_path / "backup"), "--keep", "2")
    assert not list(tmp_path.iterdir())


def test_production_must_say_where(db: None, settings: Any) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="in production, say where"):
        call_command("backup")


def test_a_backup_that_fails_leaves_no_file(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(file: Path) -> None:
        file.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(engines.current(), "write", write)
    with pytest.raises(CommandError, match=r"no backup: .*No space left on device"):
        call_command("backup", str(tmp_path / "backup"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (None, "there is no pg_dump on this machine: install PostgreSQL's client programs"),
        ("", "there is no pg_dump on this machine: install PostgreSQL's client programs"),
        ("pg_dump (PostgreSQL) 9.6.1", "of version 9 and the server of 17: install version 17"),
    ],
    ids=["none", "Debian's, which has nothing to call", "too old"],
)
def test_a_program_that_is_missing_or_too_old_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str | None, told: str
) -> None:
    if says is not None:
        (tmp_path / "pg_dump").write_text(f"#!/bin/sh\necho '{says}'\n")
        (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match=told):
        programs.find("pg_dump", at_least=17)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="has a password")
def test_no_command_line_has_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "open sesame")
    where, environment = programs.connection_options()
    assert "sesame" not in where
    assert environment["PGPASSWORD"] == "open sesame"
    assert "lock_timeout" in where  # options of DATABASES apply here as well
