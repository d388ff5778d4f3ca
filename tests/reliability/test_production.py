"""The same code on PostgreSQL and Redis, behind a proxy, as docker-compose.yml starts it."""

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.test_settings import PRODUCTION
from tests.services import free_port
from tests.site import ROOT, until

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120)]

THROUGH_PROXY = {
    "Host": "play.example.org",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "192.0.2.7",
}


@pytest.fixture
def environment(tmp_path: Path, empty_postgres: str, redis_url: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        **PRODUCTION,
        "DATABASE_URL": empty_postgres,
        "REDIS_URL": redis_url,
        "PORT": str(free_port()),
        "STATIC_ROOT": str(tmp_path / "static"),
    }


@pytest.fixture
def web(environment: dict[str, str]) -> Iterator[int]:
    """Migrate, collect, start gunicorn; yield its port."""
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        subprocess.run(
            [sys.executable, "manage.py", *command, "--verbosity", "0"],
            cwd=ROOT,
            env=environment,
            check=True,
        )
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.web", "config.wsgi"]
    port = int(environment["PORT"])
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            until(lambda: status(port, "/healthz") == 200, seconds=30, what="gunicorn answers")
            yield port
        finally:
            process.terminate()


def get(port: int, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.body = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


def status(port: int, path: str) -> int:
    try:
        return get(port, path, {"Host": "play.example.org"}).status
    except OSError:
        return 0


def test_pages_come_through_the_proxy_and_only_over_https(web: int) -> None:
    page = get(web, "/accounts/login/", THROUGH_PROXY)
    assert page.status == 200
    assert "max-age=" in str(page.getheader("Strict-Transport-Security"))
    assert "Secure" in str(page.getheader("Set-Cookie"))
    policy = str(page.getheader("Content-Security-Policy"))
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    plain = get(web, "/accounts/login/", {"Host": "play.example.org"})
    assert plain.status == 301
    assert plain.getheader("Location") == "https://play.example.org/accounts/login/"


def test_static_files_are_named_by_their_content_and_kept_for_ever(web: int) -> None:
    page = get(web, "/accounts/login/", THROUGH_PROXY)
    files = re.findall(r'"(/static/[^"]+\.[0-9a-f]{12}\.css)"', page.body)  # type: ignore[attr-defined]
    assert files
    answer = get(web, files[0], THROUGH_PROXY)
    assert answer.status == 200
    assert "immutable" in str(answer.getheader("Cache-Control"))


def test_a_stranger_host_gets_nothing(web: int) -> None:
    assert get(web, "/accounts/login/", {**THROUGH_PROXY, "Host": "evil.example"}).status == 400


@pytest.mark.parametrize("pool", ["solo", "prefork"])
def test_a_worker_takes_what_beat_sends_through_redis(
    environment: dict[str, str], tmp_path: Path, pool: str
) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=environment,
        check=True,
    )
    # django-structlog's and Celery's own words at DEBUG level show the task's end.
    environment |= {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": "console", "ENTENTE_RESOLVE_SECONDS": "1"}
    celery = [sys.executable, "-m", "celery", "--app", "config"]
    worker = [*celery, "worker", "--pool", pool, "--concurrency", "1", "--queues", "deadlines"]
    log = tmp_path / "log"
    with (
        log.open("wb") as out,
        subprocess.Popen([*celery, "beat", "--pidfile="], cwd=ROOT, env=environment) as beat,
        subprocess.Popen(worker, cwd=ROOT, env=environment, stdout=out, stderr=out) as process,
    ):
        try:
            until(
                lambda: "games.resolve_due" in log.read_text() and "succeeded" in log.read_text(),
                seconds=40,
                what="a hint is taken",
            )
        finally:
            beat.terminate()
            process.terminate()
