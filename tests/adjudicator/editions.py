"""Adjudication under every edition, for tests of the differences between editions."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adjudicator import RULES, PhaseCode, Position, Resolution, Rules, Unit, adjudicate

ALL = set(RULES)


def play(rules: Rules, phase: str = "S1901M", **orders: str) -> Resolution:
    """Adjudicate these orders with no other units on the board."""
    sheets = {power: texts.split(", ") for power, texts in orders.items()}
    units = {
        power: tuple({Unit.parse(" ".join(text.split()[:2])): None for text in texts})
        for power, texts in sheets.items()
    }
    return adjudicate(Position(PhaseCode.parse(phase), units), sheets, rules)


def stand(done: Resolution) -> set[str]:
    return {f"{unit}" for units in done.next.units.values() for unit in units}


def dislodged(done: Resolution) -> set[str]:
    return {str(result.unit) for result in done.results if result.dislodged}


def word(done: Resolution, unit: str) -> str:
    """Return the outcome of a unit's order."""
    return next(r.outcome.value for r in done.results if str(r.unit) == unit and not r.dislodged)


def those(test: Callable[[Rules], object]) -> set[str]:
    """Return the names of the editions for which a condition is true."""
    return {name for name, rules in RULES.items() if test(rules)}


def changed(edition: str, **values: Any) -> Rules:
    return replace(RULES[edition], name="changed", **values)
