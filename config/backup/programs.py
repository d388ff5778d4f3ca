"""PostgreSQL's client programs: find them, connect them to the database, read their errors.

The password is passed in the environment, because other users can read command lines.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import connection

from .errors import BackupError

# psycopg is imported where it is used: sites on SQLite save its 8 MB of memory.
if TYPE_CHECKING:
    import psycopg

PACKAGE = "PostgreSQL's client programs (on Debian and Ubuntu: apt install postgresql-client)"
VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
ERROR_MESSAGE = re.compile(r"(?:error|ERROR|FATAL): +(.*)")


def find(name: str, *, at_least: int = 0) -> str:
    """Return the path of a program, of major version `at_least` or newer."""
    path = shutil.which(name)
    output = _output_of([path, "--version"]) if path else ""
    version = VERSION.search(output)
    if path is None or version is None:  # Debian installs a wrapper even without the program
        raise BackupError(f"there is no {name} on this machine: install {PACKAGE}")
    if int(version[1]) < at_least:
        raise BackupError(
            f"{name} is of version {version[1]} and the server of {at_least}: install version"
            f" {at_least} or newer of {PACKAGE}"
        )
    return path


def connection_options() -> tuple[str, dict[str, str]]:
    """Return an argument and an environment with which a program connects as Django does."""
    from psycopg.conninfo import make_conninfo

    parameters = _parameters()
    password = parameters.pop("password", None)
    secret = {"PGPASSWORD": str(password)} if password else {}
    return f"--dbname={make_conninfo(**parameters)}", environment() | secret


def connection_outside_transactions() -> "psycopg.Connection":
    """Return a connection of its own to the site's database, for CREATE DATABASE and the like."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    return psycopg.connect(make_conninfo(**_parameters()), autocommit=True)


def _parameters() -> dict[str, Any]:
    from psycopg import pq

    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name in known}


def environment() -> dict[str, str]:
    return os.environ | {"LC_ALL": "C"}  # error messages in English, for ERROR_MESSAGE


@contextmanager
def running(
    command: Sequence[str],
    environment: dict[str, str],
    *,
    otherwise: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program; if it fails, raise `BackupError` whose message begins with `otherwise`."""
    with tempfile.TemporaryFile() as stderr:
        with subprocess.Popen(  # noqa: S603 - only what `find` has found
            command, env=environment, stdin=stdin, stdout=stdout, stderr=stderr
        ) as process:
            yield process
        if process.returncode:
            stderr.seek(0)
            raise BackupError(f"{otherwise}: {_error_message(stderr.read())}")


def _output_of(command: Sequence[str]) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout  # noqa: S603


def _error_message(stderr: bytes) -> str:
    """Return only the line of the error: lines after it may quote rows, such as messages."""
    text = stderr.decode(errors="replace")
    found = ERROR_MESSAGE.search(text)
    return found[1] if found else (text.splitlines() or ["it does not say why"])[0]
