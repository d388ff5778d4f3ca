"""Carrying out a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.adjustments import resolve_adjustments
from adjudicator.aftermath import resolve_movement
from adjudicator.errors import PhaseCodeError
from adjudicator.resolution import Resolution
from adjudicator.retreats import resolve_retreats
from adjudicator.rules import DEFAULT_RULES
from adjudicator.sheet import assign, in_notation, read_sheets
from adjudicator.terms import PhaseType
from adjudicator.turns import follow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.position import Position, Standing
    from adjudicator.resolution import Aftermath
    from adjudicator.rules import Rules


def adjudicate(
    position: Position,
    orders: Mapping[str, Sequence[Any]],
    rules: Rules = DEFAULT_RULES,
    language: str | None = None,
) -> Resolution:
    """Carry out a phase: a pure function that ends for every input.

    Orders may be values or texts, canonical or in any notation, or in that of `language` if one is
    given; anything else is read as the text that `str` makes of it. What
    cannot be read or is not legal is ignored, with a result that says why; units without an order
    hold, disband or are removed, as the phase has it. Only where the next phase would lie after the
    year 9999 there is none to give, and it raises `PhaseCodeError`.

    >>> from adjudicator import load_setup, opening
    >>> done = adjudicate(opening(load_setup("standard")), {"FRANCE": ["A PAR - BUR"]})
    >>> [str(r.reason) for r in done.results if r.given], str(done.next.phase)
    (['It moved to BUR.'], 'F1901M')
    """
    if language is not None:
        orders = in_notation(position, orders, rules, language)
    done = _carry_out(position, orders, rules)
    try:
        following, year_ended = follow(position, done.units, done.dislodged)
    except PhaseCodeError as error:
        error.about(position)
        raise
    destroyed = tuple(done.destroyed)
    return Resolution(position, done.results, destroyed, following, year_ended)


def _carry_out(position: Position, orders: Mapping[str, Sequence[Any]], rules: Rules) -> Aftermath:
    phase = position.phase.type
    if phase is PhaseType.MOVEMENT:
        return resolve_movement(position, assign(position, orders, position.standing, rules), rules)
    if phase is PhaseType.RETREAT:
        told = assign(position, orders, _dislodged(position), rules)
        return resolve_retreats(position, told, rules)
    return resolve_adjustments(position, read_sheets(position, orders, rules), rules)


def _dislodged(position: Position) -> list[Standing | None]:
    """The number of a province -> the unit that was dislodged there."""
    board = position.board
    units: list[Standing | None] = [None] * len(board.codes)
    for power, several in position.dislodged.items():
        for each in several:
            units[board.number[each.unit.location]] = power, each.unit
    return units
