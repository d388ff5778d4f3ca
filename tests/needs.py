"""What a machine may lack: a test that needs it is skipped with the reason, or fails in CI."""

import os
import shutil
from typing import NoReturn

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def missing(reason: str) -> NoReturn:
    """Skip this test; fail where REQUIRE_ALL=1 says that the machine has everything."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL is set, and {reason}", pytrace=False)
    pytest.skip(reason)


def chromium() -> str | None:
    """Return the path of a browser of this system, or of the one that CHROMIUM names."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, (named,) if named else BROWSERS)), None)
