"""Carrying out a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.movement import resolve_movement
from adjudicator.retreats import resolve_retreats
from adjudicator.rules import DEFAULT_RULES
from adjudicator.sheet import read_sheets
from adjudicator.terms import PhaseType
from adjudicator.winter import resolve_adjustments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.resolution import Resolution
    from adjudicator.rules import Rules

_RESOLVE = {
    PhaseType.MOVEMENT: resolve_movement,
    PhaseType.RETREAT: resolve_retreats,
    PhaseType.ADJUSTMENT: resolve_adjustments,
}


def adjudicate(
    position: Position,
    orders: Mapping[str, Sequence[Order | str]],
    rules: Rules = DEFAULT_RULES,
) -> Resolution:
    """Carry out a phase: a pure function that ends for every input.

    Orders may be values or texts; anything else is read as the text that `str` makes of it. What
    cannot be read or is not legal is ignored, with a result that says why; units without an order
    hold, disband or are removed, as the phase has it. Only where the next phase would lie after the
    year 9999 there is none to give, and it raises `PhaseCodeError`.

    >>> from adjudicator import load_setup, opening
    >>> done = adjudicate(opening(load_setup("standard")), {"FRANCE": ["A PAR - BUR"]})
    >>> [str(r.reason) for r in done.results if r.given], str(done.next.phase)
    (['It moved to BUR.'], 'F1901M')
    """
    entries = read_sheets(position, orders, rules)
    return _RESOLVE[position.phase.type](position, entries, rules)
