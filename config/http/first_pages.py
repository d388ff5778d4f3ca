"""Pages that are drawn once before processes are forked, so that they share what drawing takes.

Python writes to the memory of code that runs: it adapts the code, fills caches, counts references.
Most of that happens at the first time, and in a fork each piece of memory that is written to
becomes a copy. So some pages are drawn beforehand, as for a stranger: 18 MB less in each web
process. No service is asked for them. Queries find nothing, as on a site without games, so it does
not matter whether the database is there, and nothing of a person can stay in memory.
"""

import contextlib
import contextvars
import io
import logging
from collections.abc import Iterator
from functools import cache
from typing import Any, Never

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.db import InterfaceError, connections

from .. import site_address

PATHS = ("/", "/games/", "/help/", "/help/orders/", "/accounts/login/")


class EmptyCursor:
    """Database cursor that executes nothing and finds nothing."""

    rowcount = 0

    def execute(self, *_statement: object) -> None:
        """Do nothing."""

    def fetchone(self) -> None:
        """Return no row."""

    def fetchall(self) -> list[Any]:
        return []

    def fetchmany(self, _size: int = 0) -> list[Any]:
        return []

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> "EmptyCursor":
        return self

    def __exit__(self, *_error: object) -> None:
        """Do nothing."""


@cache  # gunicorn need not draw again what its parent has drawn
def draw(application: WSGIHandler) -> list[int]:
    """Draw the pages and return their statuses. Nothing is logged, counted or kept of them."""
    with _empty_database(), _without_log():
        # What they set for their context, such as the language, does not stay.
        return [contextvars.copy_context().run(_status, application, path) for path in PATHS]


def _status(application: WSGIHandler, path: str) -> int:
    try:
        return application.get_response(WSGIRequest(_environment(path))).status_code
    except Exception:  # not even the page of an error can be drawn, and no start may fail for that
        return 500


def _environment(path: str) -> dict[str, Any]:
    host = site_address.accepted_host(settings.ALLOWED_HOSTS)
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "SERVER_NAME": host,
        "SERVER_PORT": str(settings.PORT),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": host,
        "HTTP_ACCEPT_ENCODING": "gzip, br",
        "wsgi.url_scheme": "https" if settings.HTTPS else "http",
        "wsgi.input": io.BytesIO(),
        site_address.OWN_REQUEST: True,
    }


@contextlib.contextmanager
def _empty_database() -> Iterator[None]:
    """Let the queries of this thread find nothing, and connect to no database."""
    before, empty = connections["default"], connections.create_connection("default")
    for name, replacement in {
        "cursor": EmptyCursor,
        "chunked_cursor": EmptyCursor,
        "connect": _refuse,
    }.items():
        setattr(empty, name, replacement)
    connections["default"] = empty
    try:
        yield
    finally:
        connections["default"] = before


def _refuse() -> Never:
    raise InterfaceError("no page that is drawn beforehand may need a connection")


@contextlib.contextmanager
def _without_log() -> Iterator[None]:
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
