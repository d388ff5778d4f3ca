"""`./run audit`: search the advisories for what the locks pin, with pip-audit.

Exit status 0: every package was looked up and has no advisory. 1: there are advisories. 3: the
index does not know all packages, or does not answer, so that nothing is certain. pip-audit itself
ends with 0 if it could look up nothing.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / ".venv-audit" / "bin" / "pip-audit"
OPTIONS = ("--format=json", "--progress-spinner=off", "--require-hashes", "--disable-pip")


def judge(report: dict[str, Any]) -> tuple[int, list[str]]:
    """Return the exit status and the lines to print for a report of pip-audit."""
    packages = report["dependencies"]
    lines = [
        f"{package['name']} {package['version']}: {advisory['id']}, {_fixed(advisory)}"
        for package in packages
        for advisory in package.get("vulns", ())
    ]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    status = 1 if lines else 3 if unknown or not packages else 0
    if not packages or len(unknown) == len(packages):
        lines.append("the index gives no advisories: nothing was checked")
    elif unknown:
        lines.append(f"the index does not know these packages: {', '.join(sorted(unknown))}")
    elif not lines:
        lines.append(f"no known advisory for {len(packages)} packages")
    return status, lines


def _fixed(advisory: dict[str, Any]) -> str:
    versions = ", ".join(advisory["fix_versions"])
    return f"fixed in {versions}" if versions else "not fixed yet"


def audit(program: Path, locks: Sequence[Path], options: Sequence[str]) -> tuple[int, list[str]]:
    """Run pip-audit on the locks. Return the exit status and the lines to print."""
    named = [part for lock in locks for part in ("--requirement", str(lock))]
    done = subprocess.run(  # noqa: S603 - the program of our own environment
        [program, *OPTIONS, *options, *named], check=False, capture_output=True, text=True
    )
    try:
        report = json.loads(done.stdout)
    except ValueError:  # it writes no report if the service does not answer
        said = done.stderr.strip().splitlines() or ["it does not say why"]
        return 3, [f"no advisories could be read: {shorten(said[-1], 120)}"]
    return judge(report)


def main(options: Sequence[str]) -> int:
    """Audit all locks. Return the exit status."""
    status, lines = audit(PROGRAM, sorted(ROOT.glob("requirements*.txt")), options)
    for line in lines:
        print(f"entente: {line}", file=sys.stderr)  # noqa: T201
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
