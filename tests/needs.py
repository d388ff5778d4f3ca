"""Requirements that a machine may lack: the test is skipped with the reason, or fails in CI."""

import os
import shutil
from typing import NoReturn

import pytest

# Takes half of the processor time that a whole browser takes for a page, but knows no web push.
HEADLESS = "chromium-headless-shell"
FIREFOX = ("firefox-esr", "firefox")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def missing(reason: str) -> NoReturn:
    """Skip this test; fail where REQUIRE_ALL=1 says that the machine has everything."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL is set, and {reason}", pytrace=False)
    pytest.skip(reason)


def chromium(*, whole: bool = False) -> str | None:
    """Return the path of a browser of this system, or of the one that CHROMIUM names.

    It is the headless shell if that is installed, unless a `whole` browser is needed.
    """
    named = os.environ.get("CHROMIUM")
    known = BROWSERS if whole else (HEADLESS, *BROWSERS)
    return next(filter(None, map(shutil.which, (named,) if named else known)), None)


def firefox() -> str | None:
    """Return the path of this system's Firefox, or of the one that FIREFOX names."""
    named = os.environ.get("FIREFOX")
    return next(filter(None, map(shutil.which, (named,) if named else FIREFOX)), None)


def webkit() -> bool:
    """Whether this system has a WebKit with its driver, and a screen in memory."""
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb"))


def program(name: str) -> str:
    """Return the path of a program of the system, which may be root's; skip or fail without it."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    return path or missing(f"there is no {name} on this machine")
