"""Start the site again after an upgrade, in the same process (see config/upgrade.py)."""

import fcntl
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn


def when_upgraded(folder: Path, script: Path) -> NoReturn:
    """Wait for the end of the upgrade; then become the command by which this process was started.

    So a terminal, nohup or systemd sees one process all the time. If the environment of that
    command is gone, `script` makes another.
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
