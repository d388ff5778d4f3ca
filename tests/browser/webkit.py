"""The WebKit of this system, the engine of Safari, driven by WebDriver.

MiniBrowser and WebKitWebDriver come from Debian's package webkit2gtk-driver; Xvfb is its screen.
https://www.w3.org/TR/webdriver2/
"""

import contextlib
import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from tests import services
from tests.site import until

from .driven_browser import TO_START, DrivenBrowser

MINI_BROWSERS = "*/webkit2gtk-4.?/MiniBrowser"
SCREEN = "1920x1080x24"


class WebDriverError(Exception):
    """The driver has refused a command; the argument is its answer."""


class WebKit(DrivenBrowser):
    """A running MiniBrowser."""

    def __init__(self, driver: str) -> None:
        self._session = driver

    @classmethod
    @contextlib.contextmanager
    def started(cls, folder: Path) -> Iterator[Self]:
        """Start a screen and a MiniBrowser on it; end both afterwards."""
        port = services.free_port()
        with _screen() as display, (folder / "webkit.log").open("wb") as out:
            driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"],
                env=os.environ | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"},
                stdout=out,
                stderr=subprocess.STDOUT,
            )
            webkit = cls(f"http://127.0.0.1:{port}")
            try:
                until(webkit._listens, seconds=TO_START, what="WebKitWebDriver listens")
                webkit._begin()
                yield webkit
                webkit._command("DELETE", "")
            finally:
                driver.terminate()
                driver.wait(TO_START)

    def _listens(self) -> bool:
        with contextlib.suppress(OSError):
            return bool(self._command("GET", "/status")["ready"])
        return False

    def _begin(self) -> None:
        options = {"binary": str(mini_browser()), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._command("POST", "/session", capabilities=wanted)
        self._session += f"/session/{session['sessionId']}"

    def _command(self, method: str, path: str, **parameters: Any) -> Any:
        """Send a command; return its result. Raises `WebDriverError`."""
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(f"{self._session}{path}", body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TO_START) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise WebDriverError(error.read().decode()) from None

    def navigate(self, url: str) -> None:
        self._command("POST", "/url", url=url)

    def add_cookie(self, name: str, value: str) -> None:
        self._command("POST", "/cookie", cookie={"name": name, "value": value})

    def resize(self, width: int, height: int) -> None:
        self._command("POST", "/window/rect", width=width, height=height)

    def evaluate(self, script: str, *arguments: object) -> Any:
        return self._command("POST", "/execute/sync", script=script, args=list(arguments))

    def act(self, actions: list[dict[str, object]]) -> None:
        self._command("POST", "/actions", actions=actions)


def mini_browser() -> Path | None:
    """Return the path of this system's MiniBrowser."""
    return next(iter(sorted(Path("/usr/lib").glob(MINI_BROWSERS), reverse=True)), None)


@contextlib.contextmanager
def _screen() -> Iterator[str]:
    """Run a screen in memory; yield its name."""
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        try:
            yield f":{process.stdout.readline().decode().strip()}"
        finally:
            process.terminate()
