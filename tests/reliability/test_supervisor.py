"""One command starts everything, keeps it running and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.site import ROOT, TO_START, Site, gone, running, serving, until

pytestmark = [pytest.mark.processes, pytest.mark.timeout(900)]

CHILDREN = ("web", "deadlines", "deliveries")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site shared by the tests that leave it running."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


def until_gone(processes: list[psutil.Process]) -> float:
    """Wait at most five seconds; return how long it took."""
    return until(lambda: gone(processes), seconds=5, what="all processes are gone")


def has_logged(site: Site, words: str, times: int) -> bool:
    return site.logged().count(words) >= times


def until_ready(site: Site, queue: str) -> None:
    """Wait for the worker of a queue, which starts as long as the web process or longer."""
    until(lambda: f"{queue}@" in site.logged(), seconds=TO_START, what="a worker is ready")


def test_ctrl_c_stops_everything_within_five_seconds(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        until_ready(site, "deadlines")
        processes = site.processes()
        assert len(processes) >= 6  # supervisor, guard, web and its process, two workers
        assert site.stop(signal.SIGINT) + until_gone(processes) < 5
        assert site.process is not None
        assert site.process.returncode == 0


def test_ctrl_c_during_the_start_leaves_nothing_behind(tmp_path: Path) -> None:
    with running(tmp_path) as site:  # the web process answers, but the workers are still importing
        processes = site.processes()
        assert site.stop(signal.SIGTERM) + until_gone(processes) < 5


def test_killing_the_supervisor_leaves_no_process_within_five_seconds(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        until_ready(site, "deadlines")
        processes = site.processes()
        site.stop(signal.SIGKILL)
        until_gone(processes)


def test_killing_the_guard_and_then_the_supervisor_leaves_no_process(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        first = site.child(str(ROOT / "config/supervisor/orphan_guard.sh"))
        first.kill()
        until(lambda: first.pid not in [p.pid for p in site.processes()], seconds=20, what="reaped")
        until(lambda: has_guard(site), seconds=20, what="a new guard")
        processes = site.processes()
        site.stop(signal.SIGKILL)
        until_gone(processes)


def has_guard(site: Site) -> bool:
    try:
        return site.child(str(ROOT / "config/supervisor/orphan_guard.sh")).is_running()
    except LookupError:
        return False


def test_a_killed_process_is_started_again(site: Site) -> None:
    until_ready(site, "deliveries")
    for name in CHILDREN:
        first = site.child(name)
        first.kill()
        until(partial(another, site, name, first), seconds=60, what=f"another {name}")
        until(site.answers, seconds=TO_START, what="pages are served")


def another(site: Site, name: str, first: psutil.Process) -> bool:
    try:
        return site.child(name).pid != first.pid
    except LookupError:
        return False


def test_an_empty_message_file_does_not_stop_a_worker(site: Site) -> None:
    until_ready(site, "deadlines")
    worker = site.child("deadlines")
    queue = site.folder / "data/queue"
    for number, content in enumerate((b"", b'{"body": "', b"[]", b"\xff")):
        (queue / f"0_{number}.deadlines.msg").write_bytes(content)
    until(
        lambda: site.logged().count("dropped message") == 4,
        seconds=TO_START,  # it may have been killed just now
        what="four messages are dropped",
    )
    # The last one is deleted after the log has told of it.
    until(lambda: not list(queue.glob("0_*")), seconds=20, what="their files are deleted")
    assert worker.is_running()


def test_a_second_start_on_the_same_data_says_so_and_stops(site: Site) -> None:
    second = Site(site.folder)
    answer = second.manage("up")
    assert answer.returncode == 3
    assert site.process is not None
    assert answer.stderr == (
        f"entente: ENTENTE_DATA: process {site.process.pid} already serves "
        f"“{site.folder / 'data'}”\n"
    )


def test_a_busy_port_is_one_clear_line(tmp_path: Path) -> None:
    site = Site(tmp_path)
    with socket.create_server(("127.0.0.1", site.port)):
        answer = site.manage("up")
    assert answer.returncode == 3
    assert answer.stderr == (
        f"entente: PORT: cannot listen on 127.0.0.1:{site.port}: Address already in use\n"
    )


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    answer = Site(tmp_path, STATIC_ROOT="/proc/entente").manage("up")
    assert answer.returncode == 3
    assert answer.stderr.startswith("entente: STATIC_ROOT: files cannot be collected in “/proc/ent")
    assert answer.stderr.count("\n") == 1


def test_every_start_says_when_it_serves_and_where_mail_goes(tmp_path: Path) -> None:
    mail = f"written to {tmp_path}/data/mail/\n"
    starts = [  # the first start creates the tables
        {"ALLOWED_HOSTS": ".localhost", "http_proxy": "http://127.0.0.1:9"},
        {"ALLOWED_HOSTS": "*", "EMAIL_URL": "smtp://127.0.0.1:9"},
        {},
    ]
    for turn, environment in enumerate(starts, 1):
        with serving(Site(tmp_path, **environment)) as site:
            until(
                partial(has_logged, site, "serving http://", turn),
                seconds=TO_START,
                what="that it serves",
            )
            until(
                partial(has_logged, site, mail, (turn + 1) // 2),
                seconds=TO_START,
                what="where mail goes",
            )
        assert f"serving {site.url}/ " in site.logged()
    assert site.logged().count("mail is not sent") == 2
    assert "Traceback" not in site.logged()


def test_a_public_site_serves_and_is_checked_over_the_loopback(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.environment["SITE_URL"] = f"http://play.example.test:{site.port}"
    site.environment["ENTENTE_METRICS_TOKEN"] = "of-the-metrics-of-this-test"
    with serving(site):
        says = f"serving http://play.example.test:{site.port}/ "
        until(partial(has_logged, site, says, 1), seconds=TO_START, what="that it serves")
        for path in ("healthz", "readyz", "latez"):
            assert status(f"http://127.0.0.1:{site.port}/{path}") == 200
        assert status(f"http://127.0.0.1:{site.port}/metrics") == 401
        assert status(f"http://127.0.0.1:{site.port}/games/") == 400
        masks = {umask(process) for process in site.processes()}
    assert masks == {"0077"}


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def umask(process: psutil.Process) -> str:
    lines = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines()
    (line,) = (line for line in lines if line.startswith("Umask:"))
    return line.split()[1]


def test_the_whole_site_runs_on_postgresql_and_redis(
    tmp_path: Path, empty_postgres: str, redis_url: str
) -> None:
    services = {"DATABASE_URL": empty_postgres, "REDIS_URL": redis_url}
    with running(tmp_path, **services) as site:
        until_ready(site, "deadlines")
        assert not list((tmp_path / "data").glob("*.sqlite3"))


SUPERVISED = """
import time
from config.supervisor import processes

processes.STEADY = {steady}
web = processes.Child("web", lambda: exec({program!r}))
beat = processes.Child("beat", lambda: time.sleep(60))
processes.Supervisor([web, beat], report=print).run(announce_ready=lambda: False)
"""
STOPS = 'import sys; sys.stderr.write("entente: X: makes no sense\\n"); sys.exit(3)'
STOPS_LATER = f"import time; time.sleep(1); {STOPS}"


def test_a_child_that_cannot_make_sense_of_a_setting_stops_all_with_its_one_line() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", SUPERVISED.format(steady=10, program=STOPS)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert answer.returncode == 3
    assert answer.stderr == "entente: X: makes no sense\n"
    assert answer.stdout == ""


def test_a_child_that_has_worked_with_its_settings_is_started_again_whatever_it_says() -> None:
    command = [sys.executable, "-u", "-c", SUPERVISED.format(steady=0.5, program=STOPS_LATER)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        assert process.poll() is None
        process.terminate()
        assert process.wait(10) == 0
    assert lines == ["web ended (status 3); starting it again\n"] * 2


@pytest.mark.parametrize(
    "program",
    [
        ["-m", "gunicorn", "--config", "python:config.http.gunicorn", "config.wsgi"],
        ["manage.py", "up"],
        *(
            pytest.param(program, marks=pytest.mark.soak)
            for program in (
                ["-m", "gunicorn", "config.wsgi"],
                ["-m", "celery", "--app", "config", "worker"],
                ["-m", "celery", "--app", "config", "beat"],
                ["manage.py", "migrate"],
            )
        ),
    ],
    ids=" ".join,
)
def test_every_program_stops_on_a_senseless_variable(tmp_path: Path, program: list[str]) -> None:
    answer = subprocess.run(
        [sys.executable, *program],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "ENTENTE_DATA": str(tmp_path), "TIME_ZONE": "Mars"},
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert answer.returncode == 3
    assert "entente: TIME_ZONE: “Mars” is not a time zone" in answer.stderr
    assert "Traceback" not in answer.stderr
