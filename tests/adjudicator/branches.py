"""Branch coverage of the rules by the tests, without exclusions.

    .venv/bin/python -m tests.adjudicator.branches

Tests with random input are left out, because they reach other branches in each run. Imports for
type checkers count too; `test_annotations` executes them. Runs of the command line as a program are
measured as well. The required share is in `pyproject.toml`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = [
    "tests/adjudicator", "-q", "-p", "no:randomly", "-p", "no:cacheprovider",
    "--ignore=tests/adjudicator/test_properties.py",
]  # fmt: skip


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="entente-branches-") as folder:
        environment = os.environ | {
            "COVERAGE_FILE": str(Path(folder, "coverage")),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "SOAK": "",
        }
        for step in (["run", "-m", "pytest", *TESTS], ["combine", "-q"], ["report"]):
            command = [sys.executable, "-m", "coverage", *step]
            done = subprocess.run(command, env=environment, check=False)
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
