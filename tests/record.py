"""A pytest plugin that records how each test went, and two summaries of several runs.

`failures` lists the failed tests once more, at the end of what the suite prints. `durations` is for
`./run test --durations`. The seconds of a test are those of its set-up, call and tear-down; they
count for the file that contains it. The time of a module's fixture counts for the module's first
test.
"""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

FILE = "TEST_RECORD"  # environment variable with the name of the file to write to
RUN = "TEST_RECORD_RUN"  # environment variable with the name of the run
TESTS_SHOWN = 40
MESSAGE_SHOWN = 200  # characters of a failure
Key = TypeVar("Key")


class Row(NamedTuple):
    run: str
    test: str
    when: str
    seconds: float
    failure: str  # the last line of its error; empty if it passed


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the main process receives the reports of all
        config.pluginmanager.register(Recorder(Path(os.environ[FILE]), os.environ[RUN]))


class Recorder:
    def __init__(self, file: Path, run: str) -> None:
        self.file = file
        self.run = run

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.write(report, report.when or "", report.duration)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.write(report, "collection", 0.0)

    def write(
        self, report: pytest.TestReport | pytest.CollectReport, when: str, took: float
    ) -> None:
        row = Row(self.run, report.nodeid, when, took, message(report) if report.failed else "")
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")


def message(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return what a failed test raised, or the end of its report if it raised nothing."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else report.longreprtext.strip().rpartition("\n")[2]
    return " ".join(text.split())[:MESSAGE_SHOWN] or "failed"


def read(file: Path) -> list[Row]:
    return [Row(*json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def failures(rows: Iterable[Row]) -> list[str]:
    """Return a line for each failure."""
    return [
        f"FAILED: {row.run}: {row.test} ({row.when}): {row.failure}" for row in rows if row.failure
    ]


def durations(rows: Iterable[Row]) -> list[str]:
    """Return the lines to print: the slowest tests, then the files and the runs by their sums."""
    tests: dict[tuple[str, str], float] = defaultdict(float)
    files: dict[tuple[str, str], float] = defaultdict(float)
    set_up: dict[tuple[str, str], float] = defaultdict(float)
    runs: dict[str, float] = defaultdict(float)
    for row in rows:
        file = row.run, row.test.partition("::")[0]
        tests[row.run, row.test] += row.seconds
        files[file] += row.seconds
        runs[row.run] += row.seconds
        if row.when != "call":
            set_up[file] += row.seconds
    number = Counter((run, test.partition("::")[0]) for run, test in tests)
    lines = [f"the {TESTS_SHOWN} slowest tests, in seconds"]
    lines += [f"{took:8.1f}  {': '.join(key)}" for key, took in slowest(tests)[:TESTS_SHOWN]]
    lines += ["", "files: seconds, of these before and after the tests, number of tests"]
    for key, took in slowest(files):
        lines.append(f"{took:8.1f} {set_up[key]:8.1f} {number[key]:6}  {': '.join(key)}")
    lines += ["", "runs: the seconds of all their processes together"]
    lines += [f"{took:8.1f}  {run}" for run, took in slowest(runs)]
    return lines


def slowest(seconds: Mapping[Key, float]) -> list[tuple[Key, float]]:
    return sorted(seconds.items(), key=lambda item: -item[1])
