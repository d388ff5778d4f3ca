"""The figures of a benchmark as a page's part."""

import math
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.measured import machine
from tests.site import ROOT

from .course import Course


def lines(
    *,
    database: str,
    queries: Sequence[int],
    quiet: Sequence[float],
    at_once: Course,
    spread: Course,
    rate: float,
) -> list[str]:
    """The part of docs/measured.md, in Markdown."""
    rows = [
        ("", "due at once", "due within a minute"),
        ("---", "---:", "---:"),
        ("games", str(at_once.games), str(spread.games)),
        ("phases a second, first to last", f"**{at_once.throughput:.0f}**", _rate(spread)),
        ("lateness, median", *_each(at_once, spread, 0.5)),
        ("lateness, p95", *_each(at_once, spread, 0.95)),
        ("lateness, longest", *_each(at_once, spread, 1.0)),
        (f"order page at {rate:g}/s, median", *_pages(at_once, spread, 0.5)),
        ("order page, p95", *_pages(at_once, spread, 0.95)),
        ("order page, slowest", *_pages(at_once, spread, 1.0)),
        ("order pages answered", str(len(at_once.pages)), str(len(spread.pages))),
        ("of them without a form, or never", str(len(at_once.errors)), str(len(spread.errors))),
        *(
            (f"cores busy: {kind}", f"{cores:.2f}", f"{spread.cores[kind]:.2f}")
            for kind, cores in at_once.cores.items()
        ),
    ]
    cpu = _ms(at_once.cpu_a_phase("deadlines")), _ms(at_once.cpu_a_phase("PostgreSQL"))
    return [
        "## Benchmark",
        "",
        f"`./run bench` on {machine()}, {_processor()}; {database}; commit {_commit()}.",
        "PostgreSQL, Redis, two `deadlines` workers, beat, gunicorn and the visitors share the",
        "machine. The phases are the movement phases of the recorded games with all their orders.",
        "",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        f"Queries a phase: {sum(queries) / len(queries):.1f} on average, {max(queries)} at most.",
        f"CPU a phase, due at once: {cpu[0]} of a worker, {cpu[1]} of PostgreSQL, pages included.",
        f"Order page before any deadline: {_ms(share(quiet, 0.5))}, p95 {_ms(share(quiet, 0.95))}.",
    ]


def share(values: Sequence[float], part: float) -> float:
    """The least value that `part` of all values do not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def _rate(course: Course) -> str:
    return f"{course.throughput:.0f} (as they fall due)"


def _each(one: Course, other: Course, part: float) -> tuple[str, str]:
    return f"{share(one.lateness, part):.1f} s", f"{share(other.lateness, part):.1f} s"


def _pages(one: Course, other: Course, part: float) -> tuple[str, str]:
    return _ms(share(one.pages, part)), _ms(share(other.pages, part))


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else "processor unknown"


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    try:
        answer = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    except OSError:
        return "unknown"
    return answer.stdout.strip() or "unknown"
