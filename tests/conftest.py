import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone, translation
from hypothesis import settings
from pytest_django.plugin import DjangoDbBlocker

from config import catalogues
from games import audit

from . import needs, once

# How long an example takes is no promise: on a busy machine, any takes long.
settings.register_profile("entente", deadline=None)
settings.load_profile("entente")
LOCALE = Path(__file__).resolve().parent.parent / "locale"


def pytest_configure() -> None:
    """Pages in four languages: a fresh checkout has no compiled catalogues."""
    catalogues.compile_stale(LOCALE)


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """The plugin's own database; of processes side by side each has a copy of one."""
    process = os.environ.get("PYTEST_XDIST_WORKER")
    if process is None:
        request.getfixturevalue("django_db_setup")
    copied = once.database_of_tests(process) if process else contextlib.nullcontext()
    with django_db_blocker.unblock(), copied:
        with django_db_blocker.block():
            yield
        disconnect_others()


def disconnect_others() -> None:
    """End what still uses PostgreSQL's test database, or it cannot be dropped.

    A browser keeps its connection to the live server open, and the server's thread keeps its own.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """The URL of an empty PostgreSQL database; `./run test` provides one."""
    url = os.environ.get("TEST_DATABASE_URL")
    return url or needs.missing("TEST_DATABASE_URL names no PostgreSQL: run ./run test")


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The URL of a Redis; `./run test` provides one. Tests side by side share none of its data."""
    url = os.environ.get("TEST_REDIS_URL")
    if not url:
        needs.missing("TEST_REDIS_URL names no Redis: run ./run test")
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return urlsplit(url)._replace(path=f"/{number}").geturl()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    return needs.chromium() or needs.missing("there is no Chromium on this machine")


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], chromium_path: str
) -> dict[str, Any]:
    """Drive the system's browser: playwright's own download is never needed."""
    return {
        **browser_type_launch_args,
        "executable_path": chromium_path,
        "args": [
            "--no-sandbox",  # root cannot use it, and the pages are our own
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }


@pytest.fixture(autouse=True)
def _nobody_reads_yet() -> Iterator[None]:
    """A request leaves the language and zone of its reader behind, and counts in the cache; the
    next test is nobody's, with the same keys in the database."""
    cache.clear()
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _flush_what_is_append_only() -> Iterator[None]:
    """The database is emptied after each test: the one moment in which the triggers are lifted."""
    name = "_fixture_teardown"
    teardown = getattr(TransactionTestCase, name)

    def unguarded(case: TransactionTestCase) -> None:
        with connection.schema_editor() as editor:
            audit.unguard(editor)
        try:
            teardown(case)
        finally:
            with connection.schema_editor() as editor:
                audit.guard(editor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, name, unguarded)
        yield
