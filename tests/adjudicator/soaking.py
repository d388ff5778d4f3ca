"""Number of examples of property tests, their editions, and time limits."""

import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st

from adjudicator import RULES, Position, Resolution, Rules, adjudicate
from tests.soak import SOAK

from .situations import Sheets

SEED = int(os.environ.get("SOAK_SEED") or random.SystemRandom().randrange(2**32))
"""Random in each run; ``SOAK_SEED`` repeats a run."""
choices: dict[str, st.SearchStrategy[Any]] = {
    name: st.booleans() if kind is bool else st.sampled_from(get_args(kind))
    for name, kind in get_type_hints(Rules).items()
    if kind is bool or get_origin(kind) is Literal
}
mended = st.builds(
    lambda rules, changes: replace(rules, name="ours", **changes),
    st.sampled_from(list(RULES.values())),
    st.fixed_dictionaries({}, optional=choices),
)
editions = st.sampled_from(list(RULES.values())) | mended
"""Draw a preset, or one with some fields changed."""
seeds = st.integers(0, 2**32)
LONGEST = 5.0
"""Seconds within which every phase must be adjudicated; the slowest known take milliseconds."""
SECONDS_A_TEST = 7200 if SOAK else 60


def often(examples: int) -> Callable[[Any], Any]:
    """Run a test with a number of examples, in a soak with 20,000, drawn from this run's seed."""
    several = settings(
        max_examples=20_000 if SOAK else examples,
        deadline=None,
        print_blob=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    def decorate(test: Any) -> Any:
        return seed(SEED)(several(test))

    return decorate


def resolve(position: Position, sheets: Sheets, rules: Rules) -> Resolution:
    with within(LONGEST):
        return adjudicate(position, sheets, rules)


def fates(resolution: Resolution, names: dict[str, str] | None = None) -> Counter[object]:
    """Return how everything ended, in an order that does not depend on the order of results."""
    return Counter(
        (
            names[r.power] if names else r.power,
            (r.text, r.given, r.outcome, r.dislodged, r.destroyed, r.reason.code),
        )
        for r in resolution.results
    )


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail if the block takes more processor time than the limit, also in an endless loop."""

    def too_long(signum: int, frame: FrameType | None) -> None:
        raise AssertionError(f"not done within {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
