"""The figures of a benchmark as a section of docs/measured.md."""

import math
import statistics
import subprocess
from collections.abc import Callable, Mapping, Sequence

from tests.site import ROOT

from .course import Course
from .states import STATES

Rounds = Sequence[Course]


def lines(
    *,
    machine: Sequence[str],
    database: str,
    queries: Mapping[str, Sequence[int]],
    quiet: Sequence[float],
    at_once: Mapping[str, Rounds],
    spread: Course,
    rate: float,
) -> list[str]:
    """The section in Markdown. `at_once` has the rounds of each state."""
    columns = [*at_once.values(), [spread]]
    first = next(iter(at_once))

    def row(name: str, figure: Callable[[Rounds], str]) -> tuple[str, ...]:
        return (name, *map(figure, columns))

    rows = [
        ("", *(STATES[name][0] for name in at_once), f"{STATES[first][0]}, due within a minute"),
        ("---", *("---:" for _column in columns)),
        row("games due", lambda rounds: " + ".join(str(each.games) for each in rounds)),
        row("phases a second, first to last", _rates),
        (
            "time relative to the first",
            *(_beside(each, at_once[first]) for each in at_once.values()),
            "",
        ),
        ("queries a phase", *(_queries(queries[name]) for name in at_once), ""),
        row("CPU a phase: worker, pages included", lambda rounds: _cpu(rounds, "deadlines")),
        row("CPU a phase: PostgreSQL", lambda rounds: _cpu(rounds, "PostgreSQL")),
        row("lateness, median", lambda rounds: f"{share(_late(rounds), 0.5):.1f} s"),
        row("lateness, longest", lambda rounds: f"{max(_late(rounds)):.1f} s"),
        row(f"order page at {rate:g}/s, median", lambda rounds: _ms(share(_pages(rounds), 0.5))),
        row("order page, p95", lambda rounds: f"**{_ms(share(_pages(rounds), 0.95))}**"),
        row("order page, slowest", lambda rounds: _ms(max(_pages(rounds)))),
        row("order pages answered", lambda rounds: str(len(_pages(rounds)))),
        row("of them without a form, or not answered", lambda rounds: str(_errors(rounds))),
        *(row(f"cores busy: {kind}", _busy(kind)) for kind in spread.cores),
    ]
    return [
        "## Benchmark",
        "",
        f"`./run bench`, commit {_commit()}. {machine[0]}",
        *machine[1:],
        f"{database}. PostgreSQL, Redis, two `deadlines` workers, beat, gunicorn and the visitors",
        "share the machine. The phases are movement phases of the recorded games, with 34 units",
        "and all their orders; they are due at once except in the last column.",
        "",
        *(f"| {' | '.join(cells)} |" for cells in rows),
        "",
        f"Order page before any deadline: {_ms(share(quiet, 0.5))}, p95 {_ms(share(quiet, 0.95))}.",
    ]


def share(values: Sequence[float], part: float) -> float:
    """The quantile: the smallest value that `part` of all values do not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def _rates(rounds: Rounds) -> str:
    each = [f"{course.throughput:.0f}" for course in rounds]
    if rounds[0].within:
        return f"{each[0]} (as they fall due)"
    return f"**{_mean_rate(rounds):.0f}** ({', '.join(each)})"


def _mean_rate(rounds: Rounds) -> float:
    return statistics.harmonic_mean([course.throughput for course in rounds])


def _beside(rounds: Rounds, first: Rounds) -> str:
    """The additional time of a phase, relative to the first state."""
    more = _mean_rate(first) / _mean_rate(rounds) - 1
    return "–" if rounds is first else f"{100 * more:+.0f} % time"


def _queries(counted: Sequence[int]) -> str:
    return f"{statistics.mean(counted):.1f}, at most {max(counted)}"


def _cpu(rounds: Rounds, kind: str) -> str:
    return _ms(statistics.mean(course.cpu_a_phase(kind) for course in rounds))


def _late(rounds: Rounds) -> list[float]:
    return [seconds for course in rounds for seconds in course.lateness]


def _pages(rounds: Rounds) -> list[float]:
    return [seconds for course in rounds for seconds in course.pages]


def _errors(rounds: Rounds) -> int:
    return sum(len(course.errors) for course in rounds)


def _busy(kind: str) -> Callable[[Rounds], str]:
    return lambda rounds: f"{statistics.mean(course.cores[kind] for course in rounds):.2f}"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    try:
        answer = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    except OSError:
        return "unknown"
    return answer.stdout.strip() or "unknown"
