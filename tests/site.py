"""A whole site for a test: `manage.py up` in its own folder and on its own port."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import psutil

from . import collected_files, services, shared_databases

ROOT = Path(__file__).resolve().parent.parent
# The rest of the developer's environment does not reach the site.
KEPT = ("PATH", "HOME", "LANG", "SSL_CERT_FILE")
# Seconds for a start, which takes three seconds of processor time. The limit is generous because a
# machine that is busy with other tests is slow; a start that fails ends at once.
TO_START = 100


def until(condition: Callable[[], object], *, seconds: float, what: str) -> float:
    """Wait for `condition`; return how long it took. Fail with `what` after `seconds`."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)
    return time.monotonic() - began


def gone(processes: Iterable[psutil.Process]) -> bool:
    """Whether none of the processes runs any more. A zombie does not run."""
    return not any(map(_runs, processes))


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it ended between the two questions
        return False


class Site:
    """A running site. `manage` runs a command of manage.py on the same data."""

    root = ROOT  # the folder of the code
    command = "up"

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = services.free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = folder / "site.log"
        self.environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environment |= {"ENTENTE_DATA": str(folder / "data"), "PORT": str(self.port)}
        # Tests move the clock by hours, which is no outage; those of outages set their own value.
        self.environment |= {"ENTENTE_OUTAGE_MINUTES": "5000000"}
        # Tests move the clock by days, which would make a backup in each.
        self.environment |= {"ENTENTE_BACKUPS_DAILY": "0"}
        self.environment |= environment
        self.process: subprocess.Popen[bytes] | None = None

    def migrate(self) -> None:
        """Create the tables and collect the static files, which is done once for all sites."""
        data = Path(self.environment["ENTENTE_DATA"])
        if fresh := not data.exists():
            data.mkdir(mode=0o700)
            shutil.copytree(collected_files.collected_folder(), data / "staticfiles")
        if url := self.environment.get("DATABASE_URL"):
            shared_databases.migrate_postgres(url, self._migrate)
        elif fresh:
            (data / "db.sqlite3").write_bytes(_migrated())

    def _migrate(self) -> None:
        done = self.manage("migrate")
        assert done.returncode == 0, done.stderr

    def start(self) -> float:
        """Start the site; return after how many seconds it answers."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", self.command],
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            return until(self.answers, seconds=TO_START, what="the site answers")
        except AssertionError as error:
            raise AssertionError(f"{error}; its log:\n{self.logged()[-5000:]}") from None

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.logged()[-5000:]
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def logged(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def processes(self) -> list[psutil.Process]:
        """Return the supervisor and everything below it."""
        assert self.process is not None
        supervisor = psutil.Process(self.process.pid)
        return [supervisor, *supervisor.children(recursive=True)]

    def child(self, *words: str) -> psutil.Process:
        """Return the process whose name and command line hold all these words."""
        for process in self.processes()[1:]:
            with contextlib.suppress(psutil.NoSuchProcess):
                line = [process.name(), *process.cmdline()]
                if all(word in line for word in words):
                    return process
        raise LookupError(words)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.root,
            env=self.environment,
            check=False,
            capture_output=True,
            text=True,
        )

    def stop(self, number: int = signal.SIGINT) -> float:
        """Send a signal to the supervisor; return the seconds until it has ended."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(20)
        return time.monotonic() - began


def _migrated() -> bytes:
    """Return an SQLite database with the tables of a first start."""
    with tempfile.TemporaryDirectory(prefix="entente-migrated-") as folder:
        site = Site(Path(folder))

        def first() -> Path:
            site._migrate()
            return site.folder / "data" / "db.sqlite3"

        return shared_databases.migrated_file(first)


@contextlib.contextmanager
def running(folder: Path, **environment: str) -> Iterator[Site]:
    """Run a migrated site until the end of the block."""
    site = Site(folder, **environment)
    site.migrate()
    with serving(site):
        yield site


@contextlib.contextmanager
def serving(site: Site) -> Iterator[Site]:
    try:
        site.start()
        yield site
    finally:
        if site.process is not None and site.process.poll() is None:
            site.stop()
