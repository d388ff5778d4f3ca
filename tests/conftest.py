import contextlib
import gc
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone, translation
from hypothesis import settings
from playwright.sync_api import Browser, BrowserType
from pytest_django.plugin import DjangoDbBlocker

from config.translation import compiler
from games.core import audit

from . import needs, shared_databases, suite
from .suite import CLAIMS, WITH_PROCESSES

# No deadline for an example: on a busy machine any may take long.
settings.register_profile("entente", deadline=None)
settings.load_profile("entente")
TESTS = Path(__file__).resolve().parent
LOCALE = TESTS.parent / "locale"
# The slowest files begin first, so that no process is left with one of them at the end of a run.
# `./run test --durations` lists the files by their seconds.
SLOW_FIRST = (
    "season/test_season.py",
    "reliability/test_faults.py",
    "reliability/test_supervisor.py",
    "reliability/test_upgrade.py",
    "reliability/test_recorded_games.py",
    "reliability/test_full_disk.py",
    "browser/test_five_years.py",
    "reliability/test_masters_among_faults.py",
    "reliability/test_due.py",
    "reliability/test_production.py",
    "reliability/test_demo.py",
    "reliability/test_clock_is_set.py",
    "reliability/test_mail_server.py",
    "reliability/test_outages.py",
    "reliability/test_counter_files.py",
    "security/test_access.py",
    "security/test_secret_deeds.py",
    "security/test_shared_parts.py",
    "security/test_provisional_ends.py",
    "browser/test_pages.py",
    "browser/test_polling.py",
    "browser/test_passkeys.py",
    "browser/test_turn.py",
    "browser/test_messages.py",
)
# Of the variants of a test in these places, such as a phone beside a desktop, only the first runs
# outside of a soak: each takes seconds, and most defects show in any of them.
VARIED = ("browser", "games/board/test_in_browser.py", "games/web/views/test_whole_games.py")


def pytest_configure() -> None:
    """Compile the catalogues, which a fresh checkout does not have."""
    compiler.compile_stale(LOCALE)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move the slowest files to the beginning; the rest keeps its (random) order.

    Raises `pytest.UsageError` for a test of processes, or of services, that the suite would not
    find.
    """
    for item in items:
        known = is_in(WITH_PROCESSES, item)
        if not known and item.get_closest_marker("processes"):
            raise pytest.UsageError(f"{item.nodeid}: add its folder to suite.WITH_PROCESSES")
    found = {TESTS.parent / file for file in suite.files_on_services()}
    for item in items:
        sought = is_in(suite.ON_SERVICES, item) and not is_in(suite.WITHOUT_ROWS, item, TESTS)
        if sought and item.path not in found and item.get_closest_marker("services"):
            raise pytest.UsageError(f"{item.nodeid}: add its words to suite.ON_SERVICES_TOO")
    places = {TESTS / name: place for place, name in enumerate(SLOW_FIRST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def is_in(names: Iterable[str], item: pytest.Item, folder: Path = TESTS.parent) -> bool:
    """Whether a test is in one of these files or folders of `folder`."""
    return _is_below(tuple(names), item.path, folder)


@cache
def _is_below(names: tuple[str, ...], file: Path, folder: Path) -> bool:
    """The answer for all tests of a file: comparing paths for each took a third of collecting."""
    return any(file.is_relative_to(folder / name) for name in names)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that also run on PostgreSQL and Redis, and variants that only soaks run."""
    if is_further_variant(item):
        item.add_marker(pytest.mark.soak)
    if commits(item) or is_in(CLAIMS, item, TESTS):
        item.add_marker(pytest.mark.services)


def is_further_variant(item: pytest.Item) -> bool:
    """Whether a test of `VARIED` is not the first of its variants."""
    call = getattr(item, "callspec", None)
    return call is not None and any(call.indices.values()) and is_in(VARIED, item, TESTS)


def commits(item: pytest.Item) -> bool:
    """Whether the test commits what it writes, instead of rolling it back."""
    marker = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return "transactional_db" in fixtures or bool(marker and marker.kwargs.get("transaction"))


def pytest_collection_finish() -> None:
    """Keep modules and collected tests, which live to the end, out of the garbage collector."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Use the plugin's own database; give each parallel process a copy of one."""
    process = os.environ.get("PYTEST_XDIST_WORKER")
    if process is None:
        request.getfixturevalue("django_db_setup")
    copied = shared_databases.database_of_tests(process) if process else contextlib.nullcontext()
    with django_db_blocker.unblock(), copied:
        with django_db_blocker.block():
            yield
        disconnect_others()


def disconnect_others() -> None:
    """End other connections to PostgreSQL's test database, which cannot be dropped otherwise.

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
    """Return the URL of an empty PostgreSQL database; `./run test` provides one."""
    url = os.environ.get("TEST_DATABASE_URL")
    return url or needs.missing("TEST_DATABASE_URL names no PostgreSQL: run ./run test")


@pytest.fixture(scope="session")
def redis_url() -> str:
    """Return the URL of a Redis, which `./run test` provides. Each process has its own database."""
    url = os.environ.get("TEST_REDIS_URL")
    if not url:
        needs.missing("TEST_REDIS_URL names no Redis: run ./run test")
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return urlsplit(url)._replace(path=f"/{number}").geturl()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    return needs.chromium() or needs.missing("there is no Chromium on this machine")


@pytest.fixture(scope="session")
def whole_browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser that knows web push, unlike the headless shell."""
    path = needs.chromium(whole=True) or needs.missing("there is no Chromium on this machine")
    browser = browser_type.launch(**{**browser_type_launch_args, "executable_path": path})
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], chromium_path: str
) -> dict[str, Any]:
    """Use the system's browser, so that playwright need not download one."""
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
def _forget_readers() -> Iterator[None]:
    """Undo what a request leaves behind: counts in the cache, language and time zone."""
    for each in caches.all():
        each.clear()
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _flush_what_is_append_only() -> Iterator[None]:
    """Lift the triggers while Django empties the database after a transactional test."""
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
