"""How often a property is tried, under which editions, and for how long at most."""

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
"""Chosen anew by each run; ``SOAK_SEED`` draws the same again."""
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
"""The presets, and those with some fields changed."""
seeds = st.integers(0, 2**32)
LONGEST = 5.0
"""Seconds in which every phase must be adjudicated; the slowest known take some milliseconds."""
SECONDS_A_TEST = 7200 if SOAK else 60


def often(examples: int) -> Callable[[Any], Any]:
    """Run a test with so many examples, with 20,000 in a soak, drawn from the seed of this run."""
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
    """How everything ended, whatever the order in which it is told."""
    return Counter(
        (
            names[r.power] if names else r.power,
            (r.text, r.given, r.outcome, r.dislodged, r.destroyed, r.reason.code),
        )
        for r in resolution.results
    )


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail if what is done takes longer, an endless loop too; what others do meanwhile on this
    machine does not count."""

    def too_long(signum: int, frame: FrameType | None) -> None:
        raise AssertionError(f"not done within {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
