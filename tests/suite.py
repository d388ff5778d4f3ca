"""The whole test suite: what `./run test` and `./run soak` do.

Three runs of pytest: on SQLite, on PostgreSQL and Redis, and of the tests that start processes,
beside which the linters run. It ends with the names of the tests that failed. With `--durations` it
also lists the slowest tests and files.
With other arguments it is pytest with these arguments, services included. See docs/testing.md.
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tests import measured, needs, record, services
from tests.soak import SOAK

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

TEMPLATES = Path("templates")
LINTERS = (
    ["ruff", "check"],
    ["ruff", "format", "--check"],
    ["mypy"],
    ["lint-imports"],
    ["djade", "--check", "--target-version", "5.2"],
    ["manage.py", "makemigrations", "--check", "--dry-run"],
    ["manage.py", "check", "--fail-level", "WARNING"],
)
# Modules that run only in a soak, each in its own process.
SOAKED = ["tests.adjudicator.branches", "tests.adjudicator.mutants"]
# Folders with tests that also run on PostgreSQL and Redis. In a soak all of these tests do;
# otherwise those that commit, because several connections meet in them, those of CLAIMS, and a walk
# through all pages.
ON_SERVICES = ["tests/games", "tests/accounts", "tests/security", "tests/reliability"]
CLAIMS = [
    "games/adjudication",
    "games/core",
    "games/deadlines",
    "games/orders/test_submission.py",
    "games/state",
    "reliability",
]
# Left out of these, because they store no rows: the board, parsers of texts and timetables, scripts
# in browsers, mail servers and files, settings that are tried in processes of their own.
WITHOUT_ROWS = [
    "accounts/test_breached_passwords.py",
    "accounts/test_devices.py",
    "accounts/test_folder_backend.py",
    "accounts/test_middleware.py",
    "accounts/test_names.py",
    "accounts/test_script.py",
    "games/board",
    "games/deadlines/test_schedule.py",
    "games/deadlines/test_timetable.py",
    "games/deadlines/test_timetable_properties.py",
    "games/web/forms/test_widgets.py",
    "games/wording/markup",
    "games/lifecycle/test_position_text.py",
    "games/lifecycle/test_position_text_properties.py",
    "games/wording/test_names.py",
    "reliability/test_answers.py",
    "reliability/test_beat.py",
    "reliability/test_file_broker.py",
    "reliability/test_compose.py",
    "reliability/test_deploy.py",
    "reliability/test_image.py",
    "reliability/test_mail_test.py",
    "reliability/test_settings.py",
    "reliability/test_settings_file.py",
    "reliability/test_smtp.py",
    "reliability/test_counter_files.py",
]
# Words of each other file with tests that run there: collecting all tests takes longer than these.
ON_SERVICES_TOO = re.compile(r"transaction=True|transactional_db|live_server|mark\.services")
# The only folders with tests marked `processes`: collecting all tests takes ten seconds.
WITH_PROCESSES = [
    "tests/reliability",
    "tests/season",
    "tests/security",
    "tests/browser",
    "tests/clients",
]
CORES = os.cpu_count() or 1
# One more than there are cores, because each process sometimes waits for its browser, database or
# site. With more, games that are played in real time fall behind.
PROCESSES = os.environ.get("TEST_PROCESSES", str(CORES + 1))
PARALLEL = ["-n", PROCESSES, "--dist", "worksteal"]
# The tests of one file share a site. The slow files begin first: see tests/conftest.py.
BY_FILE = ["-n", PROCESSES, "--dist", "loadfile", "--no-loadscope-reorder"]
DURATIONS = "--durations"
NOTHING_COLLECTED = 5
NOT_SOAKED = "" if SOAK else " and not soak"


def main(arguments: list[str]) -> int:
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        lacking = provide(stack)
        if arguments not in ([], [DURATIONS]):
            return pytest("with your arguments", arguments, {})
        recorded = stack.enter_context(recorded_tests())
        results = run_tests(lacking)
        if SOAK:
            results |= {module: soak(module) for module in SOAKED}
        rows = record.read(recorded)
    if arguments:
        print("\n── durations", *record.durations(rows), sep="\n")
    failed = [name for name, status in results.items() if status]
    if SOAK:
        print(f"\n── figures, as docs/measured.md has them\n{measured.FILE.read_text('utf-8')}")
    print(f"\n{len(results) - len(failed)} of {len(results)} steps passed", end=" ")
    print(f"in {time.monotonic() - began:.0f} s")
    for name, why in lacking.items():
        print(f"skipped for want of {name}: {why}")
    for line in record.failures(rows):
        print(line)
    for name in failed:
        print(f"FAILED: {name}")
    strict = os.environ.get("REQUIRE_ALL") == "1"
    return 1 if failed or (strict and lacking) else 0


@contextlib.contextmanager
def recorded_tests() -> Iterator[Path]:
    """Let each run of pytest write how its tests went; yield the file."""
    with tempfile.TemporaryDirectory(prefix="entente-record-") as folder:
        file = Path(folder, "tests")
        file.touch()
        os.environ[record.FILE] = str(file)
        yield file


def provide(stack: contextlib.ExitStack) -> dict[str, str]:
    """Start the services, put their URLs into the environment; return what is lacking and why."""
    lacking: dict[str, str] = {}
    wanted: tuple[tuple[str, str, Callable[[], AbstractContextManager[str]]], ...] = (
        ("PostgreSQL", "TEST_DATABASE_URL", services.postgres),
        ("Redis", "TEST_REDIS_URL", services.redis_server),
    )
    for name, variable, service in wanted:
        try:
            os.environ[variable] = stack.enter_context(service())
        except services.UnavailableError as error:
            lacking[name] = str(error)
    if needs.chromium() is None:
        lacking["Chromium"] = "no browser of this system has one of its usual names"
    return lacking


def run_tests(lacking: dict[str, str]) -> dict[str, int]:
    """Run the tests and the linters; return the status of each step."""
    on_services = {
        "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", ""),
        "REDIS_URL": os.environ.get("TEST_REDIS_URL", ""),
    }
    left_out = [f"--ignore=tests/{name}" for name in WITHOUT_ROWS]
    wanted = [*left_out, *ON_SERVICES] if SOAK else [str(file) for file in files_on_services()]
    short = "not processes" + NOT_SOAKED
    results = {"tests on SQLite": pytest("on SQLite", ["-m", short, *PARALLEL], {})}
    if "PostgreSQL" not in lacking and "Redis" not in lacking:
        results["tests on PostgreSQL and Redis"] = pytest(
            "on PostgreSQL and Redis",
            ["-m", short if SOAK else f"{short} and services", *PARALLEL, *wanted],
            on_services,
        )
    # These tests mostly wait, so the linters have a processor.
    with ThreadPoolExecutor(1) as executor:
        linted = executor.submit(run_linters)
        results["tests of processes"] = pytest(
            "of processes", ["-m", "processes" + NOT_SOAKED, *BY_FILE, *WITH_PROCESSES], {}
        )
        return results | linted.result()


def files_on_services() -> list[Path]:
    """Return the files with tests that also run on PostgreSQL and Redis outside of a soak."""
    claims = tuple(f"tests/{name}" for name in CLAIMS)
    without = tuple(f"tests/{name}" for name in WITHOUT_ROWS)
    files = sorted(file for folder in ON_SERVICES for file in Path(folder).rglob("test_*.py"))
    return [
        file
        for file in files
        if not str(file).startswith(without)
        and (str(file).startswith(claims) or ON_SERVICES_TOO.search(file.read_text("utf-8")))
    ]


def run_linters() -> dict[str, int]:
    """Run the linters one after the other, and print what each of them says when it has ended."""
    results = {}
    for command in LINTERS:
        done = lint(command)
        results[" ".join(command)] = done.returncode
        print(f"── {' '.join(command)}\n{done.stdout}", end="", flush=True)
    return results


def lint(command: list[str]) -> subprocess.CompletedProcess[str]:
    name, *rest = command
    if name == "djade":
        rest += [str(path) for path in sorted(TEMPLATES.rglob("*.html"))]
    installed = Path(sys.executable).with_name(name)
    program = [str(installed)] if installed.exists() else [sys.executable, name]
    with tempfile.TemporaryDirectory(prefix="entente-lint-") as data:
        return subprocess.run(
            [*program, *rest],
            env=os.environ | {"ENTENTE_DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )


def soak(module: str) -> int:
    print(f"── {module}", flush=True)
    return subprocess.run([sys.executable, "-m", module], check=False).returncode


def pytest(what: str, arguments: list[str], environment: dict[str, str]) -> int:
    print(f"── tests {what}", flush=True)
    if record.FILE in os.environ:
        arguments = ["-p", "tests.record", *arguments]
        environment = {**environment, record.RUN: what}
    status = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"} | environment,
        check=False,
    ).returncode
    return 0 if status == NOTHING_COLLECTED and "processes" in arguments else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
