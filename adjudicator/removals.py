"""Reason codes for closed retreats, and reasons for removals that nobody ordered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.convoys import has_route
from adjudicator.reasons import Reason
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.board import Board
    from adjudicator.position import Dislodged, Position
    from adjudicator.rules import Rules
    from adjudicator.units import Unit

_MEASURES = {
    "homeland": "measured_to_homeland",
    "home centers": "measured_to_home_centers",
    "owned centers": "measured_to_owned_centers",
}


def closed_retreat_code(position: Position, dislodged: Dislodged, target: str, rules: Rules) -> str:
    """Return the reason code for a retreat that is not open (rulebook 2000, retreats).

    If the position does not say where the attacker came from, the code names both possible causes,
    the attacker and a standoff. It also does so if the attacker may have come by land or by convoy,
    because only an attack by land closes its province (DATC 4.A.5).
    """
    unit, province = dislodged.unit, target[:3]
    ways = {way[:3] for way in position.board.moves(unit.type, unit.location)}
    if province not in ways:
        return "retreat_not_adjacent"
    if position.unit_at(province) is not None:
        return "retreat_to_occupied"
    if province in {way[:3] for way in dislodged.retreats}:  # open on its other coast only
        return "retreat_not_open"
    if dislodged.attacker is None:
        return "retreat_to_attacker_or_standoff"
    if dislodged.attacker[:3] != province:
        return "retreat_to_standoff"
    either = rules.may_retreat_to_convoyed_attackers_province and _may_have_come_by_convoy(
        position, province, unit.province
    )
    return "retreat_to_attacker_or_standoff" if either else "retreat_to_attacker"


def _may_have_come_by_convoy(position: Position, origin: str, target: str) -> bool:
    """Whether an attacker may have come by convoy.

    The attacker stands where it went, and fleets that convoyed it are where they were.
    """
    board, attacker = position.board, position.unit_at(target)
    if attacker is not None and attacker[1].type is UnitType.FLEET:
        return False
    return has_route(board, position.fleets_at_sea, board.number[origin], board.number[target])


def removal_reason(
    power: str,
    unit: Unit,
    kept: Sequence[Unit],
    distance: Callable[[Unit], int],
    board: Board,
    rules: Rules,
) -> Reason:
    """Return the reason why a unit was removed before those that its power keeps (DATC 4.D.8).

    `distance` counts steps as the edition measures them; the number of provinces of the board
    stands for a unit without any way home.
    """

    def on_center(each: Unit) -> bool:
        return each.province in board.centers

    far = distance(unit)
    if rules.removal_spares_units_on_centers and not on_center(unit):
        spared = [each for each in kept if on_center(each) and distance(each) >= far]
        kept = [each for each in kept if not on_center(each)]
    else:
        spared = []
    equals = [each for each in kept if distance(each) == far]
    if equals:
        alike = [each for each in equals if each.type is unit.type]
        code = "removed_by_name" if alike else "removed_fleet_first"
        reason = Reason(code, {"with": _sorted_names(alike or equals)})
    elif spared:
        reason = Reason("removed_off_center", {"with": _sorted_names(spared)})
    else:
        reason = Reason("removed_farthest")
    if far >= len(board.provinces):
        return reason.and_then(Reason("measured_no_way"))
    measure = _MEASURES[rules.removal_measured_to]
    return reason.and_then(Reason(measure, {"power": power, "distance": str(far)}))


def _sorted_names(units: Sequence[Unit]) -> str:
    return ", ".join(sorted(map(str, units), key=lambda text: text[2:]))
