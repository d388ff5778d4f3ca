"""From what a phase leaves behind to the next phase in which somebody has something to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.position import Position
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.position import Dislodged, Unit


def follow(
    position: Position,
    units: Mapping[str, tuple[Unit, ...]],
    dislodged: Mapping[str, tuple[Dislodged, ...]],
) -> tuple[Position, bool]:
    """The next position, and whether a fall turn was completed on the way to it.

    A retreat phase is played if a dislodged unit has somewhere to go, an adjustment phase if a
    power must remove units or may build.
    """
    phase, centers, board = position.phase.following(), position.centers, position.board
    if phase.type is PhaseType.RETREAT:
        if dislodged:
            return Position(phase, units, centers, dislodged, board), False
        phase = phase.following()
    year_ended = phase.season is Season.WINTER
    if year_ended:
        if centers is not None:
            centers = occupied_centers(position, units)
            winter = Position(phase, units, centers, board=board)
            if any(_has_adjustments(winter, power) for power in winter.powers):
                return winter, True
        phase = phase.following()
    return Position(phase, units, centers, board=board), year_ended


def occupied_centers(
    position: Position, units: Mapping[str, tuple[Unit, ...]]
) -> dict[str, tuple[str, ...]]:
    """Who owns which centers after a fall turn: whoever stands in one, else as before."""
    owners = dict(position.owners)
    for power, standing in units.items():
        for unit in standing:
            if unit.province in position.board.centers:
                owners[unit.province] = power
    powers = dict.fromkeys([*(position.centers or {}), *units])
    owned = {p: tuple(code for code, owner in owners.items() if owner == p) for p in powers}
    return {power: codes for power, codes in owned.items() if codes}


def _has_adjustments(position: Position, power: str) -> bool:
    due = adjustment(position, power)
    return bool(due.builds or due.removals)


def must_order(position: Position) -> dict[str, int]:
    """Who has something to do in this phase, and for how many units.

    >>> from adjudicator.setups import load_setup, opening
    >>> must_order(opening(load_setup("standard")))["RUSSIA"]
    4
    """
    phase = position.phase.type
    if phase is PhaseType.MOVEMENT:
        counts = {power: len(units) for power, units in position.units.items()}
    elif phase is PhaseType.RETREAT:
        counts = {power: len(dislodged) for power, dislodged in position.dislodged.items()}
    else:
        due = {power: adjustment(position, power) for power in position.powers}
        counts = {power: each.builds + each.removals for power, each in due.items()}
    return {power: count for power, count in counts.items() if count}
