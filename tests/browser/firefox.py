"""A Firefox of this system, driven by Marionette, the protocol that it speaks itself.

Playwright drives a Firefox of its own making. The client that Mozilla publishes brings tools for
telephones and leaves sockets open, so these are the few commands that a test needs.
https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

import contextlib
import itertools
import json
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

from tests import services
from tests.site import until

from .driven_browser import TO_START, DrivenBrowser

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
# Errors of scripts and styles on pages of the site, as the browser's console has them.
ERRORS = """
return Services.console.getMessageArray()
  .filter((each) => each instanceof Ci.nsIScriptError)
  .filter(({ flags }) => !(flags & Ci.nsIScriptError.warningFlag))
  .filter(({ sourceName }) => sourceName.startsWith(arguments[0]))
  .map(({ sourceName, errorMessage }) => `${sourceName}: ${errorMessage}`);
"""


class MarionetteError(Exception):
    """Firefox has refused a command; the arguments are its error and message."""


class Firefox(DrivenBrowser):
    """A running Firefox."""

    def __init__(self, connection: socket.socket, stream: BinaryIO) -> None:
        self._connection, self._stream = connection, stream
        self._numbers = itertools.count()
        self._read()  # the greeting

    @classmethod
    @contextlib.contextmanager
    def started(cls, path: str, folder: Path) -> Iterator[Self]:
        """Start the Firefox at `path` with an empty profile in `folder`; end it afterwards."""
        port = services.free_port()
        settings = PREFERENCES | {"marionette.port": port}
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(settings[name])});" for name in settings
        ]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [path, "--headless", "--no-remote", "--profile", str(folder)]
        command += ["--marionette", "--remote-allow-system-access"]  # access to the console
        with (folder / "firefox.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        try:
            with cls._connect(port) as connection, connection.makefile("rb") as stream:
                firefox = cls(connection, stream)
                firefox.command("WebDriver:NewSession")
                yield firefox
        finally:
            process.terminate()
            process.wait(TO_START)

    @staticmethod
    def _connect(port: int) -> socket.socket:
        found: list[socket.socket] = []

        def connects() -> bool:
            with contextlib.suppress(OSError):
                found.append(socket.create_connection(("127.0.0.1", port), timeout=TO_START))
            return bool(found)

        until(connects, seconds=TO_START, what="Firefox listens")
        return found[0]

    def command(self, name: str, **parameters: Any) -> Any:
        """Send a command; return its result. Raises `MarionetteError`."""
        message = json.dumps([0, next(self._numbers), name, parameters]).encode()
        self._connection.sendall(b"%d:%b" % (len(message), message))
        _kind, _number, error, result = self._read()
        if error:
            raise MarionetteError(error["error"], error["message"])
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def _read(self) -> Any:
        digits = iter(lambda: self._stream.read(1), b":")
        return json.loads(self._stream.read(int(b"".join(digits))))

    def navigate(self, url: str) -> None:
        self.command("WebDriver:Navigate", url=url)

    def add_cookie(self, name: str, value: str) -> None:
        self.command("WebDriver:AddCookie", cookie={"name": name, "value": value})

    def resize(self, width: int, height: int) -> None:
        self.command("WebDriver:SetWindowRect", width=width, height=height)

    def act(self, actions: list[dict[str, object]]) -> None:
        self.command("WebDriver:PerformActions", actions=actions)

    def evaluate(self, script: str, *arguments: object) -> Any:
        return self.command("WebDriver:ExecuteScript", script=script, args=list(arguments))

    def errors(self, url: str) -> list[str]:
        """Return the errors that the console has for pages below `url`."""
        self.command("Marionette:SetContext", value="chrome")
        found: list[str] = self.evaluate(ERRORS, url)
        self.command("Marionette:SetContext", value="content")
        return found
