"""Facts about a decided movement phase that reasons are made of: which units met, and how strong.

Units are identified by the number of their province, as in `battle`. Strengths are single numbers,
because no decision is open any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import province_numbers
from adjudicator.convoys import has_route, is_on_route
from adjudicator.movement.land_or_sea import has_ordered_route
from adjudicator.orders import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.movement.battle import Movement


class Review:
    """A decided movement phase."""

    def __init__(self, movement: Movement) -> None:
        self.movement, self.target = movement, movement.target

    def names(self, units: int | Iterable[int]) -> str:
        """The text of a unit, or of several in alphabetical order."""
        standing = self.movement.position.standing
        several = [units] if isinstance(units, int) else units
        there = [found[1] for unit in several if (found := standing[unit]) is not None]
        return ", ".join(str(unit) for unit in sorted(there, key=lambda each: each.location))

    def province_code(self, province: int) -> str:
        """The code of a province."""
        return self.movement.board.codes[province]

    def destination(self, unit: int) -> str:
        """The location that a unit was ordered to move to, with its coast."""
        order = self.movement.orders[unit]
        assert isinstance(order, Move), "asked of moving units only"
        return order.target

    def carried_out(self, unit: int) -> bool:
        """Whether a unit's order was carried out: it moved, or its support or convoy counted."""
        return bool(self.movement.yes >> unit & 1)

    def moved(self, unit: int) -> bool:
        """Whether a unit left its province."""
        return unit in self.target and self.carried_out(unit)

    def attackers(self, province: int) -> list[int]:
        """The units that were ordered to move to a province."""
        return list(province_numbers(self.movement.attackers[province]))

    def attackers_with_path(self, province: int) -> list[int]:
        """The units that were ordered to a province and had a path there, successful or not."""
        return [each for each in self.attackers(province) if self.movement.has_path(each)]

    def rivals(self, unit: int) -> list[int]:
        """The other units that moved to the same province and had a path there."""
        return [each for each in self.attackers_with_path(self.target[unit]) if each != unit]

    def strongest_rivals(self, unit: int) -> list[int]:
        """The rivals with the greatest prevent strength."""
        rivals = self.rivals(unit)
        most = max(map(self.prevent_strength, rivals))
        return [each for each in rivals if self.prevent_strength(each) == most]

    def dislodger(self, unit: int) -> int | None:
        """The unit that dislodged this one, or None."""
        if self.moved(unit):
            return None
        return next(filter(self.carried_out, self.attackers(unit)), None)

    def same_power(self, unit: int, other: int) -> bool:
        """Whether two units belong to one power."""
        return bool(self.movement.power_mask(unit) >> other & 1)

    def went_by_convoy(self, unit: int) -> bool:
        """Whether a unit went by convoy."""
        return bool(self.movement.goes_by_convoy(unit))

    def head_to_head(self, unit: int, other: int) -> bool:
        """Whether two units moved against one another over the same border."""
        return bool(self.movement.head_to_head(unit, other))

    def stays(self, province: int) -> bool:
        """Whether a unit stood in a province and did not leave it."""
        return bool(self.movement.occupied >> province & 1) and not self.moved(province)

    def target_defended(self, unit: int) -> bool:
        """Whether a unit in the province that this one moves to stays, or comes head to head."""
        target = self.target[unit]
        return self.stays(target) or self.head_to_head(unit, target)

    # Strengths

    def supporters(self, unit: int) -> list[int]:
        """The uncut supports of a unit."""
        return list(province_numbers(self.movement.matched_supports[unit] & self.movement.yes))

    def counted_supporters(self, unit: int) -> list[int]:
        """The uncut supports of a move that count against its target (rulebook 2000, rule 12).

        Supports by the power of the unit in the way do not count. If that unit is of the move's own
        power, the move fails anyhow and all supports are returned.
        """
        supporters, target = self.supporters(unit), self.target[unit]
        if not self.target_defended(unit) or self.same_power(unit, target):
            return supporters
        return [each for each in supporters if not self.same_power(each, target)]

    def left_out_supporters(self, unit: int) -> list[int]:
        """The uncut supports of a move by the power of the unit in its way (rule 12).

        They do not help to dislodge that unit, but count against other moves to its province.
        """
        target = self.target[unit]
        if not self.target_defended(unit):
            return []
        return [each for each in self.supporters(unit) if self.same_power(each, target)]

    def full_strength(self, unit: int) -> int:
        """The strength of a unit with all its uncut supports."""
        return 1 + len(self.supporters(unit))

    def attack_strength(self, unit: int) -> int:
        """The strength of a move against its target, as if a unit of its own power were foreign."""
        return 1 + len(self.counted_supporters(unit))

    def hold_strength(self, unit: int, attacker: int) -> int:
        """The strength with which a unit that stayed holds against an attack."""
        return int(self._hold_params("home", unit, attacker)["home"])

    def prevent_strength(self, unit: int) -> int:
        """The strength with which a move keeps others out of its target; 0 for no effect."""
        return self.movement.prevent_strength(unit)[0]

    # Convoys

    def standing_and_lost_fleets(self, army: int) -> tuple[list[int], list[int]]:
        """The fleets that could convoy an army all the way, and those of its routes that failed."""
        standing = self.movement.convoy_fleets.get(army, 0) & self.movement.yes
        lost = [fleet for fleet in self.fleets_on_routes(army) if not standing >> fleet & 1]
        return self._fleets_on_routes(army, standing), lost

    def fleets_on_routes(self, army: int) -> list[int]:
        """The fleets ordered to convoy an army that are on one of its routes."""
        return self._fleets_on_routes(army, self.movement.convoy_fleets.get(army, 0))

    def _fleets_on_routes(self, army: int, fleets: int) -> list[int]:
        board, target = self.movement.board, self.target[army]
        return [
            sea for sea in province_numbers(fleets) if is_on_route(board, fleets, army, target, sea)
        ]

    def convoy_depends_on(self, army: int, fleet: int) -> bool:
        """Whether the convoy of an army succeeds with one of its fleets and fails without it.

        The other fleets are taken as they turned out.
        """
        movement, target = self.movement, self.target[army]
        routes = self.fleets_on_routes(army)
        if movement.rules.alternative_convoy_routes == "all must stand":
            return fleet in routes and all(
                self.carried_out(each) for each in routes if each != fleet
            )
        others = movement.convoy_fleets.get(army, 0) & movement.yes & ~(1 << fleet)
        with_it = others | 1 << fleet if fleet in routes else others
        ways = [has_route(movement.board, each, army, target) for each in (others, with_it)]
        return ways == [False, True]

    def convoying_fleets(self, army: int) -> str:
        """The text of the fleets that could convoy an army all the way."""
        return self.names(self.standing_and_lost_fleets(army)[0])

    def has_ordered_route(self, army: int) -> bool:
        """Whether fleets were ordered to convoy an army all the way, whatever happened to them."""
        return has_ordered_route(self.movement, army)

    # Parameters of reasons

    def attack_params(self, attacker: int, defender: int) -> dict[str, str]:
        """The strength of a move (`strength`) and of the unit in its way (`against`)."""
        ours = self._strength_params("strength", attacker, self.counted_supporters(attacker))
        return ours | self._hold_params("against", defender, attacker)

    def full_attack_params(self, attacker: int, defender: int) -> dict[str, str]:
        """The strengths as in `attack_params`, but the move's with all its supports, and without.

        `counted` is its strength without the supports of `left_out_supporters`.
        """
        ours = self._full_params(attacker)
        return ours | self._hold_params("against", defender, attacker)

    def rival_params(self, unit: int, rivals: Sequence[int]) -> dict[str, str]:
        """The strength with which a move could dislodge, and that of its equally strong rivals.

        They are `strength` and `against`.
        """
        ours = self._strength_params("strength", unit, self.counted_supporters(unit))
        return ours | self._rivals_params(rivals)

    def standoff_params(self, unit: int, rivals: Sequence[int]) -> dict[str, str]:
        """The strength of a move with all its supports, and of its equally strong rivals.

        `counted` and `left_out` are there only if the move was stronger than its rivals.
        """
        ours = self._full_params(unit)
        if self.full_strength(unit) <= self.full_strength(rivals[0]):
            ours = {key: ours[key] for key in ours if key not in ("counted", "left_out")}
        return ours | self._rivals_params(rivals)

    def _full_params(self, unit: int) -> dict[str, str]:
        """The strength of a move with all its supports, and without those that are left out."""
        params = self._strength_params("strength", unit, self.supporters(unit))
        left_out = self.left_out_supporters(unit)
        if not left_out:
            return params
        counted = self.full_strength(unit) - len(left_out)
        return params | {"counted": str(counted), "left_out": self.names(left_out)}

    def _rivals_params(self, rivals: Sequence[int]) -> dict[str, str]:
        """The strength of equally strong rivals, with the supporters of a single one."""
        theirs = self._strength_params("against", rivals[0], self.supporters(rivals[0]))
        return _strength_of_several(theirs, rivals)

    def defence_params(self, unit: int, attackers: Sequence[int]) -> dict[str, str]:
        """The strength of a unit (`strength`) and of its equally strong attackers (`against`)."""
        first = attackers[0]
        theirs = self._strength_params("against", first, self.counted_supporters(first))
        return self._hold_params("strength", unit, first) | _strength_of_several(theirs, attackers)

    def dislodgement_params(self, unit: int) -> dict[str, str]:
        """The unit that dislodged another one (`by`), and the strengths."""
        attacker = self.dislodger(unit)
        assert attacker is not None, "asked of dislodged units only"
        return {"by": self.names(attacker), **self.attack_params(attacker, unit)}

    def _hold_params(self, side: str, unit: int, attacker: int) -> dict[str, str]:
        """The hold strength of a unit, under the name `side`.

        Supports of a unit's move count only in a head-to-head battle.
        """
        if unit in self.target and not self.head_to_head(attacker, unit):
            return {side: "1"}
        return self._strength_params(side, unit, self.supporters(unit))

    def _strength_params(self, side: str, unit: int, supporters: Sequence[int]) -> dict[str, str]:
        """A strength under the name `side`, with the supporters and the cut supports."""
        cut = province_numbers(self.movement.matched_supports[unit] & self.movement.no)
        units = {"with": self.names(supporters), "cut": self.names(cut)}
        told = {f"{side}_{key}": names for key, names in units.items() if names}
        return {side: str(1 + len(supporters)), **told}


def _strength_of_several(params: dict[str, str], units: Sequence[int]) -> dict[str, str]:
    """The strength without the supporters if several units share it."""
    return params if len(units) == 1 else {"against": params["against"]}
