"""A database that this code cannot use is refused with one sentence and left unchanged."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config import schema
from tests.site import Site

from . import backups

OLD = "was made by code from before the first release, and cannot be brought up to date: go on with"
RECORD = (
    "INSERT INTO django_migrations (app, name, applied)"
    " VALUES ('games', '0002_append_only', '2026-11-21')"
)
REMEDY = "start over: move it away, or name another database. Nothing was changed"


def applied(app: str, name: str) -> None:
    MigrationRecorder(connection).record_applied(app, name)


def not_applied(app: str) -> None:
    MigrationRecorder(connection).migration_qs.filter(app=app).delete()


def drop(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {table}")


def drop_those_of_games() -> None:
    for table in connection.introspection.table_names():
        if table.startswith("games_"):
            with connection.cursor() as cursor:
                cursor.execute(
                    f"DROP TABLE {table} {'CASCADE' * (connection.vendor == 'postgresql')}"
                )


def everything() -> dict[str, list[str]]:
    """Return every row of every table, as text."""
    with connection.cursor() as cursor:
        found = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")
            found[table] = sorted(map(str, cursor.fetchall()))
    return found


CASES: dict[str, tuple[Callable[[], None], str]] = {
    "games from before the release": (lambda: applied("games", "0002_append_only"), OLD),
    "people from before the release": (lambda: applied("accounts", "0002_notation"), OLD),
    "newer games": (
        lambda: applied("games", "0999_to_come"),
        "comes from a newer Entente (games.0999_to_come): update the code first",
    ),
    "newer sign-ins": (
        lambda: applied("account", "0999_to_come"),
        "comes from a newer Entente (account.0999_to_come): update the code first",
    ),
    "tables without a record": (
        lambda: not_applied("games"),
        "is half-made (the table “games_absence” is there, but its migration was not applied",
    ),
    "tables without any record": (
        lambda: drop("django_migrations"),
        "is half-made (the table “account_emailaddress” is there, but its migration was not",
    ),
    "a record without a table": (
        lambda: drop("games_memberanswer"),
        "is half-made (the migration of the table “games_memberanswer” was applied, but it is not",
    ),
    "a record without any table": (
        drop_those_of_games,
        "is half-made (the migration of the table “games_absence” was applied, but it is not",
    ),
    "a record without that of what it needs": (
        lambda: not_applied("accounts"),
        "applied before its dependency accounts.0001_initial",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES)
def test_no_command_goes_on_with_a_database_that_this_code_did_not_make_whole(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change, told = CASES[case]
    change()
    before = everything()
    with pytest.raises(SystemExit) as stopped:
        call_command("migrate", verbosity=0)
    assert stopped.value.code == 3
    assert everything() == before
    said = capsys.readouterr().err
    assert said.startswith("entente: DATABASE_URL: the database “")
    assert told in said
    assert said.endswith("Nothing was changed\n")
    assert said.count("\n") == 1


@pytest.mark.django_db
def test_a_database_that_is_older_or_has_more_than_this_code_needs_is_taken(
    django_assert_max_num_queries: Any,
) -> None:
    def look() -> None:
        schema.refuse_unusable(connection, MigrationLoader(connection))

    with django_assert_max_num_queries(6):
        look()
    applied("recipes", "0001_initial")  # of an app that is no longer installed
    look()
    drop("django_admin_log")
    not_applied("admin")
    look()


@pytest.mark.processes
def test_an_old_site_on_sqlite_stays_as_it_is_whatever_is_started(tmp_path: Path) -> None:
    folder = tmp_path / "demo"  # a demo never has this name
    site = Site(tmp_path, ENTENTE_DATA=str(folder))
    site.migrate()
    backups.execute(site, RECORD)
    before = (folder / "db.sqlite3").read_bytes()
    for command in ("up", "demo", "migrate"):
        answer = site.manage(command)
        assert (answer.returncode, answer.stdout) == (3, "")
        assert f"“{folder}/db.sqlite3” {OLD}" in answer.stderr
        assert answer.stderr.endswith(f"{REMEDY}\n")
        assert answer.stderr.count("\n") == 1
        assert (folder / "db.sqlite3").read_bytes() == before


@pytest.mark.processes
def test_an_old_site_on_postgresql_stays_as_it_is(empty_postgres: str, tmp_path: Path) -> None:
    site = Site(tmp_path, DATABASE_URL=empty_postgres)
    site.migrate()
    backups.execute(site, RECORD)
    before = backups.rows(site)
    for command in ("up", "migrate"):
        answer = site.manage(command)
        assert (answer.returncode, answer.stdout) == (3, "")
        assert answer.stderr.endswith(f"{REMEDY}\n")
        assert backups.rows(site) == before
