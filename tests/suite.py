"""What `./run test` does: linters, then the tests on SQLite, then on PostgreSQL and Redis.

With arguments it is pytest with these arguments, services included.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests import measured, needs, services
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
# What only a soak does, each a module that runs by itself.
SOAKED = ["tests.adjudicator.branches", "tests.adjudicator.mutants"]
# What also runs on PostgreSQL and Redis: all that stores, claims or sends.
ON_SERVICES = ["tests/games", "tests/accounts", "tests/security", "tests/reliability"]
# But not what has no rows: the board, readers of texts and timetables, scripts in browsers, mail
# servers and files, settings that processes of their own try;
WITHOUT_ROWS = [
    "accounts/test_mail.py",
    "accounts/test_middleware.py",
    "accounts/test_script.py",
    "games/board",
    "games/deadlines/test_timetable.py",
    "games/deadlines/test_timetable_properties.py",
    "games/forms/test_widgets.py",
    "games/press/markup",
    "games/test_clock.py",
    "games/test_takeover.py",
    "games/test_takeover_properties.py",
    "games/test_wording.py",
    "reliability/test_answers.py",
    "reliability/test_beat.py",
    "reliability/test_broker.py",
    "reliability/test_compose.py",
    "reliability/test_settings.py",
    "reliability/test_smtp.py",
    "reliability/test_tallies.py",
]
# nor, but in a soak, what is about pages and words, and calendars that are reckoned from rows: what
# is done to the rows themselves has tests of its own there.
ABOUT_PAGES = [
    "accounts/test_notation.py",
    "accounts/test_pages.py",
    "games/deadlines/test_schedule.py",
    "games/feeds",
    "games/orders/test_echo.py",
    "games/orders/test_readers_notation.py",
    "games/telling/test_chronicle.py",
    "games/telling/test_mails.py",
    "games/report",
    "games/test_demo.py",
    "games/views",
    "security/test_access.py",
    "security/test_admin_lookups.py",
    "security/test_counting.py",
    "security/test_headers.py",
    "security/test_reports.py",
]
CORES = os.cpu_count() or 1
# One more than there are cores: each now and then waits for its browser or its database.
PROCESSES = os.environ.get("TEST_PROCESSES", str(CORES + 1))
PARALLEL = ["-n", PROCESSES, "--dist", "worksteal"]
NOTHING_COLLECTED = 5


def main(arguments: list[str]) -> int:
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        lacking = provide(stack)
        if arguments:
            return pytest("with your arguments", arguments, {})
        results = {" ".join(command): lint(command) for command in LINTERS}
        results |= run_tests(lacking)
        if SOAK:
            results |= {module: soak(module) for module in SOAKED}
    failed = [name for name, status in results.items() if status]
    if SOAK:
        print(f"\n── figures, as docs/measured.md has them\n{measured.FILE.read_text('utf-8')}")
    print(f"\n{len(results) - len(failed)} of {len(results)} steps passed", end=" ")
    print(f"in {time.monotonic() - began:.0f} s")
    for name, why in lacking.items():
        print(f"skipped for want of {name}: {why}")
    for name in failed:
        print(f"FAILED: {name}")
    strict = os.environ.get("REQUIRE_ALL") == "1"
    return 1 if failed or (strict and lacking) else 0


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
    """Run what can share the machine side by side, then what starts processes or waits."""
    on_services = {
        "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", ""),
        "REDIS_URL": os.environ.get("TEST_REDIS_URL", ""),
    }
    left_out = [f"--ignore=tests/{name}" for name in WITHOUT_ROWS + ABOUT_PAGES * (not SOAK)]
    results = {"tests on SQLite": pytest("on SQLite", ["-m", "not processes", *PARALLEL], {})}
    if "PostgreSQL" not in lacking and "Redis" not in lacking:
        results["tests on PostgreSQL and Redis"] = pytest(
            "on PostgreSQL and Redis",
            ["-m", "not processes", *PARALLEL, *left_out, *ON_SERVICES],
            on_services,
        )
    # Those of one file share a site.
    together = ["-n", os.environ.get("TEST_PROCESSES", str(max(2, CORES))), "--dist", "loadfile"]
    results["tests of processes"] = pytest("of processes", ["-m", "processes", *together], {})
    return results


def lint(command: list[str]) -> int:
    print(f"── {' '.join(command)}", flush=True)
    name, *rest = command
    if name == "djade":
        rest += [str(path) for path in sorted(TEMPLATES.rglob("*.html"))]
        if not any(word.endswith(".html") for word in rest):
            return 0
    installed = Path(sys.executable).with_name(name)
    program = [str(installed)] if installed.exists() else [sys.executable, name]
    with tempfile.TemporaryDirectory(prefix="entente-lint-") as data:
        return subprocess.run(
            [*program, *rest],
            env=os.environ | {"ENTENTE_DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings"},
            check=False,
        ).returncode


def soak(module: str) -> int:
    print(f"── {module}", flush=True)
    return subprocess.run([sys.executable, "-m", module], check=False).returncode


def pytest(what: str, arguments: list[str], environment: dict[str, str]) -> int:
    print(f"── tests {what}", flush=True)
    status = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"} | environment,
        check=False,
    ).returncode
    return 0 if status == NOTHING_COLLECTED and "processes" in arguments else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
