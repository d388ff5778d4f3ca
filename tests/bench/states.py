"""The states of the database in which the same games are measured, each a database of its own.

All are copies of one, so that they differ in nothing but the games that others play besides.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

import psycopg
from django.db import connection
from django.utils import timezone

from games.models import Heartbeat

from . import past, tables

# By name: what it is called in the report, and how many games of how many phases it holds besides.
STATES: Mapping[str, tuple[str, int, int]] = {
    "plain": ("these games alone", 0, 0),
    "wide": ("10,000 games of 3 phases besides", 10_000, 3),
    "long": ("100 games of 200 phases besides", 100, 200),
}


def make(name: str, source: str) -> None:
    """Copy the database at the URL `source`, fill the copy with other games, and stay there."""
    connection.close()  # nobody may be in a database that is copied
    template = urlsplit(source).path.strip("/")
    with psycopg.connect(url("template1", source), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    use(name)
    _title, games, phases = STATES[name]
    if games:
        past.fill(games, phases=phases)
    tables.settle()


def use(name: str) -> None:
    """From now on this process asks the database `name`.

    What happened in another one meanwhile was no outage of this one.
    """
    connection.close()
    connection.settings_dict["NAME"] = name
    Heartbeat.objects.update(at=timezone.now())


def url(name: str, source: str) -> str:
    return urlsplit(source)._replace(path=f"/{name}").geturl()
