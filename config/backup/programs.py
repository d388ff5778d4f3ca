"""PostgreSQL's own programs: where they are, how they reach the database, what they complain of.

The password goes to them by their environment: command lines are anyone's to read.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from django.db import connection
from psycopg.conninfo import make_conninfo

from .errors import BackupError

PACKAGE = "PostgreSQL's client programs (on Debian and Ubuntu: apt install postgresql-client)"
VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
COMPLAINT = re.compile(r"(?:error|ERROR|FATAL): +(.*)")


def find(name: str, *, at_least: int = 0) -> str:
    """Return the path of a program that is of this major version of PostgreSQL or newer."""
    path = shutil.which(name)
    said = _said_by([path, "--version"]) if path else ""
    version = VERSION.search(said)
    if path is None or version is None:  # Debian's is there even when it has nothing to call
        raise BackupError(f"there is no {name} on this machine: install {PACKAGE}")
    if int(version[1]) < at_least:
        raise BackupError(
            f"{name} is of version {version[1]} and the server of {at_least}: install version"
            f" {at_least} or newer of {PACKAGE}"
        )
    return path


def server() -> tuple[str, dict[str, str]]:
    """How a program reaches the database as Django does: an argument, and an environment."""
    known = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    wanted = connection.get_connection_params()
    parameters = {name: value for name, value in wanted.items() if name in known}
    password = parameters.pop("password", None)
    secret = {"PGPASSWORD": str(password)} if password else {}
    return f"--dbname={make_conninfo(**parameters)}", environment() | secret


def environment() -> dict[str, str]:
    return os.environ | {"LC_ALL": "C"}  # so that complaints can be told from the rest


@contextmanager
def running(
    command: Sequence[str],
    environment: dict[str, str],
    *,
    otherwise: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program; raise `BackupError` that begins with `otherwise` unless it ends well."""
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(  # noqa: S603 - only what `find` has found
            command, env=environment, stdin=stdin, stdout=stdout, stderr=said
        ) as process:
            yield process
        if process.returncode:
            said.seek(0)
            raise BackupError(f"{otherwise}: {_complaint(said.read())}")


def _said_by(command: Sequence[str]) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout  # noqa: S603


def _complaint(said: bytes) -> str:
    """The one line that says what is wrong; the rows that follow may be letters."""
    text = said.decode(errors="replace")
    found = COMPLAINT.search(text)
    return found[1] if found else (text.splitlines() or ["it does not say why"])[0]
