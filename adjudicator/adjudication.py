"""Adjudication of a whole phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.adjustments import resolve_adjustments
from adjudicator.assigned_orders import assign_orders, read_and_check_sheets, read_in_language
from adjudicator.errors import PhaseCodeError
from adjudicator.movement.resolve import resolve_movement
from adjudicator.next_phase import next_position
from adjudicator.resolution import Resolution
from adjudicator.retreats import resolve_retreats
from adjudicator.rules import DEFAULT_RULES
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.position import Position
    from adjudicator.resolution import PhaseEnd
    from adjudicator.rules import Rules

_MOVEMENT, _RETREAT = PhaseType.MOVEMENT, PhaseType.RETREAT


def adjudicate(
    position: Position,
    orders: Mapping[str, Sequence[Any]],
    rules: Rules = DEFAULT_RULES,
    language: str | None = None,
) -> Resolution:
    """Adjudicate a phase: a pure function that ends for every input.

    `orders` has the orders of each power, as values or texts. Texts may be canonical or in any
    notation; with a `language` they are read in that notation only. Anything else is read as the
    text that `str` makes of it. An order that cannot be read or is not legal is ignored and gets a
    result that says why. Units without an order hold, disband or are removed, as the phase
    requires.

    Raises `PhaseCodeError` if the next phase would lie after the year 9999, and `SetupError` for a
    language that does not exist.

    >>> from adjudicator import load_setup, opening
    >>> done = adjudicate(opening(load_setup("standard")), {"FRANCE": ["A PAR - BUR"]})
    >>> [str(r.reason) for r in done.results if r.given], str(done.next.phase)
    (['It moved to BUR.'], 'F1901M')
    """
    if language is not None:
        orders = read_in_language(position, orders, rules, language)
    done = _carry_out(position, orders, rules)
    try:
        following, year_ended = next_position(position, done.units, done.dislodged)
    except PhaseCodeError as error:
        error.about(position)
        raise
    destroyed = tuple(done.destroyed)
    return Resolution(position, done.results, destroyed, following, year_ended)


def _carry_out(position: Position, orders: Mapping[str, Sequence[Any]], rules: Rules) -> PhaseEnd:
    """Carry out the phase by the rules for its type."""
    phase = position.phase.type
    if phase is _MOVEMENT:
        return resolve_movement(position, assign_orders(position, orders, rules), rules)
    if phase is _RETREAT:
        return resolve_retreats(position, assign_orders(position, orders, rules), rules)
    return resolve_adjustments(position, read_and_check_sheets(position, orders, rules), rules)
