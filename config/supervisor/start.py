"""Steps before the site can serve pages: lock, port, database, Redis and static files.

A step that fails stops the program with one line (see `env.refuse`).
"""

import fcntl
import hashlib
import os
import socket
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from .. import env, schema


def lock_data_folder(folder: Path) -> IO[str]:
    """Lock the folder while the returned file is open; stop if another site has locked it."""
    file = (folder / "lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        env.refuse("ENTENTE_DATA", f"process {file.read().strip()} already serves “{folder}”")
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def running_process(folder: Path) -> int | None:
    """Return the process that serves the folder, None if the site does not run."""
    try:
        with (folder / "lock").open("r", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return int((folder / "lock").read_text(encoding="ascii").strip() or 0)
    except FileNotFoundError:
        pass
    return None


def listen(host: str, port: int) -> socket.socket:
    """Bind the port in this process, so that it stays bound while the web process restarts."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except socket.gaierror as error:
        env.refuse("ENTENTE_HOST", f"“{host}” is no address of this machine: {error.strerror}")
    except OSError as error:
        env.refuse("PORT", f"cannot listen on {host}:{port}: {error.strerror}")
    return listener


def refuse_unusable_database() -> None:
    """Stop if this code cannot use the database (see `config.schema`)."""
    try:
        schema.refuse_unusable(connection, MigrationLoader(connection))
    except DatabaseError as error:
        env.refuse("DATABASE_URL", f"the database does not answer as it should: {error}")


def migrate() -> bool:
    """Apply missing migrations; return whether there were any.

    Planning first is much faster than an empty `migrate`.
    """
    try:
        executor = MigrationExecutor(connection)
        schema.refuse_unusable(connection, executor.loader)
        missing = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if missing:
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        env.refuse("DATABASE_URL", f"the database does not answer as it should: {error}")
    finally:
        connections.close_all()
    return missing


def check_redis() -> None:
    if settings.REDIS_URL:
        import redis  # a site without it saves 6 MB of memory

        try:
            redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5).ping()
        except redis.RedisError as error:
            env.refuse("REDIS_URL", f"Redis does not answer as it should: {error}")


def collect_static() -> bool:
    """Collect the static files if one of them, or the code that collects them, has changed.

    Return whether they were collected.
    """
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for name in ("joined_files.py", "static.py"):
        digest.update((settings.BASE_DIR / "config/http" / name).read_bytes())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    try:
        if stamp.is_file() and stamp.read_bytes() == digest.hexdigest().encode():
            return False
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_bytes(digest.hexdigest().encode())
    except OSError as error:
        env.refuse("STATIC_ROOT", f"files cannot be collected in “{settings.STATIC_ROOT}”: {error}")
    return True
