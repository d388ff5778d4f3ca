"""Writes docs/measured.md: each part is replaced by the run that measures it."""

import datetime as dt
import os
import platform
import re
from pathlib import Path

import psutil

FILE = Path(__file__).resolve().parent.parent / "docs/measured.md"


def write(name: str, lines: list[str], *, file: Path = FILE) -> None:
    """Replace the text between the two comments that name this part, and nothing else."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = file.read_text(encoding="utf-8") if file.exists() else "# Measured\n"
    part = "\n".join([begin, *lines, end])
    old = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    page = old.sub(lambda _old: part, page) if old.search(page) else f"{page}\n{part}\n"
    file.write_text(page, encoding="utf-8")


def machine() -> str:
    """The machine and the day, in a few words."""
    memory = psutil.virtual_memory().total / 2**30
    today = dt.datetime.now(dt.UTC).date().isoformat()
    return (
        f"{today}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GB,"
        f" {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )
