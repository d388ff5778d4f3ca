"""A line of play: a position, and orders for it and for the phases that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from adjudicator import DEFAULT_RULES, adjudicate

from ..state import editions

if TYPE_CHECKING:
    from adjudicator import Position, Resolution, Rules

Sheets = Mapping[str, Sequence[str]]
"""Power -> canonical texts of its orders."""

MOST_PHASES = 60
"""Phases of the longest line: some twelve years."""
LAST_YEAR = 9998
"""The last year with phases that can be resolved: the calendar of the rules ends with 9999."""


@dataclass(frozen=True)
class ResolvedPhase:
    """A resolved phase: its position, the orders given, and the resolution."""

    position: Position
    orders: Sheets
    resolution: Resolution


@dataclass(frozen=True)
class Line:
    """Resolved phases, and the position after them with orders that are not resolved yet.

    `edition` is a key of `RULES`, and `changes` are the answers by which a game departs from it.
    """

    position: Position
    edition: str = DEFAULT_RULES.name
    changes: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[ResolvedPhase, ...] = ()
    orders: Sheets = field(default_factory=dict)

    @property
    def start(self) -> Position:
        return self.phases[0].position if self.phases else self.position

    @property
    def rules(self) -> Rules:
        """The edition with its changes; raises `ValueError` for a change that is unknown."""
        return editions.rules_with(self.edition, self.changes)

    @property
    def is_full(self) -> bool:
        """Whether the line has as many phases as it may have, or the calendar ends."""
        return len(self.phases) >= MOST_PHASES or self.position.phase.year > LAST_YEAR

    def with_orders(self, orders: Sheets) -> Line:
        """Return the line with other orders for its last position."""
        return replace(self, orders=orders)

    def begun_with(self, position: Position) -> Line:
        """Return a line that begins with another position, without phases and orders."""
        return Line(position, self.edition, self.changes)

    def resolved(self) -> Line:
        """Return the line with its orders resolved. The line must not be full."""
        resolution = adjudicate(self.position, self.orders, self.rules)
        phase = ResolvedPhase(self.position, self.orders, resolution)
        return replace(self, position=resolution.next, phases=(*self.phases, phase), orders={})

    def back_to(self, number: int) -> Line:
        """Return the line before the phase with this number was resolved, with its orders.

        Numbers begin at 0. The number of phases gives the line itself.
        """
        if number >= len(self.phases):
            return self
        kept, phase = self.phases[:number], self.phases[number]
        return replace(self, position=phase.position, phases=kept, orders=phase.orders)
