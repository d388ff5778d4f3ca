"""The next phase in which a power has something to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustments_due
from adjudicator.position import Position
from adjudicator.terms import PhaseType, Season

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.position import Dislodged
    from adjudicator.units import Unit

_RETREAT, _WINTER = PhaseType.RETREAT, Season.WINTER


def next_position(
    position: Position,
    units: Mapping[str, tuple[Unit, ...]],
    dislodged: Mapping[str, tuple[Dislodged, ...]],
) -> tuple[Position, bool]:
    """Return the next position, and whether a fall turn was completed on the way to it.

    A retreat phase is played if a dislodged unit has somewhere to go, an adjustment phase if a
    power must remove units or may build. Raises `PhaseCodeError` after the year 9999.
    """
    phase, centers = position.phase.following(), position.centers
    if phase.type is _RETREAT:
        if dislodged:
            return Position.after(position, phase, units, centers, dislodged), False
        phase = phase.following()
    year_ended = phase.season is _WINTER
    if year_ended:
        if centers is not None:
            centers = centers_after_fall(position, units)
            winter = Position.after(position, phase, units, centers, {})
            if _needs_adjustments(winter):
                return winter, True
        phase = phase.following()
    return Position.after(position, phase, units, centers, {}), year_ended


def centers_after_fall(
    position: Position, units: Mapping[str, tuple[Unit, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the centers of each power after a fall turn.

    A center belongs to the power with a unit in it; an unoccupied one keeps its owner (rulebook
    2000, gaining and losing units).
    """
    center_at, before = position.board.center_at, position.centers or {}
    held = {
        center_at[unit.location]: power
        for power, standing in units.items()
        for unit in standing
        if unit.location in center_at
    }
    taken = {code: power for code, power in held.items() if code not in before.get(power, ())}
    owned = {
        power: [code for code in codes if code not in taken] for power, codes in before.items()
    }
    for code, power in taken.items():
        owned.setdefault(power, []).append(code)
    return {power: tuple(sorted(codes)) for power, codes in owned.items() if codes}


def _needs_adjustments(winter: Position) -> bool:
    """Whether a power must remove units or may build; removals are checked first, being cheaper."""
    centers = winter.centers or {}
    if any(len(units) > len(centers.get(power, ())) for power, units in winter.units.items()):
        return True
    return any(adjustments_due(winter, power)[0] for power in centers)


def must_order(position: Position) -> dict[str, int]:
    """Return the powers that have something to do in this phase, with the number of their units.

    In an adjustment phase it is the number of builds or removals. A neutral power is left out.

    >>> from adjudicator import load_setup, opening
    >>> must_order(opening(load_setup("standard")))["RUSSIA"]
    4
    """
    phase = position.phase.type
    if phase is PhaseType.MOVEMENT:
        counts = {power: len(units) for power, units in position.units.items()}
    elif phase is PhaseType.RETREAT:
        counts = {power: len(dislodged) for power, dislodged in position.dislodged.items()}
    else:
        counts = {power: sum(adjustments_due(position, power)) for power in position.powers}
    return {p: count for p, count in counts.items() if count and p not in position.neutral}
