"""The states in which the same games are measured, each in its own database.

All are copies of one database, and differ only in the number of other games.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

import psycopg
from django.db import connection
from django.utils import timezone

from games.models import Heartbeat

from . import other_games, tables

# By name: the title in the report, the number of other games, and of phases of each.
STATES: Mapping[str, tuple[str, int, int]] = {
    "plain": ("only these games", 0, 0),
    "wide": ("and 10,000 games of 3 phases", 10_000, 3),
    "long": ("and 100 games of 200 phases", 100, 200),
}


def make(name: str, source: str) -> None:
    """Copy the database at the URL `source`, fill the copy with other games, and connect to it."""
    _disconnect()  # a database with connections cannot be copied
    template = urlsplit(source).path.strip("/")
    with psycopg.connect(url("template1", source), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    use(name)
    _title, games, phases = STATES[name]
    if games:
        other_games.fill(games, phases=phases)
    tables.settle()


def use(name: str) -> None:
    """Connect this process to the database `name`.

    Its heartbeat is set to now, since the time spent on other databases is not an outage.
    """
    _disconnect()
    connection.settings_dict["NAME"] = name
    Heartbeat.objects.update(at=timezone.now())


def _disconnect() -> None:
    connection.close()  # which only gives it back to the pool
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's


def url(name: str, source: str) -> str:
    return urlsplit(source)._replace(path=f"/{name}").geturl()
