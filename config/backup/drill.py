"""A restore drill: put a backup into a scratch database, look at what is there, delete it.

The backup goes the whole way of `manage.py restore`, in a process of its own whose settings name
the scratch database and nothing else of this site: no mail, no broker, no web address.
"""

import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import environ
import psycopg
from django.conf import settings
from django.db import DatabaseError, connections, transaction
from django.db.models import Max
from django.db.utils import load_backend
from psycopg import sql

from accounts.models import User
from config import env
from games.models import Event, Game, Message, Order, Phase

from . import programs
from .errors import BackupError

ALIAS = "drill"  # of the scratch database among Django's connections
NO_ROLE = (
    "the role of the site may not create a scratch database: name an empty one with --database,"
    " or let a superuser of PostgreSQL run ALTER ROLE … CREATEDB"
)


@dataclass(frozen=True)
class Figures:
    """Numbers of rows in a database, and its newest entries."""

    counts: dict[str, int]
    newest_event: str
    latest_phase: str


@contextlib.contextmanager
def restored(file: Path, database_url: str = "") -> Iterator[str]:
    """Restore a backup into a scratch database; yield its alias, and delete it at the end.

    On PostgreSQL `database_url` may name an empty database. The drill does not delete that one.
    """
    with contextlib.ExitStack() as stack:
        # Beside the site's own database: /tmp may be small, and in memory.
        place = None if settings.PRODUCTION else settings.DATA_DIR
        scratch = tempfile.TemporaryDirectory(prefix="entente-drill-", dir=place)
        folder = Path(stack.enter_context(scratch))
        if settings.SQLITE:
            name, url = str(folder / "db.sqlite3"), ""
        elif database_url:
            name, url = urlsplit(database_url).path.strip("/"), database_url
        else:
            name = stack.enter_context(_scratch_database())
            url = urlsplit(env.secret("DATABASE_URL"))._replace(path=f"/{name}").geturl()
        _restore(file, folder, url)
        yield stack.enter_context(_connection(name, database_url))


def figures(alias: str) -> Figures:
    """Return the figures of the database with this alias."""
    phases = Phase.objects.using(alias)
    resolved = phases.filter(status=Phase.Status.RESOLVED)
    latest = resolved.select_related("game").order_by("-resolved_at").first()
    newest = Event.objects.using(alias).aggregate(at=Max("at"))["at"]
    return Figures(
        counts={
            "people": User.objects.using(alias).filter(closed_at=None).count(),
            "games": Game.objects.using(alias).count(),
            "phases": phases.count(),
            "phases that are open": phases.filter(status=Phase.Status.OPEN).count(),
            "orders": Order.objects.using(alias).count(),
            "messages": Message.objects.using(alias).count(),
            "entries of logs": Event.objects.using(alias).count(),
        },
        newest_event=f"{newest:%Y-%m-%d %H:%M} UTC" if newest else "none",
        latest_phase=(
            f"{latest.game.slug} {latest.code}, {latest.resolved_at:%Y-%m-%d %H:%M} UTC"
            if latest
            else "none"
        ),
    )


def faults(alias: str, *, now: Figures) -> list[str]:
    """Return what is wrong with a restored database; `now` are the figures of the site itself."""
    found, backup = [], figures(alias)
    if now.counts["people"] and not backup.counts["people"]:
        found.append("it holds no people, and the site has some")
    if now.counts["games"] and not backup.counts["games"]:
        found.append("it holds no games, and the site has some")
    if backup.counts["entries of logs"] and not _refuses_changes(alias):
        found.append("its log of events can be changed: triggers are missing")
    return found


def _refuses_changes(alias: str) -> bool:
    try:
        with transaction.atomic(using=alias):
            Event.objects.using(alias).update(actor=None)
            transaction.set_rollback(True, using=alias)
    except DatabaseError:
        return True
    return False


def _restore(file: Path, folder: Path, url: str) -> None:
    """Run `manage.py restore` in a process whose settings know nothing of this site."""
    ours = {f"{name}{suffix}" for name in env.read_names for suffix in ("", "_FILE")}
    password = "" if settings.SQLITE else env.secret("DATABASE_PASSWORD")
    environment = {name: value for name, value in os.environ.items() if name not in ours} | {
        "ENTENTE_DATA": str(folder),
        "DATABASE_URL": url,
        "DATABASE_PASSWORD": "" if urlsplit(url).password else password,
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "manage.py", "restore", str(file.absolute()), "--no-input"]
    done = subprocess.run(  # noqa: S603 - our own command
        command, cwd=settings.BASE_DIR, env=environment, check=False, capture_output=True, text=True
    )
    if done.returncode:
        last = (done.stderr.strip() or "it does not say why").splitlines()[-1]
        raise BackupError(last.removeprefix("CommandError: "))


@contextlib.contextmanager
def _scratch_database() -> Iterator[str]:
    """Create an empty database on the site's server; drop it at the end of the block."""
    site = connections["default"].settings_dict["NAME"][:40]
    name = f"{site}_drill_{secrets.token_hex(6)}"
    with programs.connection_outside_transactions() as server:
        try:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege:
            raise BackupError(NO_ROLE) from None
    try:
        yield name
    finally:
        with programs.connection_outside_transactions() as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextlib.contextmanager
def _connection(name: str, database_url: str) -> Iterator[str]:
    """Let Django know the scratch database as ALIAS until the end of the block."""
    described = dict(connections["default"].settings_dict)
    if database_url:
        described |= environ.Env.db_url_config(database_url)
    described["NAME"] = name
    scratch = load_backend(described["ENGINE"]).DatabaseWrapper(described, ALIAS)
    connections[ALIAS] = scratch
    try:
        yield ALIAS
    finally:
        scratch.close()
        del connections[ALIAS]
