"""Why a retreat was not open, and why a unit was removed for want of an order."""

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


def why_closed(position: Position, dislodged: Dislodged, target: str, rules: Rules) -> str:
    """The code for a retreat that is not among those of the position (rulebook 2000, retreats).

    A position that does not say where the attacker came from leaves open whether it was that or a
    standoff. So does one in which the attacker could have come by land or by convoy, where only
    the first closes its province (DATC 4.A.5).
    """
    unit, province = dislodged.unit, target[:3]
    ways = {way[:3] for way in position.board.moves(unit.type, unit.location)}
    if province not in ways:
        return "retreat_not_adjacent"
    if position.unit_at(province) is not None:
        return "retreat_to_occupied"
    if province in {way[:3] for way in dislodged.retreats}:  # at its other coast
        return "retreat_not_open"
    if dislodged.attacker is None:
        return "retreat_to_attacker_or_standoff"
    if dislodged.attacker[:3] != province:
        return "retreat_to_standoff"
    either = rules.may_retreat_to_convoyed_attackers_province and _may_have_sailed(
        position, province, unit.province
    )
    return "retreat_to_attacker_or_standoff" if either else "retreat_to_attacker"


def _may_have_sailed(position: Position, origin: str, target: str) -> bool:
    """Whether an attacker can have come by convoy: it stands where it went, and fleets that carried
    it are where they were."""
    board, attacker = position.board, position.unit_at(target)
    if attacker is not None and attacker[1].type is UnitType.FLEET:
        return False
    return has_route(board, position.fleets_at_sea, board.number[origin], board.number[target])


def why_removed(
    power: str,
    unit: Unit,
    kept: Sequence[Unit],
    distance: Callable[[Unit], int],
    board: Board,
    rules: Rules,
) -> Reason:
    """What made a unit go before those that its power keeps (DATC 4.D.8), and how far it was.

    `distance` is in steps, as the edition measures it; as many as the board has provinces stand
    for no way at all.
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
        reason = Reason(code, {"with": _names(alike or equals)})
    elif spared:
        reason = Reason("removed_off_center", {"with": _names(spared)})
    else:
        reason = Reason("removed_farthest")
    if far >= len(board.provinces):
        return reason.and_then(Reason("measured_no_way"))
    measure = _MEASURES[rules.removal_measured_to]
    return reason.and_then(Reason(measure, {"power": power, "distance": str(far)}))


def _names(units: Sequence[Unit]) -> str:
    return ", ".join(sorted(map(str, units), key=lambda text: text[2:]))
