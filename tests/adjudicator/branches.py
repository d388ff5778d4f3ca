"""Is every branch of the rules taken by a test? Without exclusions.

    .venv/bin/python -m tests.adjudicator.branches

Tests that draw something else in each run are left out: they reach what they like. Imports for
type checkers count too, `test_annotations` makes them; the command line counts where it is called
as a program, for coverage measures these processes too. What must be reached stands in
`pyproject.toml`.
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
