"""What must be true before the site can serve: a current database, collected files, one owner."""

import fcntl
import hashlib
import os
import socket
from pathlib import Path
from typing import IO

import redis
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from . import env


def own_data_folder(folder: Path) -> IO[str]:
    """Lock the folder for as long as the returned file is open; stop if another site has it."""
    file = (folder / "lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        env.stop("ENTENTE_DATA", f"process {file.read().strip()} already serves “{folder}”")
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything else: it stays ours while the web process starts again."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except socket.gaierror as error:
        env.stop("ENTENTE_HOST", f"“{host}” is no address of this machine: {error.strerror}")
    except OSError as error:
        env.stop("PORT", f"cannot listen on {host}:{port}: {error.strerror}")
    return listener


def migrate() -> None:
    """Bring the database up to date. Looking first is much quicker than migrating for nothing."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        env.stop("DATABASE_URL", f"the database does not answer as it should: {error}")
    finally:
        connections.close_all()


def reach_redis() -> None:
    if settings.REDIS_URL:
        try:
            redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5).ping()
        except redis.RedisError as error:
            env.stop("REDIS_URL", f"Redis does not answer as it should: {error}")


def collect_static() -> None:
    """Collect the static files when one of them has changed since the last start."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    try:
        if stamp.is_file() and stamp.read_bytes() == digest.hexdigest().encode():
            return
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_bytes(digest.hexdigest().encode())
    except OSError as error:
        env.stop("STATIC_ROOT", f"files cannot be collected in “{settings.STATIC_ROOT}”: {error}")
