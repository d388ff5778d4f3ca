"""Situations drawn once from a fixed seed, so that they are the same in every run.

The property tests draw other situations each time. These find the same faults in each run, as
mutation tests need (see `mutants`).
"""

import random
from dataclasses import replace
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from adjudicator import RULES, Rules

T = TypeVar("T")
FIELDS: dict[str, tuple[Any, ...]] = {
    name: (False, True) if kind is bool else get_args(kind)
    for name, kind in get_type_hints(Rules).items()
    if kind is bool or get_origin(kind) is Literal
}
"""The possible values of each field of the rules."""


def sample(strategy: st.SearchStrategy[T], count: int, number: int = 1902) -> list[T]:
    """Return a number of examples, drawn from a seed."""
    drawn: list[T] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def keep(example: T) -> None:
        drawn.append(example)

    keep()
    return drawn


@cache
def editions(count: int, number: int = 1902) -> list[Rules]:
    """Yield the presets in turn, every second one with some of its fields changed."""
    dice = random.Random(number)
    presets = list(RULES.values())
    rules = []
    for place in range(count):
        preset = presets[place % len(presets)]
        names = dice.sample(sorted(FIELDS), dice.randrange(1, len(FIELDS)))
        changes = {name: dice.choice(FIELDS[name]) for name in names}
        rules.append(replace(preset, name="ours", **changes) if dice.random() < 0.5 else preset)
    return rules
