"""Orders carried out under every edition, for the tests of what the editions differ in."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adjudicator import RULES, PhaseCode, Position, Resolution, Rules, Unit, adjudicate

ALL = set(RULES)


def play(rules: Rules, phase: str = "S1901M", **orders: str) -> Resolution:
    """What becomes of these orders when nobody else is on the board."""
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
    """What the order of a unit is called."""
    return next(r.outcome.value for r in done.results if str(r.unit) == unit and not r.dislodged)


def those(test: Callable[[Rules], object]) -> set[str]:
    """The editions of which something is true."""
    return {name for name, rules in RULES.items() if test(rules)}


def changed(edition: str, **values: Any) -> Rules:
    return replace(RULES[edition], name="changed", **values)
