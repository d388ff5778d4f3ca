"""The commit that is checked out, where the code is a git clone."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commit() -> str:
    """Return the hash of the commit that is checked out; empty without a git clone."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return ""
    command = [git, "-C", str(ROOT), "rev-parse", "HEAD"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    return done.stdout.strip() if done.returncode == 0 else ""
