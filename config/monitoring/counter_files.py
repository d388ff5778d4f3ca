"""Files in which the processes of a machine share their Prometheus counters.

Any process can then answer Prometheus for all. prometheus_client names each process's file by its
process id (PID). That fails here: containers that share the folder have the same PIDs and would
write into the same file; and files of dead processes would pile up, since counts must never fall.
So here each process locks the lowest free number and uses the files of that number, going on from
the counts of the process that had it before.
"""

import fcntl
import os
from itertools import count
from pathlib import Path

from prometheus_client import values

from .. import env

KINDS = ("counter", "histogram")
INITIAL_BYTES = 1 << 18  # enough for some 1,300 counts of each kind; the library grows the file


class LockedNumber:
    """Callable that returns the number this process has locked in `folder`.

    prometheus_client calls it at each count in place of `os.getpid`. A fork locks its own number.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = self.number = self.lock_file = -1

    def __call__(self) -> int:
        if self.process != os.getpid():
            inherited = self.lock_file
            self.number, self.lock_file = self._lock_number()
            self.process = os.getpid()
            if inherited >= 0:
                os.close(inherited)  # the parent keeps it open, and so locked
        return self.number

    def _lock_number(self) -> tuple[int, int]:
        """Return the lowest free number and the descriptor of its file, locked while it is open."""
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
    """Create a file that is not sparse: a full disk would kill a process that writes to a hole."""
    if not file.exists():
        temporary = file.with_suffix(".new")
        temporary.write_bytes(bytes(INITIAL_BYTES))
        temporary.replace(file)  # readers never see an incomplete file


def share_counters(folder: Path) -> None:
    """Keep counters in `folder` from now on. Call before any counter is created."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        values.ValueClass = values.MultiProcessValue(LockedNumber(folder))  # type: ignore[no-untyped-call]
    except OSError as error:
        env.refuse("ENTENTE_METRICS_DIR", f"“{folder}” cannot be used: {error.strerror}")


def delete_counters(folder: Path) -> None:
    """Delete all counts. Lock files stay: a running process keeps its number."""
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)
