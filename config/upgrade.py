"""Upgrade an embedded site, and go back to what was there if anything fails: ./run upgrade.

This file runs while code and environment are exchanged under it. So it imports the standard library
only, is read as a whole before anything changes, and does the rest by calling ./run.

The supervisor of a running site gets SIGUSR2: it stops the site, waits until this program has let
go of the file `upgrade.lock` in the data folder, and then starts whatever code is there.
"""

import argparse
import contextlib
import datetime as dt
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
REFUSED, FAILED = 3, 1  # exit statuses: nothing was begun; something failed, and was undone
TO_STOP, TO_START = 30, 120  # seconds
LEAST_FREE = 500_000_000  # bytes, beside room for two copies of the database
VENV, FORMER_VENV = ROOT / ".venv", ROOT / ".venv-former"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # ignores http_proxy


class FailedError(Exception):
    """A step failed. The message is for the operator."""


def say(line: str) -> None:
    sys.stderr.write(f"entente: {line}\n")
    sys.stderr.flush()


def refuse(why: str) -> NoReturn:
    say(f"{why}. Nothing was changed")
    raise SystemExit(REFUSED)


def run(*words: str) -> None:
    """Run ./run with these words; its output goes to the operator."""
    command = [str(ROOT / "run"), *words]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode:  # noqa: S603
        raise FailedError(f"“./run {' '.join(words)}” failed")


def git(*words: str) -> str:
    """Return the output of a git command, stripped; raise `FailedError` with its error."""
    command = ["git", "-C", str(ROOT), *words]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise FailedError(f"git {words[0]}: {' '.join(done.stderr.split())}")
    return done.stdout.strip()


class Code:
    """The code in ROOT: what it was before, how to bring the new one, and how to go back."""

    def __init__(self, *, pull: bool, to: str, served: str) -> None:
        """`served` is the commit that has served the site last, or empty."""
        self.pull, self.to = pull, to
        self.is_clone = (ROOT / ".git").exists() and shutil.which("git") is not None
        if (pull or to) and not self.is_clone:
            refuse("this folder is no git clone: unpack the new code here yourself, then try again")
        if self.is_clone:
            self.branch = git("branch", "--show-current")
            self.former = git("rev-parse", "HEAD")
            self.is_clean = not git("status", "--porcelain", "--untracked-files=no")
            if (pull or to) and not self.is_clean:
                refuse("files of the code were changed here: commit or undo that first (git diff)")
        self.served = served

    def bring(self) -> None:
        if self.pull:
            git("pull", "--ff-only", "--quiet")
        if self.to:
            with contextlib.suppress(FailedError):  # it may be here already
                git("fetch", "--quiet", "--tags")
            git("checkout", "--quiet", self.to)

    def go_back(self) -> bool:
        """Check the former code out; return whether that was possible."""
        if not self.is_clone:
            return False
        if self.pull:
            git("reset", "--keep", "--quiet", self.former)
        elif self.to:
            git("checkout", "--quiet", self.branch or self.former)
        elif not self.served or not self.is_clean:
            return False
        elif self.served != self.former:
            git("checkout", "--quiet", "--detach", self.served)
        return True

    def name(self) -> str:
        return git("log", "-1", "--format=%h (%s)") if self.is_clone else "the code in this folder"


class Environment:
    """The Python environment. If the lock has changed, the former one is kept until the end."""

    def __init__(self) -> None:
        self.is_aside = False

    def make_room(self) -> None:
        """Put the environment aside if ./run would change it."""
        installed, wanted = VENV / "requirements.txt", ROOT / "requirements.txt"
        if installed.exists() and installed.read_bytes() != wanted.read_bytes():
            _remove(FORMER_VENV)
            VENV.rename(FORMER_VENV)
            self.is_aside = True

    def go_back(self) -> None:
        if self.is_aside:
            _remove(VENV)
            FORMER_VENV.rename(VENV)

    def forget_former(self) -> None:
        if self.is_aside:
            _remove(FORMER_VENV)


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder, ignore_errors=True)


class Site:
    """The site in a data folder, which runs or not."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.process = self.serving_process()
        self.stays_stopped = False

    def serving_process(self) -> int | None:
        """Return the process that serves the folder, None if there is none."""
        try:
            with (self.data / "lock").open("r", encoding="ascii") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return self._written()
        except FileNotFoundError:
            pass
        return None

    def _written(self) -> int | None:
        """The process in the lock file, which is empty for a moment while it is being written."""
        for _ in range(100):
            if words := (self.data / "lock").read_text(encoding="ascii").split():
                return int(words[0])
            time.sleep(0.01)
        return None

    def hold(self) -> None:
        """Stop the site; its supervisor waits for the end of the upgrade."""
        if self.process is None:
            return
        try:
            os.kill(self.process, signal.SIGUSR2)
        except PermissionError:
            refuse(f"process {self.process} serves the site for another account: upgrade as that")
        if not _until(lambda: self.serving_process() is None, TO_STOP):
            raise FailedError(f"process {self.process} does not stop")

    def stay_stopped(self) -> None:
        """End the supervisor that waits."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGTERM)
        self.process, self.stays_stopped = None, True

    def is_back(self) -> bool:
        """Wait until the supervisor serves pages again; return whether it does."""
        return _until(lambda: self.serving_process() is not None and _answers(), TO_START)


def _answers() -> bool:
    host = os.environ.get("ENTENTE_HOST") or "127.0.0.1"
    host = "127.0.0.1" if host in {"0.0.0.0", "[::]", "*"} else host  # noqa: S104
    name = urlsplit(os.environ.get("SITE_URL", "")).hostname or "localhost"
    name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip(" .") or name
    url = f"http://{host}:{os.environ.get('PORT') or 8000}/readyz"
    try:
        with DIRECT.open(urllib.request.Request(url, headers={"Host": name}), timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def _until(condition: Callable[[], bool], seconds: float) -> bool:
    ends_at = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends_at:
            return False
        time.sleep(0.2)
    return True


@contextlib.contextmanager
def locked(data: Path) -> Iterator[None]:
    """Hold the file on which the supervisor waits, and which admits one upgrade at a time."""
    handle = os.open(data / "upgrade.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        refuse("another upgrade is at work")
    try:
        yield
    finally:
        os.close(handle)


def upgrade(code: Code, site: Site) -> int:
    """Bring the new code and the database up to date; return the exit status."""
    environment, backup = Environment(), _backup_path(site.data)
    migrating = False
    try:
        site.hold()
        code.bring()
        environment.make_room()
        say(f"making a backup: {backup}")
        run("manage", "backup", str(backup))
        migrating = True
        say(f"bringing the database up to date for {code.name()}")
        run("manage", "migrate", "--no-input", "--verbosity", "0")
        run("manage", "compilemessages")
        say("trying whether it serves pages")
        run("manage", "up", "--trial")
    except (FailedError, OSError, KeyboardInterrupt) as error:
        say(str(error) or "stopped")
        go_back(code, environment, site, backup if migrating else None)
        return FAILED
    environment.forget_former()
    return 0


def go_back(code: Code, environment: Environment, site: Site, backup: Path | None) -> None:
    """Bring code, environment and database back to what they were; say what remains to do."""
    try:
        went_back = code.go_back()
        environment.go_back()
        if backup is not None and went_back:
            say(f"restoring {backup}")
            run("manage", "restore", str(backup), "--no-input", "--send-waiting")
    except (FailedError, OSError) as error:
        say(f"going back failed as well: {error}")
        went_back = False
    if went_back:
        say(f"everything is as it was before: {code.name()}")
        return
    site.stay_stopped()
    say("the site stays stopped. Put the former code here, then")
    if backup is not None:
        say(f"    ./run manage restore {backup} --send-waiting")
    say("    ./run")


def _backup_path(data: Path) -> Path:
    folder = data / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"before-upgrade-{dt.datetime.now(dt.UTC):%Y-%m-%dT%H%M%SZ}.sqlite3"


def _refuse_full_disk(data: Path) -> None:
    database = data / "db.sqlite3"
    needed = LEAST_FREE + 2 * (database.stat().st_size if database.exists() else 0)
    if shutil.disk_usage(data).free < needed:
        refuse(f"the disk of {data} has less than {needed / 1e6:.0f} MB free")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run upgrade", description=__doc__.partition("\n")[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pull", action="store_true", help="bring the new code by “git pull”")
    which.add_argument("--to", default="", metavar="REVISION", help="… or check this tag out")
    given = parser.parse_args(arguments)
    if os.environ.get("ENTENTE_MODE") == "production" or any(
        os.environ.get(name) for name in ("DATABASE_URL", "DATABASE_URL_FILE")
    ):
        refuse("this upgrades embedded sites on SQLite; for others see docs/operations.md")
    data = Path(os.environ.get("ENTENTE_DATA") or ROOT / "data").absolute()
    if not (data / "db.sqlite3").exists():
        refuse(f"there is no site in {data}: start it by ./run")
    if os.geteuid() == 0 and data.stat().st_uid != 0:
        refuse(f"{data} is of another account: upgrade as that one, with sudo -u")
    _refuse_full_disk(data)
    with contextlib.suppress(OSError):
        os.chdir(ROOT)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # goes back, as Ctrl-C does
    served = data / "commit"
    with locked(data):
        site = Site(data)
        try:
            last = served.read_text("ascii").strip() if served.exists() else ""
            code = Code(pull=given.pull, to=given.to, served=last)
        except FailedError as error:
            refuse(str(error))
        status = upgrade(code, site)
    if site.stays_stopped:
        return status
    if site.process is None:
        say("the site did not run: start it by ./run")
    elif site.is_back():
        say("the site is up again")
    else:
        say("the site does not answer: look into its log, and start it by ./run")
        return FAILED
    if not status:
        say("upgraded. The log and ./run check say how it is")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
