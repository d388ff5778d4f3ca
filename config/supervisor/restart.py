"""Start the site again in the same process, so that a terminal or systemd sees one all the time."""

import contextlib
import fcntl
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

ONCE = "SITE_STARTED_AGAIN"
"""Environment variable of a program that has started again to get rid of memory."""


def without_remains() -> None:
    """Become the same command again, once, after steps that took much memory.

    Otherwise all processes of the site inherit what a first start leaves in memory: 30 MB.
    """
    if ONCE not in os.environ:
        sys.stdout.flush()
        os.environ[ONCE] = "1"
        with contextlib.suppress(OSError):  # then it goes on with them
            os.execvp(sys.orig_argv[0], sys.orig_argv)  # noqa: S606
    os.environ.pop(ONCE, None)


def when_upgraded(folder: Path, script: Path) -> NoReturn:
    """Wait for the end of the upgrade; then become the command by which this process was started.

    If the environment of that command is gone, `script` makes another (see config/upgrade.py).
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    with (folder / "upgrade.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
    try:
        os.execvp(sys.orig_argv[0], sys.orig_argv)  # noqa: S606
    except OSError:
        os.execv(script, [str(script)])  # noqa: S606
