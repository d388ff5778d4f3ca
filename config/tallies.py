"""Where the processes of a machine keep what they count, for whichever of them Prometheus asks.

The library gives each process a file named after its process number. But containers that share a
folder have the same numbers, and would count into the same file; and a process that has ended
leaves its file behind, for counts must never fall. So here a file belongs to whoever has locked its
number: a process takes the lowest that is free, and counts on where the one before it stopped.
"""

import fcntl
import os
from itertools import count
from pathlib import Path

from prometheus_client import values

from . import env

KINDS = ("counter", "histogram")
ROOM = 1 << 18  # bytes, for some 1,300 counts of each kind; beyond that the library makes more


class Number:
    """The number of this process among those that count in `folder`; a fork takes its own.

    The library asks for it at each count.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = self.number = self.lock = -1

    def __call__(self) -> int:
        if self.process != os.getpid():
            inherited = self.lock
            self.number, self.lock = self._take()
            self.process = os.getpid()
            if inherited >= 0:
                os.close(inherited)  # which unlocks nothing: the parent has it open
        return self.number

    def _take(self) -> tuple[int, int]:
        """Return the number and the file that is locked for it, as long as it is open."""
        for number in count():
            lock = os.open(self.folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                os.close(lock)
        for kind in KINDS:
            _reserve(self.folder / f"{kind}_{number}.db")
        return number, lock


def _reserve(file: Path) -> None:
    """Make a file without holes: a full disk would kill the process that writes into one."""
    if not file.exists():
        aside = file.with_suffix(".new")
        aside.write_bytes(bytes(ROOM))
        aside.replace(file)  # whoever reads them all never meets half of one


def share(folder: Path) -> None:
    """Count in `folder` from now on. Call before anything that is counted has been named."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        values.ValueClass = values.MultiProcessValue(Number(folder))  # type: ignore[no-untyped-call]
    except OSError as error:
        env.stop("ENTENTE_METRICS_DIR", f"“{folder}” cannot be used: {error.strerror}")


def clear(folder: Path) -> None:
    """Forget what was counted. The locks stay: who holds one counts into a file nobody reads."""
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)
