"""Options of the database connections.

SQLite's default transactions take the write lock late and fail under load. Under WAL only
synchronous=FULL keeps committed rows through a power cut.
"""

import sqlite3
from typing import Any

from config import env

OLDEST_SQLITE = (3, 33)  # UPDATE … FROM, for games.core.bulk
# A process that hangs while it holds a row lock must not stop all games.
POSTGRES_LIMITS = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"


def with_options(database: dict[str, Any], *, production: bool) -> dict[str, Any]:
    """Return the settings of a database with the options that its engine needs.

    Stops the program if the database cannot be used.
    """
    if database["ENGINE"].endswith("sqlite3"):
        return {**database, "OPTIONS": _sqlite_options(production=production)}
    _let_driver_keep_statements()
    given = database.get("OPTIONS", {})
    options = {
        **given,
        # A worker runs the same twenty or so queries for each phase: let the server plan them once.
        "server_side_binding": True,
        "prepare_threshold": 5,
        "options": f"{POSTGRES_LIMITS} {given.get('options', '')}".strip(),
    }
    return {**database, "OPTIONS": options}


def _let_driver_keep_statements() -> None:
    """Let psycopg keep what it finds by parsing the two longest statements of a page.

    It parses statements of more than 4,096 characters or 50 parameters each time, since most of
    them never come again. The version of a game (games/state/versions.py) has more characters, its
    marks (games/polling/states.py) more parameters. Parsing them took a fifth of a 304.
    """
    from psycopg import _queries  # only processes on PostgreSQL load the driver

    _queries.MAX_CACHED_STATEMENT_LENGTH, _queries.MAX_CACHED_STATEMENT_PARAMS = 8192, 100


def share_connections(database: dict[str, Any], most: int) -> None:
    """Let the threads of this process share at most so many connections to PostgreSQL; 0: none."""
    if database["ENGINE"].endswith("sqlite3") or not most:
        return
    database["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": most,
        "timeout": 10,
        # The pool's pauses between attempts double until this limit; then the next request starts
        # new attempts. With the default, pages come back 20 s later than a database that was down
        # for 40 s.
        "reconnect_timeout": 5,
    }
    # After a restart of the server, no request meets a dead connection.
    database["CONN_HEALTH_CHECKS"] = True


def _sqlite_options(*, production: bool) -> dict[str, Any]:
    if production:
        env.refuse("DATABASE_URL", "SQLite serves one machine; production needs postgresql://")
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        env.refuse(
            "DATABASE_URL", f"SQLite {sqlite3.sqlite_version} is too old: take 3.33 or newer"
        )
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
