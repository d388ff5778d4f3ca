"""`./run bench memory`: the memory of an idle site, embedded and in production.

PSS (proportional set size) is the memory of a process; a page that several processes share counts
in each of them for its part. So the sum is what the site takes of the machine. Packages that only
tests need are hidden from it: where structlog, kombu or celery find rich, PyYAML or psutil, they
import them, 5 MB.
"""

import argparse
import contextlib
import http.client
import importlib.metadata
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil

from tests import measured, services
from tests.site import ROOT, until

from . import host, site

PAGES = ("/", "/games/", "/help/", "/help/orders/", "/accounts/login/")
ROUNDS = 10
IDLE = 15  # seconds, in which every task but the rarest runs
MIB = 1024  # KiB
UP = [sys.executable, "manage.py", "up"]
Roots = Mapping[str, list[int]]
"""Process ids by the kind of process; their children count with them."""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench memory", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    lines = ["## Memory", "", f"`./run bench memory`. {measured.machine()}, {host.processor()}."]
    lines += [f"PSS in MiB after {ROUNDS * len(PAGES)} pages and {IDLE} idle seconds,"]
    lines += ["without the packages that only tests need."]
    for title, layout in (
        ("embedded: `./run`", embedded),
        ("production: `manage.py up`", supervised),
        ("production: each process started by itself", separate),
    ):
        with (
            tempfile.TemporaryDirectory(prefix="entente-bench-") as folder,
            layout(Path(folder)) as roots,
        ):
            time.sleep(IDLE)
            lines += ["", *_table(title, roots)]
    print("\n".join(lines))
    if not options.keep:
        measured.write("memory", lines)


@contextlib.contextmanager
def embedded(folder: Path) -> Iterator[Roots]:
    """Serve a site on SQLite and files, as `./run` does."""
    port = services.free_port()
    variables = {"ENTENTE_DATA": str(folder / "data"), "PORT": str(port)}
    variables |= _without_packages_of_tests(folder)
    with _up(folder, variables) as number:
        _visit(port, "localhost")
        yield _children(number)


@contextlib.contextmanager
def supervised(folder: Path) -> Iterator[Roots]:
    """Serve a site of production with one command."""
    with _servers() as servers:
        variables = site.environment(folder, servers["PostgreSQL"].url, servers["Redis"].url)
        variables |= _without_packages_of_tests(folder)
        variables["ENTENTE_DATA"] = str(folder / "data")
        with _up(folder, variables) as number:
            _visit(int(variables["PORT"]), site.HOST)
            yield _children(number) | _roots(servers)


@contextlib.contextmanager
def separate(folder: Path) -> Iterator[Roots]:
    """Serve a site of production whose processes share no memory, as containers do."""
    with _servers() as servers:
        variables = site.environment(folder, servers["PostgreSQL"].url, servers["Redis"].url)
        variables |= _without_packages_of_tests(folder)
        site.prepare(variables)
        with site.running(folder, variables, mail=True, workers=1) as roots:
            _visit(int(variables["PORT"]), site.HOST)
            yield roots | _roots(servers)


@contextlib.contextmanager
def _up(folder: Path, variables: Mapping[str, str]) -> Iterator[int]:
    options = {"cwd": ROOT, "env": {"PATH": os.environ["PATH"], **variables}}
    # In production the first start also compresses the static files.
    with services.started(UP, folder / "up.log", **options) as process:
        port, name = int(variables["PORT"]), site.HOST if "SITE_URL" in variables else "localhost"
        until(lambda: site.answers(port, name), seconds=300, what="the site answers")
        yield process.pid


@contextlib.contextmanager
def _servers() -> Iterator[dict[str, services.Server]]:
    with services.own_postgres(()) as postgres, services.own_redis() as redis:
        yield {"PostgreSQL": postgres, "Redis": redis}


def _without_packages_of_tests(folder: Path) -> dict[str, str]:
    """Hide what requirements.txt does not pin; return the variables of the environment."""
    site_needs, tests_need = (
        {
            name.replace("_", "-")
            for name in re.findall(r"^([\w.-]+)==", (ROOT / file).read_text(), re.M)
        }
        for file in ("requirements.txt", "requirements-test.txt")
    )
    hidden = folder / "hidden"
    hidden.mkdir()
    for module, owners in importlib.metadata.packages_distributions().items():
        if {owner.lower().replace("_", "-") for owner in owners} <= tests_need - site_needs:
            (hidden / f"{module}.py").write_text("raise ImportError\n", encoding="ascii")
    return {"PYTHONPATH": str(hidden)}


def _visit(port: int, name: str) -> None:
    """Request some pages as a visitor without an account."""
    headers = {"Host": name, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    for path in PAGES * ROUNDS:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            status = connection.getresponse().status
            assert status == 200, (path, status)


def _children(supervisor: int) -> dict[str, list[int]]:
    """Return the processes of a supervisor by their names."""
    roots = {"supervisor": [supervisor]}
    for process in psutil.Process(supervisor).children():
        name = process.name()
        roots.setdefault("guard" if name == "sh" else name, []).append(process.pid)
    return roots


def _roots(servers: Mapping[str, services.Server]) -> dict[str, list[int]]:
    return {name: [server.process.pid] for name, server in servers.items() if server.process}


def _table(title: str, roots: Roots) -> list[str]:
    rows, processes, total = [], 0, 0.0
    for kind, numbers in roots.items():
        pids = set(numbers)
        if kind != "supervisor":  # its children have rows of their own
            for number in numbers:
                pids |= {child.pid for child in psutil.Process(number).children(recursive=True)}
        size = sum(map(_pss, pids))
        processes, total = processes + len(pids), total + size
        rows.append(f"| {kind} | {len(pids)} | {size:.0f} |")
    head = [f"| {title} | processes | PSS |", "| --- | ---: | ---: |"]
    return [*head, *rows, f"| **together** | {processes} | **{total:.0f}** |"]


def _pss(number: int) -> float:
    """PSS of a process, in MiB."""
    text = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
    (line,) = (line for line in text.splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / MIB
