"""Pages that are drawn before processes are forked: no service is asked, and nothing is left."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
import structlog
from django.db import connections
from django.utils import translation
from prometheus_client import REGISTRY

from config.http import first_pages
from config.wsgi import application
from games.web.pages import front
from tests import services
from tests.bench.site import HOST, WEB, answers
from tests.site import ROOT, TO_START, until

DRAWN = [200] * len(first_pages.PATHS)
NOBODY = f"127.0.0.1:{services.free_port()}"  # where nothing listens
PRELOAD = """
import gc, threading, django, psutil
django.setup()
from django.db import connections
from config.http import first_pages
from config.management.commands import up
from config.supervisor import start
start.collect_static()
up.preload()
from config.wsgi import application
assert first_pages.draw.cache_info().hits == 0
print(first_pages.draw(application))
assert first_pages.draw.cache_info().hits == 1
assert gc.get_freeze_count() > 100_000 and gc.get_threshold()[0] == 5_000
print(threading.active_count(), psutil.Process().net_connections())
print(connections["default"].connection)
"""


def draw() -> list[int]:
    return first_pages.draw.__wrapped__(application)


def requests_counted() -> float:
    found = [metric for metric in REGISTRY.collect() if metric.name == "entente_requests"]
    return sum(sample.value for metric in found for sample in metric.samples)


def test_pages_are_drawn_without_the_database() -> None:
    assert draw() == DRAWN  # pytest-django blocks the database in this test


def test_nothing_is_logged_or_counted_and_no_context_stays(caplog: pytest.LogCaptureFixture):
    connection, counted = connections["default"], requests_counted()
    with translation.override("es"), caplog.at_level(logging.DEBUG):
        draw()
        assert caplog.records == []
        assert translation.get_language() == "es"
        logging.getLogger("django.request").error("the log works again")
    assert len(caplog.records) == 1
    assert structlog.contextvars.get_contextvars() == {}
    assert connections["default"] is connection
    assert requests_counted() == counted


def test_a_page_that_fails_stops_no_start_and_mails_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_viewer: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(front, "front_page", fails)
    assert draw() == [500, *DRAWN[1:]]
    assert caplog.records == []


def test_a_page_that_needs_a_connection_does_not_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def connects(_viewer: object) -> None:
        connections["default"].ensure_connection()

    monkeypatch.setattr(front, "front_page", connects)
    assert draw() == [500, *DRAWN[1:]]


@pytest.fixture
def without_services(tmp_path: Path) -> dict[str, str]:
    """The environment of a site whose PostgreSQL and Redis are down, and its files missing."""
    return {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ENTENTE_DATA": str(tmp_path / "data"),
        "DATABASE_URL": f"postgresql://entente:entente@{NOBODY}/entente",
        "REDIS_URL": f"redis://{NOBODY}/0",
        "SITE_URL": f"https://{HOST}",
        "PORT": str(services.free_port()),
        "WEB_PROCESSES": "2",
    }


@pytest.mark.processes
def test_no_thread_and_no_connection_is_there_when_processes_are_forked(
    without_services: dict[str, str],
) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", PRELOAD],
        cwd=ROOT,
        env=without_services,
        check=False,
        capture_output=True,
        text=True,
        timeout=TO_START,
    )
    assert (answer.stdout.splitlines(), answer.stderr) == ([str(DRAWN), "1 []", "None"], "")


@pytest.mark.processes
def test_gunicorn_starts_without_the_database_and_redis(
    without_services: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with services.started(WEB, log, cwd=ROOT, env=without_services) as process:
        port = int(without_services["PORT"])
        until(lambda: answers(port, HOST), seconds=TO_START, what="gunicorn answers")
        assert process.poll() is None
    assert "error" not in log.read_text(encoding="utf-8").replace("[error    ] gunicorn", "")
