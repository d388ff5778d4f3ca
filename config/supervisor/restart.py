"""Start the site again in the same process, so that a terminal or systemd sees one all the time."""

import contextlib
import fcntl
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

SECOND_START = "SITE_STARTED_AGAIN"
"""Environment variable of a program that has started again to free memory."""


def to_free_memory(*, needed: bool) -> None:
    """Become the same command again if it is needed, but not twice in succession.

    It is needed after steps that took much memory: all processes of the site would inherit what
    they left, some 30 MB.
    """
    is_second = os.environ.pop(SECOND_START, "")
    if needed and not is_second:
        sys.stdout.flush()
        os.environ[SECOND_START] = "1"
        with contextlib.suppress(OSError):  # the site also runs with more memory
            os.execvp(sys.orig_argv[0], sys.orig_argv)  # noqa: S606


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
