"""The site of the benchmark: the processes of docker-compose.yml, started by hand."""

import contextlib
import http.client
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import django
from django.conf import settings

from config.services import database
from tests import services
from tests.site import ROOT, until

HOST = "bench.example.org"
CELERY = [sys.executable, "-m", "celery", "--app", "config"]
DEADLINES = ["nice", "-n", "5", *CELERY, "worker", "--pool", "solo", "--queues", "deadlines"]
FOUR_THREADS = ["--pool", "threads", "--concurrency", "4"]
DELIVERIES = [*CELERY, "worker", *FOUR_THREADS, "--queues", "deliveries"]
WEB = [sys.executable, "-m", "gunicorn", "--config", "python:config.http.gunicorn", "config.wsgi"]
WORKERS = 2


def environment(folder: Path, database_url: str, redis_url: str) -> dict[str, str]:
    """The settings of production. EMAIL_URL leads nowhere; a benchmark of mail replaces it."""
    return {
        "ENTENTE_MODE": "production",
        "SITE_URL": f"https://{HOST}",
        "SECRET_KEY": "a benchmark keeps no secrets: 0123456789 abcdefghijklmnopqrstuvwxyz",
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "EMAIL_URL": "smtp://127.0.0.1:9",
        "PORT": str(services.free_port()),
        "STATIC_ROOT": str(folder / "static"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def prepare(variables: Mapping[str, str]) -> None:
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        subprocess.run(
            [sys.executable, "manage.py", *command, "--verbosity", "0"],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], **variables},
            check=True,
        )


@contextlib.contextmanager
def servers() -> Iterator[tuple[Path, dict[str, str], dict[str, services.Server]]]:
    """Start PostgreSQL as installed, and Redis, and set up Django here for a site on them.

    Yield the site's folder, its settings and the servers by name.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="entente-bench-")))
        postgres = stack.enter_context(services.own_postgres(()))
        redis = stack.enter_context(services.own_redis())
        variables = environment(folder, postgres.url, redis.url)
        prepare(variables)
        os.environ.update(variables | {"LOG_LEVEL": "WARNING"})  # of this process alone
        django.setup()
        # Requests made here use connections as those of a web process.
        database.share_connections(settings.DATABASES["default"], settings.DB_POOL_SIZE)
        yield folder, variables, {"PostgreSQL": postgres, "Redis": redis}


@contextlib.contextmanager
def running(
    folder: Path, variables: Mapping[str, str], *, mail: bool = False, workers: int = WORKERS
) -> Iterator[dict[str, list[int]]]:
    """Start web, workers and beat; yield their process ids by kind once the site answers.

    The workers that send mail are started only with `mail`.
    """
    options = {"cwd": ROOT, "env": {"PATH": os.environ["PATH"], **variables}}
    with contextlib.ExitStack() as stack:

        def start(name: str, command: list[str]) -> int:
            return stack.enter_context(services.started(command, folder / name, **options)).pid

        roots = {
            "web": [start("web", WEB)],
            "deadlines": [
                start(f"worker{n}", [*DEADLINES, "--hostname", f"{n}@%h"]) for n in range(workers)
            ],
            "deliveries": [start("deliveries", DELIVERIES)] if mail else [],
            "beat": [start("beat", [*CELERY, "beat", "--pidfile="])],
        }
        port = int(variables["PORT"])
        until(lambda: answers(port, HOST), seconds=60, what="gunicorn answers")
        yield roots


def answers(port: int, name: str) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": name})
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
