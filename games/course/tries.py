"""Tries at exercises: the reader's orders together with those of the other powers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..sandbox import address
from .goals import misses

if TYPE_CHECKING:
    from ..sandbox.line import Line, Sheets
    from .goals import Miss
    from .lessons import Exercise


def with_orders(exercise: Exercise, orders: Sheets) -> Line:
    """Return the line of an exercise with the orders of the reader's powers; others are dropped."""
    kept = {power: orders[power] for power in exercise.learners if orders.get(power)}
    return exercise.start.with_orders(kept)


def as_shown(exercise: Exercise, line: Line) -> Line:
    """Return a line of `with_orders` with the orders that the board shows beforehand."""
    if exercise.is_hidden:
        return line
    return line.with_orders({**exercise.others, **line.orders})


def resolved(exercise: Exercise, line: Line) -> Line:
    """Return a line of `with_orders` after its orders and those of the others are resolved."""
    return line.with_orders({**exercise.others, **line.orders}).resolved()


def again(exercise: Exercise, line: Line) -> Line:
    """Return the line before its only phase was resolved, with the reader's orders."""
    return with_orders(exercise, line.back_to(0).orders)


def is_try(exercise: Exercise, line: Line) -> bool:
    """Whether a line is what this exercise makes of some orders, not another position or phase."""
    before = again(exercise, line)
    made = resolved(exercise, before) if line.phases else before
    return address.write(line) == address.write(made)


def misses_of(exercise: Exercise, line: Line) -> list[Miss]:
    """Parts of the goal that a resolved line misses; nothing if it reaches the goal."""
    return misses(exercise.goal, line.phases[0])
