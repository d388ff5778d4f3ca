"""Backups of PostgreSQL: archives of pg_dump in its custom format."""

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.db import connection

from . import programs
from .errors import BackupError

NAME = "PostgreSQL"
SUFFIX = "pgdump"
MAGIC = b"PGDMP"

# The restoring user owns everything; privileges of other users are up to the server.
SCRIPT_OPTIONS = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--file=-")
PSQL_OPTIONS = ("--no-password", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
# A line of every pg_restore script that servers before PostgreSQL 17 do not understand.
SINCE_17 = b"SET transaction_timeout = 0;\n"


def write(file: Path) -> None:
    program = programs.find("pg_dump", at_least=_server_version())
    where, environment = programs.connection_options()
    command = [program, "--no-password", "--format=custom", f"--file={file}", where]
    with programs.running(command, environment, otherwise="pg_dump fails"):
        pass


def migrations(file: Path) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    inside = False
    for line in _script(file):
        if line.startswith(b"COPY ") and b"django_migrations (id, app, name, " in line:
            inside = True
        elif line == b"\\.\n":
            inside = False
        elif inside:
            _number, app, name, _applied = line.decode().split("\t")
            found.add((app, name))
    return found


def put_in_place(file: Path) -> Path | None:
    """Run the backup as a script in one transaction, so that a failure changes nothing.

    `pg_restore --single-transaction` drops only the tables of the backup, and fails if newer tables
    refer to them.
    """
    _refuse_others()
    where, environment = programs.connection_options()
    command = [programs.find("psql"), *PSQL_OPTIONS, where]
    drop_tables, server_version = _drop_tables(), _server_version()
    connection.close()
    with (
        programs.running(
            command, environment, otherwise="PostgreSQL refuses it", stdin=subprocess.PIPE
        ) as psql,
        suppress(BrokenPipeError),  # psql stops at the first error
        psql.stdin as script,  # type: ignore[union-attr]
    ):
        script.write(f"BEGIN;\n{drop_tables}\n".encode())
        for line in _script(file):
            if server_version >= 17 or line != SINCE_17:
                script.write(line)
        script.write(b"COMMIT;\n")
    return None


def _server_version() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def _refuse_others() -> None:
    """Raise BackupError if anybody else is connected: the site may run on other machines."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        (others,) = cursor.fetchone()
    if others:
        raise BackupError(f"the database is in use (connections: {others}): stop the site first")


def _drop_tables() -> str:
    known = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = ", ".join(map(connection.ops.quote_name, ["django_migrations", *known]))
    return f"DROP TABLE IF EXISTS {names} CASCADE;"


def _script(file: Path) -> Iterator[bytes]:
    """Yield the backup as lines of SQL; raise BackupError at the end if pg_restore failed."""
    command = [programs.find("pg_restore"), *SCRIPT_OPTIONS, str(file)]
    with programs.running(
        command,
        programs.environment(),
        otherwise=f"“{file}” cannot be read",
        stdout=subprocess.PIPE,
    ) as restore:
        yield from restore.stdout  # type: ignore[misc]
