import os
from pathlib import Path
from typing import Any

import pytest

from config import catalogues

from . import needs

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def pytest_configure() -> None:
    """Pages in four languages: a fresh checkout has no compiled catalogues."""
    catalogues.compile_stale(LOCALE)


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """The URL of an empty PostgreSQL database; `./run test` provides one."""
    url = os.environ.get("TEST_DATABASE_URL")
    return url or needs.missing("TEST_DATABASE_URL names no PostgreSQL: run ./run test")


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The URL of a Redis; `./run test` provides one."""
    url = os.environ.get("TEST_REDIS_URL")
    return url or needs.missing("TEST_REDIS_URL names no Redis: run ./run test")


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
