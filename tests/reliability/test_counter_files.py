"""Shared counters: every process reports the sum, processes that have died included."""

import contextlib
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from config.monitoring import counter_files
from tests.site import ROOT, Site, running, until

from .test_metrics import TOKEN, samples, value

# Adds the number in each line of its input. os.getpid() is 7 in all processes, as may happen in
# different containers.
COUNTS = """
import os, sys
from pathlib import Path
os.getpid = lambda: 7
from prometheus_client import values
{share}
from prometheus_client import Counter
knocks = Counter("knocks", "Knocks at the door.")
for line in sys.stdin:
    knocks.inc(int(line))
    print("counted", flush=True)
"""
OURS = """
from config.monitoring import counter_files
counter_files.share_counters(Path(sys.argv[1]))
"""
# The default of prometheus_client.
ITS_OWN = """
os.environ["PROMETHEUS_MULTIPROC_DIR"] = sys.argv[1]
values.ValueClass = values.MultiProcessValue(os.getpid)
"""


class Counting:
    """A process that adds to a counter on request."""

    def __init__(self, folder: Path, share: str = OURS) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", COUNTS.format(share=share), str(folder)],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"]},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def count(self, number: int) -> None:
        assert self.process.stdin
        assert self.process.stdout
        print(number, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "counted\n"


@contextlib.contextmanager
def counting(folder: Path, share: str = OURS) -> Iterator[Counting]:
    one = Counting(folder, share)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.communicate()


def total(folder: Path) -> float | None:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)
    return registry.get_sample_value("knocks_total")


@pytest.mark.parametrize(("share", "found"), [(OURS, 12), (ITS_OWN, 10)])
def test_containers_with_the_same_process_numbers_lose_no_count_of_each_other(
    tmp_path: Path, share: str, found: float
) -> None:
    """Negative control: with the library's file names the second process overwrites the first."""
    with counting(tmp_path, share) as first:
        first.count(5)
        with counting(tmp_path, share) as second:
            second.count(2)
            first.count(5)
            assert total(tmp_path) == found


def test_what_a_killed_process_counted_stays_and_the_next_counts_on_in_its_file(
    tmp_path: Path,
) -> None:
    for turn in range(1, 4):
        with counting(tmp_path) as one:
            one.count(5)
        assert total(tmp_path) == 5 * turn
    assert [file.name for file in tmp_path.glob("counter_*")] == ["counter_0.db"]


def test_a_fork_counts_in_a_file_of_its_own(tmp_path: Path) -> None:
    number = counter_files.LockedNumber(tmp_path)
    assert (number(), number()) == (0, 0)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.write(writer, str((number(), number())).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 100) == b"(1, 1)"
    assert counter_files.LockedNumber(tmp_path)() == 1  # 1 is free again; 0 is this process
    os.close(reader)
    os.close(writer)


def test_files_have_no_holes_into_which_a_full_disk_lets_nobody_write(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.write_bytes(bytes(counter_files.INITIAL_BYTES))
    counter_files.LockedNumber(tmp_path)()
    files = [file.stat() for file in tmp_path.glob("*.db")]
    assert len(files) == len(counter_files.KINDS)
    for file in files:
        assert (file.st_size, file.st_blocks) == (
            counter_files.INITIAL_BYTES,
            whole.stat().st_blocks,
        )


def test_what_is_cleared_is_forgotten(tmp_path: Path) -> None:
    with counting(tmp_path) as one:
        one.count(5)
        counter_files.delete_counters(tmp_path)
        assert total(tmp_path) is None
        with counting(tmp_path) as another:
            another.count(2)
            assert total(tmp_path) == 2


# A whole site


def metrics_of(site: Site) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    request = urllib.request.Request(
        f"{site.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return samples(answer.read().decode())


def requests_counted(site: Site) -> float:
    return value(
        metrics_of(site), "entente_requests_total", method="GET", view="readyz", status="2xx"
    )


def request_readyz(site: Site, times: int) -> None:
    for _time in range(times):
        with urllib.request.urlopen(f"{site.url}/readyz", timeout=10) as answer:
            answer.read()


@pytest.mark.soak
@pytest.mark.processes
@pytest.mark.timeout(120)
def test_no_count_is_lost_when_web_processes_die_and_their_files_do_not_pile_up(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data/metrics"
    with running(tmp_path, ENTENTE_METRICS_TOKEN=TOKEN) as site:
        request_readyz(site, 20)
        assert requests_counted(site) == 20
        for turn in range(2, 5):
            web = site.child("web").children()
            for process in web:
                process.kill()
            until(lambda web=web: renewed(site, web), seconds=20, what="others serve")  # type: ignore[misc]
            request_readyz(site, 20)
            assert requests_counted(site) == 20 * turn
        # The supervisor, gunicorn and its web process, and two workers.
        assert len(list(folder.glob("*.lock"))) <= 5
    (folder / "counter_77.db").write_bytes(b"of another day")
    with running(tmp_path, ENTENTE_METRICS_TOKEN=TOKEN) as site:
        assert value(metrics_of(site), "entente_adjudication_failures_total", to="set_aside") == 0
        assert not (folder / "counter_77.db").exists()


def renewed(site: Site, dead: list[psutil.Process]) -> bool:
    now = site.child("web").children()
    return len(now) == len(dead) and not set(now) & set(dead)
